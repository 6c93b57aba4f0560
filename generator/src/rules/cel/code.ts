import { NO_BRANCHES, type Branches, type Facts } from './facts.js';
import type { Binding } from './typed.js';
import { kindsOf, membersOf, type CelKind, type CelType } from './types.js';

/** The escapers of the emitter: everything that a source states passes one of them on its way into TypeScript. */
export interface TypeScriptText {
  stringLiteral(value: string): string;
  /** `target.name` or `target['some-name']`. */
  propertyAccess(target: string, name: string): string;
  /** The key of a member in an object literal or type. */
  propertyKey(name: string): string;
  /** An expression that makes the regular expression with the `u` flag. */
  regExpLiteral(pattern: string): string;
  /** Whether every object inherits a member of that name. */
  isPrototypeName(name: string): boolean;
}

/** How tightly a piece of TypeScript binds; a higher one needs no parentheses inside a lower one. */
export const Precedence = {
  conditional: 2,
  or: 3,
  and: 4,
  equality: 8,
  relational: 9,
  additive: 11,
  multiplicative: 12,
  unary: 14,
  member: 17,
  primary: 18,
} as const;

/** A piece of TypeScript and what is known of its value. */
export interface Code {
  readonly text: string;
  readonly precedence: number;
  /** What its value is guaranteed to be. */
  readonly known: CelType;
  /** What the schemas promise; tells an int from a double where `known` is `dyn`. */
  readonly declared: CelType;
  /**
   * Whether the TypeScript type follows from `known`: int and double are `number`, and so on. Otherwise the TypeScript
   * type is `unknown`, the value is as the runtime holds it, and only the runtime works on it.
   */
  readonly plain: boolean;
  /** Whether the value comes straight from JSON: a number in it is a JavaScript number. */
  readonly raw: boolean;
  /** Whether TypeScript narrows the type of this text by a test of it. */
  readonly reference: boolean;
  /** Whether TypeScript may give the text a literal type, such as `'a'` or `true`. */
  readonly literal: boolean;
  /** What TypeScript makes of the texts in a boolean expression. */
  readonly branches: Branches;
  /**
   * Present where an int may lie beyond the safe integers: `text` is then exact only within them, and beyond
   * them on the same side; this form is exact everywhere.
   */
  readonly exact?: () => Code;
  /** The text of the opposite, where it is simpler than `!(text)`. */
  readonly opposite?: string;
  /** The parts of a call of `read`, to which a further step can be added. */
  readonly read?: { readonly container: string; readonly keys: readonly string[] };
}

type CodeParts = Pick<Code, 'text' | 'precedence' | 'known'> & Partial<Code>;

export function code(parts: CodeParts): Code {
  return {
    declared: parts.known,
    plain: true,
    raw: false,
    reference: false,
    literal: false,
    branches: NO_BRANCHES,
    ...parts,
  };
}

/** How a variable or macro variable appears in TypeScript. */
export interface BoundName {
  readonly text: string;
  readonly known: CelType;
  readonly plain: boolean;
  readonly raw: boolean;
}

export interface PrintScope {
  readonly text: TypeScriptText;
  /** The name of the runtime module. */
  readonly runtime: string;
  readonly names: ReadonlyMap<Binding, BoundName>;
  /** Identifiers that a macro variable must not hide. */
  readonly reserved: ReadonlySet<string>;
  /** What TypeScript has narrowed here; nothing, inside a function that stands in the expression. */
  readonly narrowings: Facts;
  /** Told whenever the runtime is used. */
  readonly useRuntime: () => void;
}

/** The text, in parentheses unless it binds at least as tightly as its place asks. */
export function place(piece: Code, precedence: number): string {
  return piece.precedence < precedence ? `(${piece.text})` : piece.text;
}

/** A call of the runtime. */
export function callRuntime(scope: PrintScope, name: string, args: readonly string[]): string {
  scope.useRuntime();
  return `${scope.runtime}.${name}(${args.join(', ')})`;
}

export function exactly(piece: Code): Code {
  return piece.exact?.() ?? piece;
}

/** Whether TypeScript knows the value to be of exactly one kind, and which. */
export function plainKind(piece: Code): CelKind | undefined {
  const [kind, other] = [...kindsOf(piece.known)];
  return piece.plain && other === undefined && kind !== 'dyn' ? kind : undefined;
}

/** Whether numbers in a type are all doubles, though they look like ints when their value is integral. */
function hasUnmarkedDoubles(type: CelType): boolean {
  const kinds = kindsOf(type);
  return kinds.has('double') && !kinds.has('int');
}

function admitsInts(type: CelType): boolean {
  const kinds = kindsOf(type);
  return kinds.has('int') || kinds.has('dyn');
}

/** Whether doubles in a value would be taken for ints where only `to` is known of it. */
export function losesDoubles(piece: Code, to: CelType): boolean {
  const { declared } = piece;
  return (hasUnmarkedDoubles(declared) && admitsInts(to)) || doubleListDepth(declared, to) > 0;
}

/**
 * The text of a value where its static type is lost, or widened to `to`: a double is marked there, so that 1.0 does
 * not become the int 1.
 */
export function widened(scope: PrintScope, piece: Code, to: CelType): string {
  const { text, declared } = exactly(piece);
  if (/^-?\d+\.\d+$/.test(text)) return text;
  if (hasUnmarkedDoubles(declared) && admitsInts(to)) return callRuntime(scope, 'double', [text]);
  const depth = doubleListDepth(declared, to);
  return depth === 0 ? text : callRuntime(scope, 'doubles', [text, String(depth)]);
}

/** How many lists are around doubles that would be taken for ints; 0 when there are none. */
function doubleListDepth(from: CelType, to: CelType, depth = 1): number {
  const list = membersOf(from).find((member) => member.kind === 'list');
  if (list?.kind !== 'list' || depth > 8) return 0;
  const target = membersOf(to).find((member) => member.kind === 'list' || member.kind === 'dyn');
  const items: CelType = target?.kind === 'list' ? target.items : { kind: 'dyn' };
  if (hasUnmarkedDoubles(list.items) && admitsInts(items)) return depth;
  return doubleListDepth(list.items, items, depth + 1);
}
