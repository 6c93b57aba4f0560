import { test } from 'vitest';
import { compileTexts, projectSpecs } from './support/compile.js';
import { renderDiagnostics } from '../generator/src/diagnostics/index.js';
import { writeTree } from './support/folders.js';
test('x', async () => {
  const r = await compileTexts(projectSpecs(), process.env.PR ? process.env.PR.split(',') : undefined);
  console.log(renderDiagnostics(r.diagnostics.filter(d=>d.severity==='error'), 'text').slice(0,8000), r.files.length);
  writeTree('/tmp/ord/out', Object.fromEntries(r.files.map((f) => [f.path, f.text])));
}, 300000);
