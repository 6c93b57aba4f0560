import fc from 'fast-check';
import { test } from 'vitest';
import { compiled } from './cel/evaluate.js';
import { Decisions, ExpressionGenerator, variablesOf } from './cel/generate.js';
import { moduleOf, typeErrors, load } from './cel/typescript.js';
test('ts', async () => {
  for (const [tag, result] of [['bool', 'boolean'], ['dyn', 'unknown'], ['ints', 'unknown'], ['item', 'unknown'], ['double', 'unknown']] as const) for (const v of [true, false]) {
    const nums = fc.sample(fc.array(fc.nat(1_000_000), { minLength: 0, maxLength: 200, size: 'max' }), { numRuns: tag === 'bool' ? 1500 : 300, seed: Number(process.env.SEED ?? 3) });
    const t0 = Date.now();
    const list = nums.flatMap((d) => { try { return [compiled(new ExpressionGenerator(new Decisions(d)).expression(tag), variablesOf(v), tag === 'bool' ? 'condition' : 'value')]; } catch { return []; } });
    const t1 = Date.now();
    const errors = typeErrors(moduleOf(list, result));
    console.log(tag, v, list.length, errors.length, t1 - t0, Date.now() - t1, [...errors].sort((a, b) => a.length - b.length).slice(0, 6).join('\n'));
    if (errors.length) for (const e of errors.slice(0,2)) { const t = e.split('\n')[1]!.trim().replace(/^return /, '').replace(/;$/, ''); console.log(list.find((l) => l.text === t)?.source); }
    if (tag === 'bool') console.log(Object.keys(await load(moduleOf(list, result))).length);
  }
});
