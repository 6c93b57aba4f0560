import { diagnose, printable, type Diagnostic, type Span } from '../../diagnostics/index.js';

/** One step of a path into an answer; `each` leads on to every element of a list. */
export interface PathStep {
  readonly name: string;
  readonly each: boolean;
}

/** The place in a backend's answer that a row of the chunk mapping speaks of. */
export interface ChunkField {
  /** The schema at which the path starts; undefined for the chunk of a chat stream. */
  readonly schema: string | undefined;
  readonly steps: readonly PathStep[];
  /** The text that ends a stream, in place of a path. */
  readonly terminator: boolean;
}

/** Text that stands for the end of a stream. */
const terminator = '[DONE]';

const step = /^([A-Za-z_]\w*)(\[\])?$/;

/** Reads `choices[].delta.content`, `ResponsesStreamTextDelta.delta`, `ChatCompletion` or `[DONE]`. */
export function parseChunkField(
  source: string,
  span: Span,
): { readonly field?: ChunkField; readonly diagnostics: readonly Diagnostic[] } {
  if (source === terminator)
    return { field: { schema: undefined, steps: [], terminator: true }, diagnostics: [] };
  const names = source.split('.');
  const [first = ''] = names;
  const schema = /^[A-Z]\w*$/.test(first) ? first : undefined;
  const steps: PathStep[] = [];
  for (const name of schema === undefined ? names : names.slice(1)) {
    const match = step.exec(name);
    if (match === null) return { diagnostics: [misformed(source, span)] };
    steps.push({ name: match[1] ?? '', each: match[2] !== undefined });
  }
  return { field: { schema, steps, terminator: false }, diagnostics: [] };
}

function misformed(source: string, span: Span): Diagnostic {
  return diagnose('rule-syntax', span, {
    message: 'The chunk field is not a path.',
    expected: 'names joined by dots, `[]` after a list, such as `choices[].delta.content`, or `[DONE]`',
    found: printable(source),
  });
}
