import { tests } from '@bufbuild/cel-spec/testdata/conformance.js';
import { test } from 'vitest';
import { compiled, evaluator } from './cel/evaluate.js';
test('c', () => {
  const all: [string, any][] = [];
  const walk = (s: any, p: string): void => { for (const t of s.tests ?? []) all.push([p, t.original]); for (const c of s.suites ?? []) walk(c, p + '/' + c.name); };
  walk(tests, '');
  const json = (v: any): any => { const [k, x] = Object.entries(v)[0] as any; switch (k) { case 'int64Value': return Number(x); case 'doubleValue': return Number(x); case 'stringValue': case 'boolValue': return x; case 'nullValue': return null; case 'listValue': return (x.values ?? []).map(json); case 'mapValue': return Object.fromEntries((x.entries ?? []).map((e: any) => [json(e.key), json(e.value)])); default: throw new Error(k); } };
  let pass = 0, refused: Record<string, number> = {}, bad: string[] = [], ref: string[] = [], n = 0;
  for (const [p, t] of all) {
    if (t.bindings || t.typeEnv || t.container) continue;
    n++;
    let e; try { e = compiled(t.expr, [], 'value'); } catch (x) { const s = p.split('/')[1]!; refused[s] = (refused[s] ?? 0) + 1; if (/comparisons|logic|lists|macros$|basic|string$|integer_math|fp_math|fields|parse|conversions|plumbing/.test(s) && !/\du|b'|b"|timestamp|duration|bytes|uint|type\(|TestAll|google/.test(t.expr)) ref.push(p + ' ' + t.expr.slice(0, 60) + ' => ' + String((x as Error).message).split('\n').slice(1).join(';').slice(0,90) + ' want ' + JSON.stringify(t.value ?? t.evalError?.errors ?? null)?.slice(0,60)); continue; }
    let got: any; try { got = evaluator(e)({}); } catch (x) { got = { crash: String(x) }; }
    let want: any; try { want = t.evalError || t.anyEvalErrors ? { error: 1 } : { value: json(t.value ?? { boolValue: true }) }; } catch { continue; }
    if (('error' in got) === ('error' in want) && (('error' in got) || JSON.stringify(got.value) === JSON.stringify(want.value))) pass++;
    else bad.push(p + '/' + t.name + ' ' + t.expr + ' got ' + JSON.stringify(got) + ' want ' + JSON.stringify(want) + ' ' + e.text);
  }
  console.log(n, pass, bad.length, refused); console.log(bad.join('\n')); console.log('REFUSED\n' + ref.join('\n'));
});
