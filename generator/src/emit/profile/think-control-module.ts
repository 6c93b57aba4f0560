import type { Profile, ThinkControl, ThinkControls } from '../../model/index.js';
import { celTypeOf, compileCel, compileCelExpression, type CelVariable } from '../../rules/cel/index.js';
import { addTypeImport, buildModule, docs } from '../module.js';
import * as text from '../text/index.js';
import { specLine, specPosition } from '../text/provenance.js';

/** The provider row that stands for every provider without rows of its own. */
const anyOther = 'other';

/** `think-control.ts`: what becomes of the think-control fields of a request, per provider; undefined without the table. */
export function thinkControlModule(profile: Profile, runtimePackage: string): string | undefined {
  const controls = profile.thinkControls;
  const typeName = controls?.request === undefined ? undefined : profile.schemas.get(controls.request)?.name;
  if (controls === undefined || controls.rows.length === 0) return undefined;
  const requestType = typeName ?? 'Record<string, unknown>';
  const cases = providerCases(profile, controls);
  const body = cases.join('\n');
  return buildModule((file) => {
    const names = ['setPath', 'removePath', 'cel'].filter((name) => new RegExp(`\\b${name}[.(]`).test(body));
    if (names.length > 0) file.addImportDeclaration({ namedImports: names, moduleSpecifier: runtimePackage });
    if (typeName !== undefined) addTypeImport(file, [typeName], './types.js');
    file.addTypeAlias({
      name: 'ThinkControlResult',
      isExported: true,
      type: `{ readonly request: ${requestType} } | { readonly refused: string; readonly spec: string }`,
      docs: docs('The request for the provider, or why the provider cannot do what was asked.'),
    });
    file.addFunction({
      name: 'applyThinkControl',
      isExported: true,
      docs: docs(
        'Turns the think-control fields of a request into those of a provider. The request itself is not changed; conditions read it as the caller sent it, and a refusal wins over the changes of its provider.',
        specLine(controls.at),
      ),
      parameters: [
        { name: 'provider', type: 'string' },
        { name: 'value', type: requestType },
      ],
      returnType: 'ThinkControlResult',
      statements: [
        'const request = structuredClone(value);',
        'switch (provider) {',
        body,
        '}',
        'return { request };',
      ],
    });
  });
}

function providerCases(profile: Profile, controls: ThinkControls): readonly string[] {
  const providers = [...new Set(controls.rows.map((row) => row.provider))];
  // `default` stands last, so that it is the one for every name without a case.
  const ordered = [
    ...providers.filter((name) => name !== anyOther),
    ...providers.filter((name) => name === anyOther),
  ];
  return ordered.map((provider) => {
    const rows = controls.rows.filter((row) => row.provider === provider);
    const refusals = rows.filter((row) => row.effect.kind === 'refuse');
    const changes = rows.filter((row) => row.effect.kind !== 'refuse' && row.effect.kind !== 'forward');
    const label = provider === anyOther ? 'default:' : `case ${text.stringLiteral(provider)}:`;
    return [
      label,
      ...[...refusals, ...changes].map((row) => statement(profile, controls, row)),
      '  break;',
    ].join('\n');
  });
}

function statement(profile: Profile, controls: ThinkControls, row: ThinkControl): string {
  const variables = [requestVariable(profile, controls)];
  const condition = compileCel(row.when.value, row.when.at, { variables, text }).expression?.text ?? 'false';
  const when = condition === 'true' ? '' : `if (${condition}) `;
  const { effect } = row;
  switch (effect.kind) {
    case 'refuse':
      return `${when}return { refused: ${text.stringLiteral(effect.message)}, spec: ${text.stringLiteral(specPosition(row.at))} };`;
    case 'remove':
      return `${when}removePath(request, ${pathLiteral(effect.path)});`;
    case 'set': {
      const value = compileCelExpression(effect.value.value, effect.value.at, { variables, text });
      return `${when}setPath(request, ${pathLiteral(effect.path)}, ${value.expression?.text ?? 'null'});`;
    }
    case 'forward':
      return '';
  }
}

function requestVariable(profile: Profile, controls: ThinkControls): CelVariable {
  const named = controls.request === undefined ? undefined : profile.schemas.get(controls.request);
  return {
    name: 'this',
    identifier: 'value',
    type:
      named === undefined ? { kind: 'dyn' } : celTypeOf(named.schema, profile.schemas, { unbounded: 'dyn' }),
    validated: named !== undefined,
  };
}

function pathLiteral(path: readonly string[]): string {
  return `[${path.map(text.stringLiteral).join(', ')}]`;
}
