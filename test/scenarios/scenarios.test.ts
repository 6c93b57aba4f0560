import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import type { CompileResult } from '../../generator/src/compile.js';
import { formatSpan } from '../../generator/src/diagnostics/index.js';
import { compileTexts } from '../support/compile.js';

const isUpdate = process.env['UPDATE_SCENARIOS'] === '1';
const names = readdirSync(import.meta.dirname).filter((name) => /^(?!README).*\.md$/.test(name));

/** A code block: its info string, and the text between the fences. */
const block = /^```(.+)\n([\s\S]*?)^```$/gm;

const diagnosticsBlock = 'diagnostics';

function pathOf(info: string): string {
  return info.split(' ').at(-1) ?? '';
}

/** What is to stand in a block; undefined where it is a document. */
function outcome(info: string, result: CompileResult): string | undefined {
  if (info === diagnosticsBlock) {
    const lines = result.diagnostics.map(({ span, code, severity, message }) =>
      [formatSpan(span), code, ...(severity === 'error' ? [] : [severity]), message].join(': '),
    );
    return lines.map((line) => `${line}\n`).join('');
  }
  const path = pathOf(info);
  if (path.startsWith('specs/')) return undefined;
  return result.files.find((file) => file.path === path)?.text ?? `not emitted: ${path}\n`;
}

describe('scenarios', () => {
  it('are there', () => {
    expect(names.length).toBeGreaterThan(3);
  });

  it.each(names)('%s', async (name) => {
    const file = join(import.meta.dirname, name);
    const text = readFileSync(file, 'utf8');
    const blocks = [...text.matchAll(block)].map(([, info = '', content = '']) => ({ info, content }));
    const documents = blocks
      .filter(({ info }) => pathOf(info).startsWith('specs/'))
      .map(({ info, content }) => [pathOf(info).slice('specs/'.length), content] as const);
    const result = await compileTexts(new Map(documents));
    const actual = text.replaceAll(block, (whole, info: string) => {
      const content = outcome(info, result);
      return content === undefined ? whole : `\`\`\`${info}\n${content}\`\`\``;
    });
    if (isUpdate) writeFileSync(file, actual);
    else expect(actual).toBe(text);
    expect(actual).not.toContain('not emitted: ');
    expect(blocks.length).toBeGreaterThan(documents.length);
  });
});
