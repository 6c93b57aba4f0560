import { createRequire } from 'node:module';

import ts from 'typescript';

import type { CompileResult } from '../../generator/src/compile.js';

type Exports = Record<string, unknown>;

const compilerOptions: ts.CompilerOptions = {
  module: ts.ModuleKind.CommonJS,
  target: ts.ScriptTarget.ES2022,
};

/** One emitted package as JavaScript, of which one module can be exchanged for a mutant. */
export class EmittedModules {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #loaded = new Map<string, Exports>();

  constructor(
    { files }: CompileResult,
    private readonly id: string,
  ) {
    const own = files.filter(
      ({ path }) => path.endsWith('.ts') && (path.startsWith(`${id}/`) || path.startsWith('runtime/')),
    );
    this.#texts = new Map(
      own.map(({ path, text }) => [path, ts.transpileModule(text, { compilerOptions }).outputText] as const),
    );
  }

  /** The JavaScript of a module of the package; undefined where it has none of that name. */
  text(module: string): string | undefined {
    return this.#texts.get(`${this.id}/src/${module}.ts`);
  }

  /** What a module of the package exports when it has that text; all others are as they were emitted. */
  evaluate(module: string, text: string): Exports {
    const exports: Exports = {};
    this.#evaluate(`${this.id}/src/${module}.ts`, text, exports);
    return exports;
  }

  #evaluate(path: string, text: string, exports: Exports): void {
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the text is emitted by this project, to be run
    const body = new Function('exports', 'require', text) as (
      exports: Exports,
      require: (name: string) => unknown,
    ) => void;
    body(exports, (name) => this.#require(path, name));
  }

  #require(from: string, name: string): unknown {
    const path = name.startsWith('.')
      ? new URL(name, `file:///${from}`).pathname.slice(1).replace(/\.js$/, '.ts')
      : name.endsWith('/runtime')
        ? 'runtime/src/index.ts'
        : undefined;
    if (path === undefined) return createRequire(import.meta.url)(name);
    const loaded = this.#loaded.get(path);
    if (loaded !== undefined) return loaded;
    // Known before it is evaluated, because modules may import each other.
    const exports: Exports = {};
    this.#loaded.set(path, exports);
    this.#evaluate(path, this.#texts.get(path) ?? '', exports);
    return exports;
  }
}

export type Mutation = 'flip a comparison' | 'drop a check' | 'redirect a transition';

/** A small change of a module that a good test notices. */
export interface Mutant {
  readonly mutation: Mutation;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** The changed line, for the report. */
  readonly line: string;
}

export function mutated(text: string, { start, end, replacement }: Mutant): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

const flipped: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
]);

/** Every mutant of a kind, in the order of the text. */
export function mutantsOf(
  text: string,
  mutation: Mutation,
  possible: PossibleTransitions,
): readonly Mutant[] {
  const file = ts.createSourceFile('module.js', text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
  const found: Mutant[] = [];
  const add = (node: ts.Node, replacement: string): void => {
    const start = node.getStart(file);
    const { line } = file.getLineAndCharacterOfPosition(start);
    const shown = text.split('\n')[line]?.trim().slice(0, 140) ?? '';
    found.push({
      mutation,
      start,
      end: node.getEnd(),
      replacement,
      line: `${shown}  [${node.getText(file).slice(0, 60)} -> ${replacement}]`,
    });
  };
  const visit = (node: ts.Node): void => {
    if (mutation === 'flip a comparison') flipComparison(node, add);
    if (mutation === 'drop a check') dropCheck(node, add);
    if (mutation === 'redirect a transition') redirectTransition(node, file, possible, add);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

type Add = (node: ts.Node, replacement: string) => void;

function flipComparison(node: ts.Node, add: Add): void {
  if (!ts.isBinaryExpression(node)) return;
  const replacement = flipped.get(node.operatorToken.kind);
  if (replacement !== undefined) add(node.operatorToken, replacement);
}

/** An `if` that reports or calls never does; an operand of what a guard returns always holds. */
function dropCheck(node: ts.Node, add: Add): void {
  if (ts.isIfStatement(node)) {
    add(node.expression, 'false');
  } else if (isConjunction(node) && isReturned(node)) {
    if (!isConjunction(node.left)) add(node.left, 'true');
    add(node.right, 'true');
  }
}

function isConjunction(node: ts.Node): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
}

/** Whether a conjunction is what a function returns, or a part of that conjunction. */
function isReturned({ parent }: ts.Node): boolean {
  if (ts.isParenthesizedExpression(parent)) return isReturned(parent);
  return ts.isReturnStatement(parent) || (isConjunction(parent) && isReturned(parent));
}

/** The transitions that messages can take, `state letter`, by the constant that holds the automaton of a scope. */
export type PossibleTransitions = ReadonlyMap<string, ReadonlySet<string>>;

/** A transition of a state leads to another state, or a breach to the start. */
function redirectTransition(
  node: ts.Node,
  file: ts.SourceFile,
  possible: PossibleTransitions,
  add: Add,
): void {
  if (!ts.isVariableDeclaration(node)) return;
  const transitions = possible.get(node.name.getText(file));
  if (transitions === undefined) return;
  for (const states of statesIn(node, file)) {
    for (const [state, next] of states.elements.flatMap((element) => nextOf(element, file)).entries()) {
      for (const [letter, target] of next.elements.entries()) {
        if (!transitions.has(`${String(state)} ${String(letter)}`)) continue;
        const to = Number(target.getText(file));
        add(
          target,
          to < 0 ? '0' : states.elements.length > 1 ? String((to + 1) % states.elements.length) : '-1',
        );
      }
    }
  }
}

function statesIn(node: ts.Node, file: ts.SourceFile): readonly ts.ArrayLiteralExpression[] {
  const found: ts.ArrayLiteralExpression[] = [];
  const visit = (inner: ts.Node): void => {
    const isStates = ts.isPropertyAssignment(inner) && inner.name.getText(file) === 'states';
    if (isStates && ts.isArrayLiteralExpression(inner.initializer)) found.push(inner.initializer);
    else ts.forEachChild(inner, visit);
  };
  visit(node);
  return found;
}

function nextOf(state: ts.Expression, file: ts.SourceFile): readonly ts.ArrayLiteralExpression[] {
  if (!ts.isObjectLiteralExpression(state)) return [];
  return state.properties.flatMap((property) => {
    const isNext = ts.isPropertyAssignment(property) && property.name.getText(file) === 'next';
    return isNext && ts.isArrayLiteralExpression(property.initializer) ? [property.initializer] : [];
  });
}

/** So many of them, spread evenly; the same ones in every run. */
export function sampleOf(mutants: readonly Mutant[], size: number): readonly Mutant[] {
  if (mutants.length <= size) return mutants;
  return Array.from(
    { length: size },
    (_item, index) => mutants[Math.floor((index * mutants.length) / size)],
  ).filter((mutant) => mutant !== undefined);
}
