import type { SourceFile } from 'ts-morph';
import type { Operation, Profile, SchemaId } from '../../model/index.js';
import { addConstant, addTypeImport, buildModule, docs, type PropertyStructure } from '../module.js';
import { jsonLiteral, propertyKey } from '../text/index.js';
import { specLine } from '../text/provenance.js';

type WireOperation = Operation & { readonly wireName: string };

/** `operations.ts`: operations, levels, and the bodies of each operation; undefined without operations. */
export function operationsModule(profile: Profile): string | undefined {
  const operations = profile.operations.filter(
    (operation): operation is WireOperation => operation.wireName !== undefined,
  );
  const [first] = operations;
  if (first === undefined) return undefined;
  return buildModule((file) => {
    addTypeImport(
      file,
      operations.flatMap((operation) => bodyNames(operation, profile)),
      './types.js',
    );
    addConstant(
      file,
      'operations',
      `{ ${operations.map((operation) => operationEntry(operation, profile)).join(', ')} } as const`,
      docs('The operations of the profile, by the name that goes over the wire.', specLine(first.at)),
    );
    file.addTypeAlias({
      name: 'OperationName',
      isExported: true,
      type: 'keyof typeof operations',
      docs: docs('The wire name of an operation.'),
    });
    for (const body of bodyMaps) {
      const properties = operations.flatMap((operation) =>
        bodyProperty(operation, operation[body.key], profile),
      );
      if (properties.length === 0) continue;
      file.addInterface({ name: body.name, isExported: true, docs: docs(body.doc), properties });
    }
    file.addFunction({
      name: 'isOperationName',
      isExported: true,
      parameters: [{ name: 'name', type: 'string' }],
      returnType: 'name is OperationName',
      statements: 'return Object.hasOwn(operations, name);',
      docs: docs('Whether a string is the wire name of an operation.'),
    });
    addLevels(file, profile);
  });
}

const bodyMaps = [
  { key: 'request', name: 'OperationRequests', doc: 'From operation to the type of its request body.' },
  { key: 'response', name: 'OperationResponses', doc: 'From operation to the type of its plain response.' },
  {
    key: 'streamEvent',
    name: 'OperationStreamEvents',
    doc: 'From operation to the type of one event of its stream.',
  },
] as const;

function addLevels(file: SourceFile, profile: Profile): void {
  const [first] = profile.levels;
  if (first === undefined) return;
  const entries = profile.levels.map((level) =>
    jsonLiteral({
      level: level.level,
      name: level.name,
      requiredOperations: level.requiredOperations.map((operation) => operation.value),
      purpose: level.purpose,
    }),
  );
  addConstant(
    file,
    'levels',
    `[${entries.join(', ')}] as const`,
    docs('Compatibility levels; a higher one includes the lower ones.', specLine(first.at)),
  );
}

function operationEntry(operation: WireOperation, profile: Profile): string {
  const level = profile.levels.find((candidate) =>
    candidate.requiredOperations.some((name) => name.value === operation.wireName),
  );
  return `${propertyKey(operation.wireName)}: ${jsonLiteral({
    title: operation.title,
    requirement: operation.requirement,
    ...(level === undefined ? {} : { level: level.level }),
  })}`;
}

function bodyNames(operation: Operation, profile: Profile): string[] {
  return [operation.request, operation.response, operation.streamEvent].flatMap((id) => {
    const name = id === undefined ? undefined : profile.schemas.get(id)?.name;
    return name === undefined ? [] : [name];
  });
}

function bodyProperty(
  operation: WireOperation,
  id: SchemaId | undefined,
  profile: Profile,
): PropertyStructure[] {
  const type = id === undefined ? undefined : profile.schemas.get(id)?.name;
  if (type === undefined) return [];
  return [
    { name: propertyKey(operation.wireName), type, docs: docs(operation.title, specLine(operation.at)) },
  ];
}
