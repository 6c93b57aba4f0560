import { describe, expect, it } from 'vitest';

import { tableKinds, type TableKindName } from '../../generator/src/load/table-kinds.js';
import { findings } from '../support/data.js';
import { eventHeader, load, ruleHeader, samples, table } from './profile-samples.js';

/** `value` of each stated thing of a row, without positions. */
function valuesOf(stated: unknown): unknown {
  if (Array.isArray(stated)) return stated.map(valuesOf);
  if (typeof stated === 'object' && stated !== null) return valuesOf((stated as { value?: unknown }).value);
  return stated;
}

function rowValues(row: object): object {
  const cells = Object.entries(row).filter(([column]) => column !== 'span' && column !== 'listed');
  return Object.fromEntries(cells.map(([column, cell]) => [column, valuesOf(cell)]));
}

describe('tables of a known kind', () => {
  const kinds = Object.entries(samples) as [TableKindName, (typeof samples)[TableKindName]][];

  it('are all in these samples', () => {
    expect(Object.keys(samples)).toEqual(Object.keys(tableKinds));
  });

  it.each(kinds)('of %s are recognised and read', (kind, { rows, values }) => {
    const { tables, diagnostics } = load(...table(...rows));
    expect(diagnostics).toEqual([]);
    expect(tables.other).toEqual([]);
    expect(rowValues(tables[kind][0] ?? {})).toEqual(values);
  });

  it.each(kinds)('of %s have their columns in any order', (kind, { rows, values }) => {
    const reversed = rows.map((row) => [...row].reverse());
    const { tables, diagnostics } = load(...table(...reversed));
    expect(diagnostics).toEqual([]);
    expect(rowValues(tables[kind][0] ?? {})).toEqual(values);
  });

  it.each(kinds)('of %s refuse a header with another case', (kind, { rows: [header = [], ...body] }) => {
    const { tables, diagnostics } = load(
      ...table([header[0]?.toLowerCase() ?? '', ...header.slice(1)], ...body),
    );
    expect(findings({ diagnostics })).toEqual(['1:3 unknown-header']);
    expect(tables[kind]).toEqual([]);
  });

  it('keep the place of every row, cell and name', () => {
    const { tables } = load('', ...table(...samples.events.rows));
    const at = (column: number): object => ({ file: 'p.md', line: 4, column });
    expect(tables.events[0]).toMatchObject({
      span: at(1),
      eventType: { span: at(4) },
      requiredFields: { span: at(18), value: [{ span: at(19) }, { span: at(28) }] },
      optionalFields: { span: at(37) },
      description: { span: at(54) },
    });
  });

  it('add up in document order', () => {
    const row = (name: string): readonly string[] => [`\`${name}\``, '`a`', ''];
    const { tables } = load(...table(eventHeader, row('b')), 'Text.', '', ...table(eventHeader, row('a')));
    expect(tables.events.map(({ eventType }) => eventType.value)).toEqual(['b', 'a']);
  });

  it('leave an optional column undefined that is not there', () => {
    const { tables } = load(...table(eventHeader, ['`a`', '`b`', '']));
    expect(tables.events[0]).toMatchObject({ listed: false, optionalFields: undefined });
  });

  it('take the headers of the published profile for operations, and rows of features', () => {
    const { tables, diagnostics } = load(
      ...table(
        ['OpenAI-compatible operation', 'NNRP operation name', 'Requirement'],
        ['Chat', '`chat.create`', 'Level 1'],
        ['Tools', 'Event subset of chat', 'With tools'],
      ),
    );
    expect(diagnostics).toEqual([]);
    expect(tables.operations.map(({ wireName }) => [wireName.value, wireName.text])).toEqual([
      ['chat.create', '`chat.create`'],
      [undefined, 'Event subset of chat'],
    ]);
  });
});

