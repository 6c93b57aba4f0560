import { test } from 'vitest';
import { appendFileSync, writeFileSync, readFileSync } from 'node:fs';
import { schemaSet, run } from '../support/emitted-validators.js';
import { emitValidators } from '../../generator/src/emit/validators/index.js';
import { verifyTypeScript } from '../../generator/src/emit/verify.js';
const LOG = (...a: any[]) => appendFileSync('/tmp/ve/wide.log', a.join(' ') + '\n');
const cpu = () => { const c = process.cpuUsage(); return (c.user + c.system) / 1000; };
const schemas: any = {
  Props: { type: 'object', additionalProperties: false, required: Array.from({length: 2500}, (_, i) => 'p' + i), properties: Object.fromEntries(Array.from({length: 5000}, (_, i) => ['p' + i, { type: ['string','integer'][i % 2] }])) },
  Required: { type: 'object', required: Array.from({length: 5000}, (_, i) => 'p' + i), },
  Enum: { enum: Array.from({length: 5000}, (_, i) => 'v' + i) },
  Union: { oneOf: Array.from({length: 1000}, (_, i) => ({type:'object', required:['type','a'], properties: {type: {const: 'event.number.' + i}, a: {type:'integer'}}})) },
  Untold: { anyOf: Array.from({length: 1000}, (_, i) => ({type:'object', required:['a' + i]})) },
};
const f = (path: string, text: string) => ({ path, text, sources: [], ownership: 'generated' as const });
const rt = (n: string) => readFileSync(new URL(`../../templates/runtime/${n}`, import.meta.url), 'utf8');
const base = { compilerOptions: { target: 'ES2022', lib: ['ES2022'], module: 'NodeNext', moduleResolution: 'NodeNext', strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noPropertyAccessFromIndexSignature: true, noImplicitReturns: true, noFallthroughCasesInSwitch: true, noUnusedLocals: true, noUnusedParameters: true, allowUnreachableCode: false, verbatimModuleSyntax: true, isolatedModules: true, skipLibCheck: true } };
test('x', { timeout: 500000 }, () => {
  writeFileSync('/tmp/ve/wide.log', '');
  const set0 = cpu(); const set = schemaSet(schemas); LOG('build', cpu() - set0);
  for (const name of Object.keys(schemas)) {
    const one = new Map([...set].filter(([, s]) => s.name === name));
    const c = cpu(); const text = emitValidators(one, { runtimeImport: './runtime.js', typesImport: './types.js' }); const c2 = cpu();
    writeFileSync('/tmp/ve/wide-' + name + '.ts', text);
    const errors = verifyTypeScript([f('tsconfig.base.json', JSON.stringify(base)), f('p/src/validators.ts', text), f('p/src/types.ts', `export type ${name} = unknown;`),
      f('p/src/runtime.ts', "export * from './issue.js'; export * from './validation.js';"), ...['issue.ts', 'validation.ts', 'cel-values.ts'].map((n) => f('p/src/' + n, rt(n)))], '@x');
    LOG(name, 'emit', c2 - c, 'bytes', text.length, 'tsc', cpu() - c2, JSON.stringify(errors.slice(0, 3)));
    const e = run(text) as any;
    if (name === 'Props') { const v: any = {}; for (let i = 0; i < 5000; i++) v['p' + i] = i % 2 ? 1 : 'a'; const t = cpu(); LOG(e.isProps(v), e.validateProps(v).length); v.p7 = 'x'; delete v.p8; v.zz = 1; LOG(JSON.stringify(e.validateProps(v)), cpu() - t); }
    if (name === 'Union') { LOG(e.isUnion({type:'event.number.999', a: 1}), JSON.stringify(e.validateUnion({type:'event.number.999', a: 'x'})), JSON.stringify(e.validateUnion({type:'zz'}))); }
  }
});
