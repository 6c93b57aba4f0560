import { describe, expect, it } from 'vitest';

import { compileTexts, errorsOf, projectSpecs } from '../support/compile.js';

const profile = 'openai-compatible/profile.md';
const edge = 'iop-edge/profile.md';

/** Rows whose deletion other tables, examples, documents or templates notice, and how many of them are told of it. */
const cases = [
  { file: profile, row: '| 2 | Responses |', told: 1 },
  { file: profile, row: '| Chat completions | `chat.completions.create` |', told: 4 },
  { file: profile, row: '| `schema_version` | Required |', told: 0 },
  { file: profile, row: '| `operation` | Required |', told: 4 },
  { file: profile, row: '| `body` | Required |', told: 4 },
  { file: profile, row: '| `nnrp` | Optional |', told: 0 },
  { file: profile, row: '| `response.output_text.delta` | `index`, `delta` |', told: 4 },
  { file: profile, row: '| `response.tool_call.started` | `index`, `tool_call` |', told: 4 },
  { file: profile, row: '| `response.cancelled` |', told: 4 },
  { file: profile, row: '| `terminal` | `this.type in', told: 2 },
  { file: edge, row: '| `ChatCompletionChunk` | `ChatCompletionChunk` |', told: 4 },
  { file: edge, row: '| `StreamError` | `ErrorEnvelope` |', told: 4 },
  { file: edge, row: '| `StreamDone` | `StreamDone` |', told: 1 },
] as const;

describe('one row less', () => {
  it.each(cases)('$file without $row compiles, and what spoke of it is told', async ({ file, row, told }) => {
    const specs = projectSpecs();
    const lines = (specs.get(file) ?? '').split('\n');
    const place = lines.findIndex((line) => line.startsWith(row));
    expect(place).toBeGreaterThan(0);
    specs.set(file, lines.toSpliced(place, 1).join('\n'));
    const result = await compileTexts(specs);
    expect(errorsOf(result)).toEqual([]);
    expect(result.files).not.toEqual([]);
    const warnings = result.diagnostics.filter(
      ({ code }) => code === 'dangling-reference' || code === 'adapter-left-out',
    );
    if (told === 0) expect(warnings).toEqual([]);
    else expect(warnings.length).toBeGreaterThanOrEqual(told);
  });
});
