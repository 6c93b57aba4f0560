import type { BackendError, SchemaSet } from '../../model/index.js';
import { celInt, compileCel, type CelType } from '../../rules/cel/index.js';
import * as text from '../text/index.js';
import { specPosition } from '../text/provenance.js';
import { namedSchema } from './mapping-rows.js';
import { isInteger, resolveSchema } from './schema-view.js';
import type { AdapterScope } from './scope.js';

/** The type that the signals of the table speak of. */
const signalType = 'FailureSignal';

/** `failures.ts`: the table of backend errors as a function; the first row that holds applies. */
export function failuresModule(scope: AdapterScope, runtimePackage: string): string {
  const rows = scope.profile.backendErrors.flatMap((row) => failureRow(scope, row) ?? []);
  const runtimeNames = [...new Set(rows.flatMap((row) => row.runtimeNames))].sort();
  const [first] = scope.profile.backendErrors;
  return `
${runtimeNames.length === 0 ? '' : `import { ${runtimeNames.join(', ')} } from ${text.stringLiteral(runtimePackage)};`}
import type { FailureSignal } from './profile.js';

/** What a failure is to the application. */
export interface FailureClass {
  readonly type: string;
  readonly code: string;
}

interface FailureRow extends FailureClass {
  holds(signal: FailureSignal): boolean;
}

/** The rows of the table, in its order. */
const rows: readonly FailureRow[] = [
  ${rows.map((row) => row.text).join('\n')}
];

/** What a failure is that no row knows. */
const unknown: FailureClass = { type: 'server_error', code: 'backend_error' };

/** Type and code of a failure.${first === undefined ? '' : ` Spec: ${specPosition(first.at)}`} */
export function classifyFailure(signal: FailureSignal): FailureClass {
  return rows.find((row) => row.holds(signal)) ?? unknown;
}
`;
}

interface EmittedRow {
  readonly text: string;
  readonly runtimeNames: readonly string[];
}

/** Undefined for a signal that cannot be compiled: `build` has reported it. */
function failureRow(scope: AdapterScope, { signal, type, code, at }: BackendError): EmittedRow | undefined {
  const { expression } = compileCel(signal.value, signal.at, {
    text,
    variables: [{ name: 'this', identifier: 'signal', type: signalCelType(scope), validated: true }],
  });
  if (expression === undefined) return undefined;
  const [parameter] = expression.parameters;
  const holds =
    parameter === undefined
      ? `() => ${expression.text}`
      : `(signal: ${parameter.type}) => ${expression.text}`;
  const answer = `type: ${text.stringLiteral(type)}, code: ${text.stringLiteral(code ?? type)}`;
  return {
    text: `${text.lineComment(specPosition(at))}\n{ holds: ${holds}, ${answer} },`,
    runtimeNames: expression.runtimeNames,
  };
}

/** The signal is flat: texts, and whole numbers. */
function signalCelType(scope: AdapterScope): CelType {
  const { schemas } = scope.profile;
  const schema = resolveSchema(namedSchema(scope, signalType), schemas);
  return {
    kind: 'object',
    open: false,
    fields: (schema?.properties ?? []).map(({ name, schema: field }) => ({
      name,
      optional: schema?.required?.some((required) => required.value === name) !== true,
      type: fieldType(field, schemas),
    })),
  };
}

function fieldType(schema: Parameters<typeof isInteger>[0], schemas: SchemaSet): CelType {
  return isInteger(schema, schemas) ? celInt() : { kind: 'string' };
}
