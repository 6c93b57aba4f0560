import { describe, expect, test } from 'vitest';

import { buildWorkspace } from '../../generator/src/build/index.js';
import { inspectorModule } from '../../generator/src/emit/profile/order/inspector-module.js';
import { orderModule } from '../../generator/src/emit/profile/order/order-module.js';
import { compileTexts, errorsOf, projectSpecs } from '../support/compile.js';

const ids = ['nscale-sse', 'openai-compatible', 'openai-chat-text'];
const kinds: Readonly<Record<string, string>> = {
  '| Symbol | Matches |': 'symbol',
  '| Rule | Constraint |': 'order rule',
  '| Dialect | Applies to |': 'dialect row',
  '| Event type |': 'event',
};

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly line: string;
}

/** The rows of the tables of a profile that the order of messages depends on. */
function rowsOf(id: string, text: string): readonly Row[] {
  let kind: string | undefined;
  return text.split('\n').flatMap((line) => {
    const header = Object.keys(kinds).find((start) => line.startsWith(start));
    if (header !== undefined) kind = kinds[header];
    if (!line.startsWith('|')) kind = undefined;
    return kind === undefined || header !== undefined || line.startsWith('| ---') ? [] : [{ id, kind, line }];
  });
}

function without(id: string, lines: readonly string[]): Map<string, string> {
  const specs = new Map([...projectSpecs()].filter(([path]) => path.startsWith(`${id}/`)));
  const path = `${id}/profile.md`;
  const text = specs.get(path) ?? '';
  specs.set(
    path,
    text
      .split('\n')
      .filter((line) => !lines.includes(line))
      .join('\n'),
  );
  return specs;
}

const rows = ids.flatMap((id) => rowsOf(id, projectSpecs().get(`${id}/profile.md`) ?? ''));

describe('one row less', () => {
  test('there are rows of every kind', () => {
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(Object.values(kinds)));
    expect(rows.length).toBeGreaterThan(80);
  });

  test.each(rows.map((row): [string, string, Row] => [row.id, `${row.kind} ${row.line.slice(0, 60)}`, row]))(
    '%s without the %s',
    async (id, _name, { line, kind }) => {
      const specs = [...without(id, [line])].map(([path, text]): [string, Uint8Array] => [
        path,
        new TextEncoder().encode(text),
      ]);
      const { profiles, diagnostics } = await buildWorkspace(new Map(specs), [id]);
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      const [profile] = profiles;
      if (profile === undefined) throw new Error('no profile');
      const order = orderModule(profile, '@x/runtime') ?? '';
      const declared = new Set(order.match(/(?<=const )is[A-Z]\w*/g));
      expect(
        [...(order.match(/(?<![.\w])is[A-Z]\w*/g) ?? [])].filter(
          (name) => !declared.has(name) && name !== 'isFailureMessage',
        ),
      ).toEqual([]);
      const name = /^\| `([^`]*)`/.exec(line)?.[1] ?? '';
      if (kind === 'order rule') expect(order).not.toContain(`'${name}'`);
      expect(inspectorModule(profile, '@x/runtime')).toContain('createInspector');
    },
    60_000,
  );
});

describe('whole tables less', () => {
  test.each([
    ['nscale-sse', ['dialect row']],
    ['nscale-sse', ['order rule']],
    ['openai-compatible', ['symbol']],
  ])(
    '%s without any %s still compiles',
    async (id, gone) => {
      const lines = rows.filter((row) => row.id === id && gone.includes(row.kind)).map(({ line }) => line);
      expect(errorsOf(await compileTexts(without(id, lines), [id]))).toEqual([]);
    },
    300_000,
  );
});
