import { describe, expect, it } from 'vitest';

import type { ProfileDocument } from '../../generator/src/load/profile-document.js';
import type { TableKindName } from '../../generator/src/load/table-kinds.js';
import { findings } from '../support/data.js';
import { eventHeader, load, samples, table } from './profile-samples.js';

describe('rows that contradict each other', () => {
  const related = (document: ProfileDocument): readonly (readonly string[])[] =>
    document.diagnostics.map(({ code, span, related: others = [] }) => [
      code,
      `${String(span.line)}:${String(span.column)}`,
      ...others.map((other) => `${String(other.span.line)}:${String(other.span.column)}`),
    ]);

  it('name both places, over all tables of a kind', () => {
    const document = load(
      ...table(eventHeader, ['`a`', '`x`', ''], ['`b`', '`x`', '']),
      ...table(eventHeader, ['`b`', '`y`', ''], ['`a`', '`x`', '']),
    );
    expect(related(document)).toEqual([
      ['duplicate-row', '8:4', '4:4'],
      ['duplicate-row', '9:4', '3:4'],
    ]);
  });

  it('are names that differ by case only', () => {
    const document = load(
      ...table(samples.envelope.rows[0] ?? [], ['`Id`', 'Required', ''], ['`id`', 'Required', '']),
    );
    expect(related(document)).toEqual([['duplicate-row', '4:4', '3:4']]);
    expect(document.diagnostics[0]?.message).toContain('"id" and "Id" differ by case only');
  });

  it.each<[TableKindName, readonly string[], readonly string[]]>([
    ['levels', ['1', 'A', '', ''], ['1', 'B', '', '']],
    ['levels', ['1', 'A', '', ''], ['2', 'A', '', '']],
    ['operations', ['A', '`a`', 'x'], ['B', '`a`', 'x']],
    ['dataRules', ['`a`', '`T`', '`x`', '`c`', ''], ['`a`', '`U`', '`y`', '`d`', '']],
    ['symbols', ['`a`', '`x`', ''], ['`a`', '`y`', '']],
    ['orderRules', ['`a`', '`last(x)`', 'stream', ''], ['`a`', '`init(x)`', 'stream', '']],
    ['streamMessages', ['`A`', '`T`', ''], ['`A`', '`U`', '']],
    ['situations', ['A', '`400`', '', ''], ['A', '`401`', '', '']],
    ['thinkControls', ['`p`', '`x`', '`forward`'], ['`p`', '`x`', '`forward`']],
  ])('of %s are found by what names them', (kind, first, second) => {
    const document = load(...table(samples[kind].rows[0] ?? [], first, second));
    expect(related(document)).toEqual([
      ['duplicate-row', expect.stringMatching(/^4:/), expect.stringMatching(/^3:/)],
    ]);
  });

  it('are not rows that share a part of what names them', () => {
    const header = samples.thinkControls.rows[0] ?? [];
    expect(
      findings(load(...table(header, ['`p`', '`x`', '`forward`'], ['`p`', '`y`', '`forward`']))),
    ).toEqual([]);
    const operations = samples.operations.rows[0] ?? [];
    expect(findings(load(...table(operations, ['A', 'as B', 'x'], ['C', 'as B', 'x'])))).toEqual([]);
  });

  it('are found although another cell of the row is misformed', () => {
    const document = load(...table(eventHeader, ['`a`', '`x`', ''], ['`a`', '`x`, `x`', '']));
    expect(related(document)).toEqual([
      ['duplicate-row', '4:4', '3:4'],
      ['duplicate-row', '4:15', '4:10'],
    ]);
  });

  it('are identities with two values', () => {
    const document = load(
      ...table(['Field', 'Value'], ['Version', '`a/1`'], ['Version', '`a/2`'], ['Version', '`a/1`']),
    );
    expect(related(document)).toEqual([
      ['identity-conflict', '4:3', '3:3'],
      ['duplicate-row', '5:3', '3:3'],
    ]);
    expect(document.diagnostics[0]).toMatchObject({ expected: 'a/1', found: 'a/2' });
  });

  it('are fields that stand twice in a row', () => {
    const header = ['Event type', 'Required fields', 'Optional fields', 'Description'];
    const document = load(...table(header, ['`a`', '`x`, `x`', '', ''], ['`b`', '`x`', '`y`, `X`', '']));
    expect(related(document)).toEqual([
      ['duplicate-row', '3:15', '3:10'],
      ['duplicate-row', '4:21', '4:10'],
    ]);
  });
});
