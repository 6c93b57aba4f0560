import type { Profile } from '../../model/index.js';
import { addConstant, buildModule, docs } from '../module.js';
import { camelCase } from '../../names/index.js';
import { jsonLiteral, stringLiteral } from '../text/index.js';
import { specLine } from '../text/provenance.js';

/** `capabilities.ts`: the published capability documents and the probes over any such document. */
export function capabilitiesModule(profile: Profile): string | undefined {
  const { capabilityType } = profile;
  if (capabilityType === undefined) return undefined;
  const typeName = profile.schemas.get(capabilityType.schema)?.name ?? '';
  return buildModule((file) => {
    file.addImportDeclaration({
      isTypeOnly: true,
      namedImports: ['OperationName'],
      moduleSpecifier: './operations.js',
    });
    file.addImportDeclaration({ isTypeOnly: true, namedImports: [typeName], moduleSpecifier: './types.js' });
    file.addTypeAlias({
      name: 'OperationFeature',
      isExported: true,
      type: capabilityType.features.map((feature) => stringLiteral(feature.name)).join(' | ') || 'never',
      docs: docs(
        'A feature that a capability document claims or denies for each operation.',
        specLine(capabilityType.at),
      ),
    });
    file.addFunction({
      name: 'supports',
      isExported: true,
      parameters: [
        { name: 'document', type: typeName },
        { name: 'operation', type: 'OperationName' },
        { name: 'feature', type: 'OperationFeature', hasQuestionToken: true },
      ],
      returnType: 'boolean',
      statements: [
        'const claim = document.operations.find((candidate) => candidate.name === operation);',
        'if (claim === undefined) return false;',
        'return feature === undefined || claim[feature] === true;',
      ],
      docs: docs(
        'Whether an adapter serves an operation, and the feature of it when one is named. What a document does not claim is not supported.',
      ),
    });
    file.addFunction({
      name: 'supportsLevel',
      isExported: true,
      parameters: [
        { name: 'document', type: typeName },
        { name: 'level', type: 'number' },
      ],
      returnType: 'boolean',
      statements: 'return document.compatibility_levels.includes(level);',
      docs: docs('Whether an adapter claims a compatibility level.'),
    });
    for (const capability of profile.capabilities) {
      addConstant(
        file,
        `${camelCase(capability.name)}Capabilities`,
        `${jsonLiteral(capability.document)} satisfies ${typeName}`,
        docs(`What the ${capability.name} adapter claims.`, specLine(capability.at)),
      );
    }
  });
}
