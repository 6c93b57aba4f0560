import { describe, expect, it } from 'vitest';

import { compileTexts, projectSpecs } from '../support/compile.js';

describe('the emitted bytes', () => {
  it('do not depend on the order in which files are read', async () => {
    const specs = [...projectSpecs()].filter(([path]) => /^(nscale-sse|openai-chat-text)\//.test(path));
    const [forward, backward] = await Promise.all([
      compileTexts(new Map(specs)),
      compileTexts(new Map(specs.toReversed())),
    ]);
    expect(forward.files.length).toBeGreaterThan(0);
    expect(backward.files).toEqual(forward.files);
  });

  it('do not depend on the line ends or a byte order mark of the input', async () => {
    const specs = new Map([...projectSpecs()].filter(([path]) => path.startsWith('nscale-sse/')));
    const crlf = new Map([...specs].map(([path, text]) => [path, `\ufeff${text.replaceAll('\n', '\r\n')}`]));
    expect((await compileTexts(crlf)).files).toEqual((await compileTexts(specs)).files);
  });

  it('have no carriage return, no trailing space and one final line end', async () => {
    const { files } = await compileTexts(projectSpecs(), ['nscale-sse']);
    for (const { path, text } of files.filter((file) => !file.path.startsWith('runtime/'))) {
      expect(text, path).not.toMatch(/\r|[ \t]\n/);
      expect(text, path).toMatch(/[^\n]\n$/);
    }
  });
});
