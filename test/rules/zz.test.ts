import fc from 'fast-check';
import { test } from 'vitest';
import { compiled, evaluator } from './cel/evaluate.js';
import { Decisions, ExpressionGenerator, MESSAGE, variablesOf } from './cel/generate.js';
import { libraryEvaluator } from './cel/oracle.js';
import { anyJson, damaged, valueOf } from './cel/values.js';
const seed = Number(process.env.SEED ?? 1),
  N = Number(process.env.N ?? 1500);
test('find', () => {
  const seen = new Map<string, string>();
  let total = 0,
    errors = 0,
    skipped = 0;
  const err: any = {}, tot: any = {}; const stat: Record<string, number> = {};
  for (const tag of ['bool', 'int', 'double', 'string', 'ints', 'texts', 'dyn', 'item'] as const)
    for (const mode of ['ok', 'damaged', 'any'] as const) {
      const variables = variablesOf(mode === 'ok');
      const use = tag === 'bool' ? 'condition' : 'value';
      const arb = mode === 'ok' ? valueOf(MESSAGE) : mode === 'damaged' ? damaged(MESSAGE) : anyJson;
      const values = fc.sample(arb, { numRuns: 200, seed });
      const choices = fc.sample(valueOf(variables[1]!.type), { numRuns: 50, seed });
      const nums = fc.sample(fc.array(fc.nat(1_000_000), { minLength: 0, maxLength: 200, size: 'max' }), {
        numRuns: tag === 'bool' ? N * 3 : N,
        seed,
      });
      nums.forEach((d, i) => {
        const source = new ExpressionGenerator(new Decisions(d)).expression(tag);
        let e;
        try {
          e = compiled(source, variables, use);
        } catch (x) {
          skipped++;
          const m = String((x as Error).message)
            .split('\n')
            .pop()!
            .replace(/\d+: /, '')
            .slice(0, 90);
          stat[m] = (stat[m] ?? 0) + 1;
          return;
        }
        const ev = evaluator(e), lib = libraryEvaluator(source, variables); for (let k = 0; k < 3; k++) {
          const b = { this: values[(i * 3 + k) % 200], choice: choices[(i + k) % 50] };
          total++;
          let got: any;
          try {
            got = ev(b);
          } catch (x) {
            got = { crash: String((x as Error).stack).slice(0, 300) };
          }
          let want: any = lib(b);
          if (use === 'condition' && !('error' in want) && typeof want.value !== 'boolean')
            want = { error: 'nb' };
          if ('error' in want) { errors++; err[tag + mode] = (err[tag + mode] ?? 0) + 1; } tot[tag+mode] = (tot[tag+mode] ?? 0) + 1;
          const bad =
            'crash' in got ||
            'error' in got !== 'error' in want ||
            (!('error' in got) && JSON.stringify(got.value) !== JSON.stringify(want.value)) ||
            (!e.mayThrow && 'error' in got);
          if (bad) {
            const key =
              tag +
              mode +
              (got.crash ?? got.error ?? 'value').slice(0, 60) +
              (want.error ?? 'value').slice(0, 40);
            const txt = [
              tag,
              mode,
              source,
              e.text,
              JSON.stringify(got),
              JSON.stringify(want),
              'mayThrow ' + e.mayThrow,
            ].join('\n   ');
            if (!seen.has(key) || seen.get(key)!.length > txt.length) seen.set(key, txt);
          }
        }
      });
    }
  console.log(total, 'pairs', errors, 'errors', skipped, 'skipped', stat, Object.keys(tot).map((k) => k + ' ' + ((err[k] ?? 0) / tot[k]).toFixed(2)).join(', '));
  console.log(
    [...seen.values()]
      .sort((a, b) => a.length - b.length)
      .slice(0, 25)
      .join('\n'),
  );
});
