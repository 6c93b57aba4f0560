import { createRequire } from 'node:module';

import ts from 'typescript';

import type { CompileResult } from '../../generator/src/compile.js';

type Exports = Record<string, unknown>;

const compilerOptions: ts.CompilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };

/** One emitted package as JavaScript, of which one module can be exchanged for a mutant. */
export class EmittedModules {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #loaded = new Map<string, Exports>();

  constructor(
    { files }: CompileResult,
    private readonly id: string,
  ) {
    const own = files.filter(({ path }) => path.endsWith('.ts') && (path.startsWith(`${id}/`) || path.startsWith('runtime/')));
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
    return this.#evaluate(`${this.id}/src/${module}.ts`, text);
  }

  #evaluate(path: string, text: string): Exports {
    const exports: Exports = {};
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the text is emitted by this project, to be run
    const body = new Function('exports', 'require', text) as (exports: Exports, require: (name: string) => unknown) => void;
    body(exports, (name) => this.#require(path, name));
    return exports;
  }

  #require(from: string, name: string): unknown {
    const path = name.startsWith('.')
      ? new URL(name, `file:///${from}`).pathname.slice(1).replace(/\.js$/, '.ts')
      : name.endsWith('/runtime')
        ? 'runtime/src/index.ts'
        : undefined;
    if (path === undefined) return createRequire(import.meta.url)(name);
    let loaded = this.#loaded.get(path);
    if (loaded === undefined) {
      loaded = this.#evaluate(path, this.#texts.get(path) ?? '');
      this.#loaded.set(path, loaded);
    }
    return loaded;
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
export function mutantsOf(text: string, mutation: Mutation): readonly Mutant[] {
  const file = ts.createSourceFile('module.js', text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
  const found: Mutant[] = [];
  const add = (node: ts.Node, replacement: string): void => {
    const start = node.getStart(file);
    const { line } = file.getLineAndCharacterOfPosition(start);
    const shown = text.split('\n')[line]?.trim().slice(0, 140) ?? '';
    found.push({ mutation, start, end: node.getEnd(), replacement, line: `${shown}  [${node.getText(file).slice(0, 60)} -> ${replacement}]` });
  };
  const visit = (node: ts.Node): void => {
    if (mutation === 'flip a comparison') flipComparison(node, add);
    if (mutation === 'drop a check') dropCheck(node, add);
    if (mutation === 'redirect a transition') redirectTransition(node, file, add);
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

/** An `if` that reports or refuses never does; an operand of `&&` in a guard always holds. */
function dropCheck(node: ts.Node, add: Add): void {
  if (ts.isIfStatement(node)) {
    add(node.expression, 'false');
  } else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) {
    if (!isConjunction(node.left)) add(node.left, 'true');
    add(node.right, 'true');
  }
}

function isConjunction(node: ts.Node): boolean {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
}

/** A transition of a state leads to another state, or a breach to the start. */
function redirectTransition(node: ts.Node, file: ts.SourceFile, add: Add): void {
  if (!ts.isPropertyAssignment(node) || node.name.getText(file) !== 'states') return;
  if (!ts.isArrayLiteralExpression(node.initializer)) return;
  const states = node.initializer.elements;
  for (const state of states.filter(ts.isObjectLiteralExpression)) {
    const next = state.properties.find((property) => property.name?.getText(file) === 'next');
    if (next === undefined || !ts.isPropertyAssignment(next) || !ts.isArrayLiteralExpression(next.initializer)) continue;
    for (const target of next.initializer.elements) {
      const to = Number(target.getText(file));
      add(target, to < 0 ? '0' : states.length > 1 ? String((to + 1) % states.length) : '-1');
    }
  }
}

/** So many of them, spread evenly; the same ones in every run. */
export function sampleOf(mutants: readonly Mutant[], size: number): readonly Mutant[] {
  if (mutants.length <= size) return mutants;
  return Array.from({ length: size }, (_item, index) => mutants[Math.floor((index * mutants.length) / size)]).filter(
    (mutant) => mutant !== undefined,
  );
}
