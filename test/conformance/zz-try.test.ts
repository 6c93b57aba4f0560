import { test } from 'vitest';
import { buildWorkspace } from '../../generator/src/build/index.js';
import { Recorder } from '../../generator/src/emit/vectors/recorder.js';
import { recordShape } from '../../generator/src/emit/vectors/shape.js';
import { recordData } from '../../generator/src/emit/vectors/data.js';
import { worldOf } from '../../generator/src/emit/vectors/world.js';
import { projectSpecs } from '../support/compile.js';

test('try', async () => {
  const bytes = new Map([...projectSpecs()].map(([path, text]) => [path, new TextEncoder().encode(text)]));
  const built = await buildWorkspace(bytes);
  for (const profile of built.profiles) {
    const start = performance.now();
    const recorder = new Recorder(profile);
    const world = worldOf(profile); recordShape(world, recorder); console.log('shape', Math.round(performance.now() - start)); recordData(world, recorder);
    const { vectors, rules, diagnostics } = recorder.result();
    console.log(profile.id, vectors.length, rules.length, diagnostics.length, rules.filter((r) => !r.alone).length, Math.round(performance.now() - start), JSON.stringify(vectors).length);
    for (const d of diagnostics.slice(0, 25)) console.log(`${d.span.file}:${d.span.line} ${d.message}`);
    for (const d of rules.filter((r) => !r.alone).slice(0, 10)) console.log('not alone', d.rule);
  }
}, 300000);
