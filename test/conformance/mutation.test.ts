import { beforeAll, describe, expect, it } from 'vitest';

import type { CompileResult } from '../../generator/src/compile.js';
import type { Vector } from '../../generator/src/emit/vectors/index.js';
import { compileTexts, projectSpecs } from '../support/compile.js';
import { poolOf } from '../../generator/src/emit/vectors/order/pool.js';
import { orderViewOf } from '../../generator/src/emit/vectors/order/view.js';
import { worldOf } from '../../generator/src/emit/vectors/world.js';
import {
  EmittedModules,
  mutantsOf,
  mutated,
  sampleOf,
  type Mutant,
  type Mutation,
  type PossibleTransitions,
} from './mutation-support.js';
import { isOrder, issueKeys, projectVectors, type ProfileWithVectors } from './support.js';

/** Mutants of each kind that are tried on each package. */
const sampleSize = 40;
const ids = ['iop-edge', 'nscale-sse', 'openai-chat-text', 'openai-compatible'];

interface Survivor {
  readonly package: string;
  readonly mutation: Mutation;
  readonly line: string;
}

let compiled: CompileResult;
let made: readonly ProfileWithVectors[];
const tried = new Map<Mutation, number>();
const survivors: Survivor[] = [];

beforeAll(async () => {
  compiled = await compileTexts(projectSpecs());
  made = await projectVectors();
}, 300_000);

type Issues = readonly { readonly code: string; readonly path: string; readonly event?: number }[];
type Exports = Readonly<Record<string, unknown>>;

/** Whether the guard and the validator of a type judge a vector as it states. */
function isJudgedRight(exports: Exports, { type, input, expect: { valid, issues } }: Vector): boolean {
  const guard = exports[`is${type}`] as (value: unknown) => boolean;
  const validate = exports[`validate${type}`] as (value: unknown) => Issues;
  if (guard(input) !== valid) return false;
  const got = validate(input).map(({ code, path }) => ({ code, path }));
  return issueKeys(got).join('\n') === issueKeys(issues).join('\n');
}

function isStreamJudgedRight(exports: Exports, { input, expect: { issues } }: Vector): boolean {
  const create = exports['createOrderChecker'] as () => {
    push(message: unknown): Issues;
    end(): Issues;
  };
  const checker = create();
  const found = [
    ...(input as readonly unknown[]).flatMap((message) => checker.push(message)),
    ...checker.end(),
  ];
  const got = found.map(({ code, path, event = 0 }) => ({ code, path, event }));
  return issueKeys(got).join('\n') === issueKeys(issues).join('\n');
}

function isKilled(exports: () => Exports, vectors: readonly Vector[], judge: typeof isJudgedRight): boolean {
  try {
    const mutant = exports();
    return vectors.some((vector) => !judge(mutant, vector));
  } catch {
    // A mutant that throws is noticed.
    return true;
  }
}

const constants = { stream: 'streamOrder', choice: 'choiceOrder', call_id: 'callIdOrder' };

/**
 * The transitions that valid messages can take. The tables have more: a message is never two symbols that exclude each
 * other, and a call does not begin with an event that concerns all open calls.
 */
function possibleTransitions(id: string): PossibleTransitions {
  const profile = made.find((candidate) => candidate.profile.id === id)?.profile;
  if (profile === undefined) return new Map();
  const world = worldOf(profile);
  const view = orderViewOf(world);
  if (view === undefined) return new Map();
  const pool = poolOf(world, view);
  return new Map(
    view.scopes.map(({ scope, automaton }, place) => {
      const letters = pool.flatMap((message) => message.letters[place] ?? []);
      const reached = new Set([0]);
      const transitions = new Set<string>();
      for (const state of reached) {
        for (const { letter, opens } of letters) {
          if (state === 0 && scope !== 'stream' && !opens) continue;
          transitions.add(`${String(state)} ${String(letter)}`);
          const to = automaton?.states[state]?.next[letter] ?? -1;
          if (to >= 0) reached.add(to);
        }
      }
      return [constants[scope], transitions] as const;
    }),
  );
}

function tryMutants(
  id: string,
  module: string,
  mutation: Mutation,
  judge: typeof isJudgedRight,
): readonly Mutant[] {
  const modules = new EmittedModules(compiled, id);
  const text = modules.text(module) ?? '';
  const wanted = module === 'order';
  const vectors = (made.find(({ profile }) => profile.id === id)?.vectors ?? []).filter(
    (vector) => isOrder(vector) === wanted,
  );
  expect(isKilled(() => modules.evaluate(module, text), vectors, judge)).toBe(false);
  const mutants = sampleOf(
    mutantsOf(text, mutation, wanted ? possibleTransitions(id) : new Map()),
    sampleSize,
  );
  tried.set(mutation, (tried.get(mutation) ?? 0) + mutants.length);
  return mutants.filter(
    (mutant) => !isKilled(() => modules.evaluate(module, mutated(text, mutant)), vectors, judge),
  );
}

describe.each(ids)('mutants of %s', (id) => {
  it.each([
    ['validators', 'flip a comparison', isJudgedRight],
    ['validators', 'drop a check', isJudgedRight],
    ['order', 'redirect a transition', isStreamJudgedRight],
  ] as const)('are killed in %s: %s', { timeout: 300_000 }, (module, mutation, judge) => {
    const alive = tryMutants(id, module, mutation, judge);
    for (const { line } of alive) console.log(`survives: ${id}: ${mutation}: ${line}`);
    survivors.push(...alive.map(({ line }) => ({ package: id, mutation, line })));
    expect(tried.get(mutation)).toBeGreaterThan(0);
  });
});

describe('the vectors', () => {
  it('kill at least 95 % of all mutants', () => {
    const total = [...tried.values()].reduce((sum, count) => sum + count, 0);
    const report = survivors
      .map(({ package: id, mutation, line }) => `${id}: ${mutation}: ${line}`)
      .join('\n');
    expect(total).toBeGreaterThan(300);
    expect(
      (total - survivors.length) / total,
      `${String(survivors.length)} of ${String(total)} survive:\n${report}`,
    ).toBeGreaterThanOrEqual(0.95);
  });
});
