/** One departure of a value or a stream from its specification. */
export interface Issue {
  /** What is broken: a JSON Schema keyword in snake case (`type`, `max_length`, `one_of`) or the code of a rule. */
  readonly code: string;
  /**
   * JSON pointer (RFC 6901) to the place in the value, '' for the whole value. A missing or surplus property
   * is pointed at itself, not at its object. It holds names of the value as they are: escape it before
   * showing it on a terminal.
   */
  readonly path: string;
  readonly expected: string;
  /** What stands there, cut at about 80 characters; no control or invisible characters. */
  readonly got: string;
  /** Where the specification demands it: `file:line:column`. */
  readonly spec: string;
}

/** The longest text of `got`. */
const longest = 80;

/** Characters that a terminal acts on, or that a reader cannot see. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

export function report(
  issues: Issue[],
  code: string,
  path: string,
  expected: string,
  got: string,
  spec: string,
): void {
  issues.push({ code, path, expected, got, spec });
}

/** The JSON pointer to a member of the value at `path`. */
export function child(path: string, name: string): string {
  return `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** `1 item`, `3 items`, `2 properties`. */
export function count(size: number, singular: string, plural = `${singular}s`): string {
  return `${String(size)} ${size === 1 ? singular : plural}`;
}

/** The value as JSON on one line, cut short; reads no more of it than it shows. */
export function describe(value: unknown): string {
  const text = render(value, longest);
  if (text.length <= longest) return text;
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** At least `budget` characters of the value's JSON text, or all of it. */
function render(value: unknown, budget: number): string {
  if (typeof value === 'string') return quote(value, budget);
  if (value === undefined) return 'nothing';
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? renderArray(value, budget) : renderObject(value, budget);
}

function renderArray(items: readonly unknown[], budget: number): string {
  let text = '[';
  for (const [index, item] of items.entries()) {
    if (text.length > budget) return text;
    text += (index === 0 ? '' : ',') + render(item, budget - text.length);
  }
  return `${text}]`;
}

function renderObject(value: object, budget: number): string {
  let text = '{';
  const members = value as Readonly<Record<string, unknown>>;
  for (const name in members) {
    if (!Object.hasOwn(members, name)) continue;
    if (text.length > budget) return text;
    text += `${text === '{' ? '' : ','}${quote(name, budget - text.length)}:`;
    text += render(members[name], budget - text.length);
  }
  return `${text}}`;
}

function quote(text: string, budget: number): string {
  const start = text.length > budget ? text.slice(0, Math.max(budget, 1)) : text;
  return JSON.stringify(start).replace(unprintable, escapeCharacter);
}

function escapeCharacter(character: string): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16);
  return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits.padStart(4, '0')}`;
}
