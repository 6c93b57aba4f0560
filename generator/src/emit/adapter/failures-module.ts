import type { BackendError } from '../../model/index.js';
import { celTypeOf, compileCel, type CelType } from '../../rules/cel/index.js';
import * as text from '../text/index.js';
import { specPosition } from '../text/provenance.js';
import { namedSchema } from './mapping-rows.js';
import type { AdapterScope } from './scope.js';

/** The type that the signals of the table speak of. */
const signalType = 'FailureSignal';

/** `failures.ts`: the table of backend errors as a function; the first row that holds applies. */
export function failuresModule(scope: AdapterScope, runtimePackage: string): string {
  const signal = namedSchema(scope, signalType);
  const type: CelType = signal === undefined ? { kind: 'dyn' } : celTypeOf(signal, scope.profile.schemas);
  const rows = scope.profile.backendErrors.flatMap((row) => failureRow(row, type) ?? []);
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
function failureRow(row: BackendError, type: CelType): EmittedRow | undefined {
  const { signal, code, at } = row;
  const { expression } = compileCel(signal.value, signal.at, {
    text,
    variables: [{ name: 'this', identifier: 'signal', type, validated: true }],
  });
  if (expression === undefined) return undefined;
  // The parameter has the type of the table, of which the expression reads a part.
  const holds = `(${expression.parameters.length === 0 ? '' : 'signal'}) => ${expression.text}`;
  const answer = `type: ${text.stringLiteral(row.type)}, code: ${text.stringLiteral(code ?? row.type)}`;
  return {
    text: `${text.lineComment(specPosition(at))}\n{ holds: ${holds}, ${answer} },`,
    runtimeNames: expression.runtimeNames,
  };
}
