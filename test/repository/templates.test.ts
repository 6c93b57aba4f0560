import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

import { escapers } from '../../generator/src/emit/template.js';

const folder = resolve(import.meta.dirname, '../../templates');
const templates = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.hbs'),
);

describe.each(templates)('template %s', (name) => {
  const text = readFileSync(join(folder, name), 'utf8');

  it('prints no value without an escaper', () => {
    const printed = [...text.matchAll(/\{\{(?![#/])\s*([^}]*?)\s*\}\}/g)].map((match) => match[1] ?? '');
    const bare = printed.filter((expression) => {
      const [helper = '', argument] = expression.split(/\s+/);
      return argument === undefined || !Object.hasOwn(escapers, helper);
    });
    expect(bare).toEqual([]);
  });

  it('has no triple braces', () => {
    expect(text).not.toContain('{{{');
  });
});
