import { diagnose, printable, type Diagnostic, type Span } from '../../diagnostics/index.js';

/** What a path on the right-hand side may start with. */
export const mappingRoots = ['this', 'choice', 'piece', 'call', 'error', 'completion'] as const;

export type MappingRoot = (typeof mappingRoots)[number];

/** The value that a field of an event is given. */
export type MappingValue =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'integer'; readonly value: number }
  | { readonly kind: 'path'; readonly root: MappingRoot; readonly names: readonly string[] };

/** `tool_call.index = call.index`: a field of the event, and the value that it gets. */
export interface Assignment {
  readonly target: readonly string[];
  readonly value: MappingValue;
}

const form = /^\s*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*=\s*(\S.*?)\s*$/;
const text = /^'([^'\\]*)'$/;
const integer = /^(?:0|[1-9]\d{0,14})$/;
const path = new RegExp(`^(${mappingRoots.join('|')})((?:\\.[A-Za-z_]\\w*)*)$`);

/** Reads one assignment of the column `Fields` of a chunk mapping. */
export function parseAssignment(
  source: string,
  span: Span,
): { readonly assignment?: Assignment; readonly diagnostics: readonly Diagnostic[] } {
  const match = form.exec(source);
  const value = match === null ? undefined : parseValue(match[2] ?? '');
  if (match === null || value === undefined) return { diagnostics: [misformed(source, span)] };
  return { assignment: { target: (match[1] ?? '').split('.'), value }, diagnostics: [] };
}

function parseValue(source: string): MappingValue | undefined {
  const quoted = text.exec(source);
  if (quoted !== null) return { kind: 'text', value: quoted[1] ?? '' };
  if (integer.test(source)) return { kind: 'integer', value: Number(source) };
  const steps = path.exec(source);
  if (steps === null) return undefined;
  const names = (steps[2] ?? '').split('.').slice(1);
  return { kind: 'path', root: steps[1] as MappingRoot, names };
}

function misformed(source: string, span: Span): Diagnostic {
  return diagnose('rule-syntax', span, {
    message: 'The assignment is written in no known form.',
    expected: `\`field = value\`, where the value is a text in single quotes, a whole number, or a path that starts with ${mappingRoots.join(', ')}`,
    found: printable(source),
  });
}