describe('cells', () => {
  const event = (...cells: readonly string[]): readonly string[] =>
    findings(load(...table(eventHeader, cells)));
  const rule = (...cells: readonly string[]): readonly string[] =>
    findings(load(...table(ruleHeader, cells)));

  it.each([
    ['plain text', 'response.a'],
    ['nothing', ''],
    ['a link', '[`a`](javascript:1)'],
    ['HTML', '<b>`a`</b>'],
    ['emphasis', '**`a`**'],
    ['two names', '`a`, `b`'],
    ['escaped back-ticks', '\\`a\\`'],
  ])('of a name refuse %s', (_, cell) => {
    expect(event(cell, '`a`', '')).toEqual(['3:3 cell-form']);
  });

  it.each([
    ['plain text', 'a'],
    ['an empty item', '`a`, , `b`'],
    ['a trailing comma', '`a`,'],
    ['another separator', '`a`; `b`'],
    ['no separator', '`a` `b`'],
    ['a line break', '`a`<br>`b`'],
  ])('of a list refuse %s', (_, cell) => {
    expect(event('`e`', cell, '')).toEqual(['3:9 cell-form']);
  });

  it.each(['—', ''])('of a list read %j as none', (cell) => {
    const { tables, diagnostics } = load(...table(samples.levels.rows[0] ?? [], ['1', 'Base', cell, '']));
    expect(diagnostics).toEqual([]);
    expect(tables.levels[0]?.requiredOperations.value).toEqual([]);
  });

  it.each([
    ['`Response`', '3:4', '"R"'],
    ['`response.us\u200bage`', '3:15', 'U+200B'],
    ['`response\u00a0.x`', '3:12', 'U+00A0'],
    ['`response.\uff41`', '3:13', 'U+FF41'],
    ['`\u202eegasu`', '3:4', 'U+202E'],
    ['`response.\u2028(x`', '3:13', 'U+2028'],
    ['`a\u{1f600}`', '3:5', 'U+1F600'],
    ['`__proto__`', '3:4', '__proto__'],
    ['`../../evil`', '3:6', '"/"'],
    ['`a..b`', '3:4', 'a..b'],
    ['`a.`', '3:4', 'a.'],
  ])('of an event type refuse %s at the character', (cell, place, found) => {
    const { diagnostics } = load(...table(eventHeader, [cell, '`a`', '']));
    expect(findings({ diagnostics })).toEqual([`${place} name-form`]);
    expect(diagnostics[0]?.found).toBe(found);
    expect(diagnostics[0]?.message).toMatch(/^[\x20-\x7e\u00a1-\u1fff\uff41\u{1f600}]*$/u);
  });

  it('count an escaped pipe as the two characters that it is', () => {
    expect(event('`e`', '`x\\|y`', '')).toEqual(['3:11 name-form']);
    expect(event('`e`', '`ab`, `x\\|.`', '')).toEqual(['3:17 name-form']);
  });

  it('of rules take kebab-case names and snake_case codes', () => {
    expect(rule('`aB`', '`T`', '`x`', '`a-b`', '')).toEqual(['3:5 name-form', '3:24 name-form']);
  });

  it('of rules hold an expression in one code span', () => {
    expect(rule('`a`', '`T`', 'x == 1', '`c`', '')).toEqual(['3:15 cell-form']);
  });

  it.each(['', '—'])('of a code must not be %j', (cell) => {
    expect(rule('`a`', '`T`', '`x`', cell, '')).toEqual([expect.stringMatching(/missing-code$/)]);
  });

  it('of an event state at least one field', () => {
    expect(event('`e`', '—', '')).toEqual(['3:9 missing-fields']);
    const header = ['Event type', 'Required fields', 'Optional fields', 'Description'];
    expect(findings(load(...table(header, ['`e`', '—', '`a`', ''])))).toEqual([]);
  });

  it.each([
    ['a level', samples.levels.rows[0], ['0', 'x', '', '']],
    ['a level', samples.levels.rows[0], ['1.5', 'x', '', '']],
    ['a requirement', samples.envelope.rows[0], ['`a`', 'Sometimes', '']],
    ['a scope', samples.orderRules.rows[0], ['`a`', '`last(a)`', 'session', '']],
    ['a status', samples.situations.rows[0], ['x', '`999`', '', '']],
    ['a body', samples.situations.rows[0], ['x', '', 'none', '']],
    ['an end', samples.backendErrors.rows[0], ['`a`', '`b`', '`c`', 'maybe']],
    ['a wire name', samples.operations.rows[0], ['Chat', '`a` or `b`', 'x']],
  ])('of %s have a closed form', (_, header = [], cells) => {
    expect(findings(load(...table(header, cells)))).toEqual([expect.stringMatching(/^3:\d+ cell-form$/)]);
  });

  it('are all read before a row is given up', () => {
    expect(event('A', '`b-c`', '')).toEqual(['3:3 cell-form', '3:9 name-form']);
  });
});

describe('lists of event types', () => {
  const list = ['Minimum event types:', '', '1. `a`', '2. `b`'];

  it('add the events that no table has a row for, with their fields left open', () => {
    const { tables, diagnostics } = load(...list, '', ...table(eventHeader, ['`a`', '`x`', '']));
    expect(diagnostics).toEqual([]);
    expect(tables.events.map(({ eventType, listed }) => [eventType.value, listed])).toEqual([
      ['a', false],
      ['b', true],
    ]);
    expect(tables.events[1]).toMatchObject({ requiredFields: undefined, span: { line: 4, column: 5 } });
  });

  it('hold event types and nothing else, each once', () => {
    expect(findings(load(...list, '3. `a`', '4. plain', '5. `B`'))).toEqual([
      '6:4 cell-form',
      '5:5 duplicate-row',
      '7:5 duplicate-row',
      '7:5 name-form',
    ]);
    expect(findings(load(...list, '3. `C`'))).toEqual(['5:5 name-form']);
  });

  it('are told by their caption', () => {
    expect(load('Fields:', '', '- `a`').tables.events).toEqual([]);
  });
});

describe('examples', () => {
  it('are the JSON blocks', () => {
    const { examples } = load('```json', '{}', '```', '', '```http', 'GET /', '```');
    expect(examples).toMatchObject([
      { language: 'json', root: { kind: 'mapping', span: { line: 2, column: 1 } } },
    ]);
  });
});
