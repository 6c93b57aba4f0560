import { readFileSync } from 'node:fs';
import { verifyTypeScript } from '../../generator/src/emit/verify.js';
import type { OutputFile } from '../../generator/src/model/index.js';

/** The flags that emitted packages are built with, and some more. */
const compilerOptions = {
  target: 'ES2022',
  lib: ['ES2022'],
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  allowUnreachableCode: false,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: true,
};

const runtimeFiles = ['issue.ts', 'validation.ts', 'cel.ts', 'cel-arithmetic.ts', 'cel-comparison.ts'];
const runtimeIndex = `export * as cel from './cel.js';\nexport * from './issue.js';\nexport * from './validation.js';\n`;

/** Type errors of an emitted validator module, with its types and the real runtime; `validators.ts:12 message`. */
export function moduleErrors(validators: string, types: string): readonly string[] {
  const runtime = [...runtimeFiles, 'cel-conversion.ts', 'cel-values.ts'].map((name) =>
    file(
      `runtime/src/${name}`,
      readFileSync(new URL(`../../templates/runtime/${name}`, import.meta.url), 'utf8'),
    ),
  );
  const files = [
    file('tsconfig.base.json', JSON.stringify({ compilerOptions })),
    file('runtime/src/index.ts', runtimeIndex),
    ...runtime,
    file('package/src/types.ts', types),
    file('package/src/validators.ts', validators),
  ];
  return verifyTypeScript(files, '@example').map(
    ({ path, line, message }) => `${path}:${String(line)} ${message}`,
  );
}

function file(path: string, text: string): OutputFile {
  return { path, text, sources: [], ownership: 'generated' };
}
