import type { Dialect, DialectReading, Profile, SchemaId } from '../../../model/index.js';
import { compileCel, type CelVariable } from '../../../rules/cel/index.js';
import * as text from '../../text/index.js';
import { specPosition } from '../../text/provenance.js';

const variables: readonly CelVariable[] = [
  { name: 'this', identifier: 'message', type: { kind: 'dyn' }, validated: false },
];

/** `dialects.ts`: how named servers depart from the documents; undefined without the table. */
export function dialectsModule(profile: Profile, runtimePackage: string): string | undefined {
  if (profile.dialects.length === 0) return undefined;
  const body = profile.dialects.map((dialect) => dialectLiteral(profile, dialect)).join('\n');
  const runtimeNames = ['holds', 'cel'].filter((name) => new RegExp(`\\b${name}[.(]`).test(body));
  const validators = [...new Set(body.match(/\bvalidate[A-Z]\w*/g) ?? [])].sort();
  const names = profile.dialects.map(({ name }) => text.stringLiteral(name)).join(' | ');
  return [
    `import { ${[...runtimeNames, 'type DialectReadings'].join(', ')} } from ${text.stringLiteral(runtimePackage)};`,
    ...(validators.length === 0 ? [] : [`import { ${validators.join(', ')} } from './validators.js';`]),
    '',
    text.docComment('A server whose departures from the documents are stated.'),
    `export type Dialect = ${names};\n`,
    text.docComment('The readings of each dialect, with the rows of the table that state them.'),
    'export const dialects: Readonly<Record<Dialect, DialectReadings>> = {',
    body,
    '};',
  ].join('\n');
}

function dialectLiteral(profile: Profile, { name, readings }: Dialect): string {
  const of = <K extends DialectReading['kind']>(kind: K): readonly Extract<DialectReading, { kind: K }>[] =>
    readings.filter((reading): reading is Extract<DialectReading, { kind: K }> => reading.kind === kind);
  const [calls] = of('tool-calls');
  const [kept] = of('text');
  return [
    `${text.propertyKey(name)}: {`,
    'nullIsAbsent: [',
    ...of('null-is-absent').map(({ path, at }) => `${position(at)}\n${pathLiteral(path)},`),
    '],',
    'types: [',
    ...of('type').map(
      ({ path, schema, at }) =>
        `${position(at)}\n{ path: ${pathLiteral(path)}, judge: ${validator(profile, schema)} },`,
    ),
    '],',
    'failures: [',
    ...of('failure').map((reading) => failureLiteral(profile, reading)),
    '],',
    'grows: [',
    ...of('grows').map(
      ({ path, at }) => `{ path: ${pathLiteral(path)}, spec: ${text.stringLiteral(specPosition(at))} },`,
    ),
    '],',
    ...(calls === undefined
      ? []
      : [
          `toolCalls: { path: ${pathLiteral(calls.path)}, spec: ${text.stringLiteral(specPosition(calls.at))} },`,
        ]),
    ...(kept === undefined ? [] : [position(kept.at), `text: ${pathLiteral(kept.path)},`]),
    '},',
  ].join('\n');
}

function failureLiteral(
  profile: Profile,
  { when, schema, at }: Extract<DialectReading, { kind: 'failure' }>,
): string {
  const { expression, diagnostics } = compileCel(when.value, when.at, { variables, text });
  // The builder has checked the condition.
  if (expression === undefined) throw new Error(diagnostics.map(({ message }) => message).join(' '));
  const condition = expression.mayThrow ? `holds(() => ${expression.text})` : expression.text;
  return [
    text.lineComment(when.value),
    '{',
    `matches: (message) => ${condition},`,
    ...(schema === undefined ? [] : [`judge: ${validator(profile, schema)},`]),
    `spec: ${text.stringLiteral(specPosition(at))},`,
    '},',
  ].join('\n');
}

function validator({ schemas }: Profile, schema: SchemaId): string {
  return `validate${schemas.get(schema)?.name ?? ''}`;
}

function position(at: DialectReading['at']): string {
  return text.lineComment(`Spec: ${specPosition(at)}`);
}

function pathLiteral(path: readonly string[]): string {
  return `[${path.map(text.stringLiteral).join(', ')}]`;
}
