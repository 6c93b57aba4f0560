import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const source = resolve(import.meta.dirname, '../../generator/src');

/** What each layer may import besides itself (design, section 3). Files at the top of `src` may import all. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  cli: ['load', 'diagnostics', 'model', 'build', 'rules', 'names', 'emit', 'write', 'lint', 'show', ''],
  emit: ['model', 'names', 'rules', 'diagnostics'],
  build: ['load', 'model', 'names', 'rules', 'diagnostics'],
  lint: ['model', 'diagnostics'],
  show: ['load', 'diagnostics'],
  load: ['diagnostics'],
  names: ['diagnostics'],
  rules: ['diagnostics', 'model'],
  model: [],
  write: [],
  diagnostics: [],
};

interface Import {
  readonly from: string;
  readonly to: string;
}

function sourceFiles(): readonly string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort();
}

function layerOf(file: string): string {
  const [first = ''] = file.split(sep);
  return /\.[jt]s$/.test(first) ? '' : first;
}

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(source, file), 'utf8');
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map(
    (match) => match[1] ?? '',
  );
  return specifiers.map((specifier) => ({
    from: file,
    to: relative(source, resolve(join(source, dirname(file)), specifier)),
  }));
}

describe('the layers of the generator', () => {
  const files = sourceFiles();

  it('has only layers that the rules name', () => {
    const layers = new Set(files.map(layerOf).filter((layer) => layer !== ''));
    expect([...layers].filter((layer) => !(layer in allowed))).toEqual([]);
  });

  it('imports in one direction only', () => {
    const offences = files
      .filter((file) => layerOf(file) !== '')
      .flatMap(importsOf)
      .filter(({ from, to }) => {
        const [own, other] = [layerOf(from), layerOf(to)];
        return own !== other && !(allowed[own] ?? []).includes(other);
      })
      .map(({ from, to }) => `${from} imports ${to}`);
    expect(offences).toEqual([]);
  });

  it('keeps every source file under 400 lines', () => {
    const long = files.filter((file) => readFileSync(join(source, file), 'utf8').split('\n').length > 400);
    expect(long).toEqual([]);
  });
});
