import fc from 'fast-check';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { schemaDocument } from '../support/arbitrary-schemas.js';
import { emittedText, schemaSet } from '../support/emitted-validators.js';
import { verifyTypeScript } from '../../generator/src/emit/verify.js';
import { payloadTypes } from '../../generator/src/emit/types/payload-types.js';
import { declaredSchemas } from '../../generator/src/emit/types/declared.js';
const rt = (n: string) => readFileSync(new URL(`../../templates/runtime/${n}`, import.meta.url), 'utf8');
test('x', { timeout: 500000 }, async () => {
  const sampled = fc.sample(schemaDocument({ modern: false, nullable: true }), { numRuns: Number(process.env.N ?? 100), seed: Number(process.env.SEED ?? 7) });
  const by: any = {};
  sampled.map((s) => JSON.parse(JSON.stringify(s).replaceAll('hasOwnProperty', 'valueOf'))).forEach((s, i) => { try { schemaSet({ R: s }, 'asyncapi-2'); by['S' + i] = s; } catch {} });
  const t = Date.now();
  const text = emittedText(by, { dialect: 'asyncapi-2' }).replace("'@example/runtime'", "'./runtime.js'");
  const t2 = Date.now();
  const set = schemaSet(by, 'asyncapi-2');
  const declared = declaredSchemas(set);
  const real = await payloadTypes(declared, set, (id) => declared.find((d) => d.id === id)?.name);
  const f = (path: string, text: string) => ({ path, text, sources: [], ownership: 'generated' as const });
  const base = { compilerOptions: { target: 'ES2022', lib: ['ES2022'], module: 'NodeNext', moduleResolution: 'NodeNext', strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noPropertyAccessFromIndexSignature: true, noImplicitReturns: true, noFallthroughCasesInSwitch: true, noUnusedLocals: true, noUnusedParameters: true, allowUnreachableCode: false, verbatimModuleSyntax: true, isolatedModules: true, skipLibCheck: true } };
  writeFileSync('/tmp/ve/rand.ts', text); writeFileSync('/tmp/ve/types.ts', real);
  for (const types of [real, Object.keys(by).map((n) => `export type ${n} = unknown;`).join('\n')]) {
    const t3 = Date.now();
    const errors = verifyTypeScript([f('tsconfig.base.json', JSON.stringify(base)), f('p/src/validators.ts', text), f('p/src/types.ts', types),
      f('p/src/runtime.ts', "export * from './issue.js'; export * from './validation.js';"), ...['issue.ts', 'validation.ts', 'cel-values.ts'].map((n) => f('p/src/' + n, rt(n)))], '@x');
    console.log(Object.keys(by).length, text.length, t2 - t, Date.now() - t3, errors.length);
    for (const e of errors.slice(0, 20)) console.log(e.path, e.line, e.message, '\n', (e.path.includes('valid') ? text : types).split('\n').slice(e.line - 6, e.line + 2).join('\n'));
  }
});
