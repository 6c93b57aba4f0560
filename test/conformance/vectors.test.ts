import { beforeAll, describe, expect, it } from 'vitest';

import { checkInstance } from '../../generator/src/build/schema/index.js';
import { profileVectors } from '../../generator/src/emit/vectors/index.js';
import type { CompileResult } from '../../generator/src/compile.js';
import type { JsonValue } from '../../generator/src/model/index.js';
import { compileTexts, importPackage, projectSpecs, validatorOf } from '../support/compile.js';
import { isOrder, issueKeys, profilesOf, projectVectors, type ProfileWithVectors } from './support.js';

const ids = ['iop-edge', 'nscale-sse', 'openai-chat-text', 'openai-compatible'];
let made: readonly ProfileWithVectors[];
let compiled: CompileResult;

beforeAll(async () => {
  made = await projectVectors();
  compiled = await compileTexts(projectSpecs());
}, 300_000);

function vectorsOf(id: string): ProfileWithVectors {
  const found = made.find(({ profile }) => profile.id === id);
  if (found === undefined) throw new Error(`no profile ${id}`);
  return found;
}

describe.each(ids)('the vectors of %s', (id) => {
  it('cover every rule with a valid and an invalid input', () => {
    const { rules, diagnostics } = vectorsOf(id);
    expect(diagnostics).toEqual([]);
    expect(rules.filter(({ valid, invalid }) => valid.length === 0 || invalid.length === 0)).toEqual([]);
    expect(rules.length).toBeGreaterThan(20);
  });

  it('cover every data rule and every order rule by name', () => {
    const { profile, rules } = vectorsOf(id);
    const names = new Set(rules.map(({ rule }) => rule));
    const stated = [...profile.dataRules, ...profile.orderRules].map(({ name }) => name);
    expect(stated.filter((name) => !names.has(name))).toEqual([]);
  });

  it('have unique ids and state a place of the specification', () => {
    const { vectors, profile } = vectorsOf(id);
    expect(new Set(vectors.map((vector) => vector.id)).size).toBe(vectors.length);
    expect(vectors.filter(({ spec }) => !profile.sources.includes(spec.file) || spec.line < 1)).toEqual([]);
  });

  it('agree with the interpreter of schemas about every valid input', () => {
    const { vectors, profile } = vectorsOf(id);
    const byName = new Map([...profile.schemas.values()].map((named) => [named.name, named]));
    const valid = vectors.filter((vector) => vector.expect.valid && !isOrder(vector));
    const wrong = valid.filter(({ type, input }) => {
      const named = byName.get(type);
      return named === undefined || checkInstance(profile.schemas, named.id, input).length > 0;
    });
    expect(wrong.map((vector) => vector.id)).toEqual([]);
  });

  it('are judged by the emitted validators with exactly the issues that they state', async () => {
    const exports = await importPackage(compiled, id);
    const wrong = vectorsOf(id)
      .vectors.filter((vector) => !isOrder(vector))
      .flatMap(({ id: name, type, input, expect: { issues } }) => {
        const got = issueKeys(validatorOf(exports, type)(input).map(({ code, path }) => ({ code, path })));
        const wanted = issueKeys(issues);
        return JSON.stringify(got) === JSON.stringify(wanted) ? [] : [{ name, got, wanted }];
      });
    expect(wrong).toEqual([]);
  });

  it('are judged by the emitted order checker with exactly the issues that they state', async () => {
    const exports = await importPackage(compiled, id);
    const create = exports['createOrderChecker'] as () => {
      push(message: unknown): readonly { code: string; path: string; event: number }[];
      end(): readonly { code: string; path: string; event: number }[];
    };
    const wrong = vectorsOf(id)
      .vectors.filter(isOrder)
      .flatMap(({ id: name, input, expect: { issues } }) => {
        const checker = create();
        const found = [
          ...(input as readonly JsonValue[]).flatMap((message) => checker.push(message)),
          ...checker.end(),
        ];
        const got = issueKeys(found.map(({ code, path, event }) => ({ code, path, event })));
        const wanted = issueKeys(issues);
        return JSON.stringify(got) === JSON.stringify(wanted) ? [] : [{ name, got, wanted }];
      });
    expect(wrong).toEqual([]);
  });
});

describe('vectors', () => {
  it('are the same in every run', async () => {
    const again = (await profilesOf(projectSpecs())).map((profile) => profileVectors(profile).vectors);
    expect(JSON.stringify(again)).toBe(JSON.stringify(made.map(({ vectors }) => vectors)));
  });

  it('are of every kind', () => {
    const kinds = new Set(made.flatMap(({ vectors }) => vectors.map(({ kind }) => kind)));
    expect([...kinds].sort()).toEqual(['capability', 'data', 'operation', 'order', 'request', 'shape']);
  });
});
