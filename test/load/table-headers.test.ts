import { describe, expect, it } from 'vitest';

import { findings } from '../support/data.js';
import { load, table } from './profile-samples.js';

describe('headers', () => {
  it.each([
    ['a letter more', ['Event types', 'Required fields', 'Description'], '1:3'],
    ['a letter less', ['Event type', 'Required field', 'Description'], '1:16'],
    ['another word', ['Event type', 'Mandatory', 'Description'], '1:16'],
    ['another first word', ['Kind', 'Required fields', 'Description'], '1:3'],
    ['a column more', ['Event type', 'Required fields', 'Description', 'Since'], '1:48'],
    ['a column less', ['Event type', 'Description'], '1:1'],
    ['a column twice', ['Event type', 'Required fields', 'Description', 'Description'], '1:48'],
    ['a space less', ['Eventtype', 'Required fields', 'Description'], '1:3'],
    ['an envelope with a shorter word', ['Field', 'Required', 'Description'], '1:11'],
    ['an envelope without a description', ['Field', 'Requirement'], '1:1'],
    ['an identity with notes', ['Field', 'Value', 'Notes'], '1:19'],
    ['a rule without its code', ['Rule', 'Applies to', 'Condition', 'Description'], '1:1'],
  ])('with %s are an error that shows the expected ones', (_, header, place) => {
    const { tables, diagnostics } = load(
      ...table(
        header,
        header.map(() => '`a`'),
      ),
    );
    expect(findings({ diagnostics })).toEqual([`${place} unknown-header`]);
    expect(diagnostics[0]?.found).toBe(header.join(' | '));
    expect(diagnostics[0]?.expected).toMatch(/Event type \| Required fields|Field \| |Rule \| /);
    expect(tables.other).toEqual([]);
  });

  it.each([
    [['Policy', 'Applies when', 'Outcome']],
    [['Route', 'Mode', 'Field', 'Handling', 'Description']],
    [['Header', 'Precedence', 'Meaning', 'Description']],
    [['Name', 'Description']],
    [['Field', 'Type', 'Description']],
    [['Key', 'Value']],
    [['요청 파라미터', '현재 기대 동작', '권장 판정']],
  ])('%j belong to a table of the author', (header) => {
    const { tables, diagnostics } = load(
      '# T',
      '',
      ...table(
        header,
        header.map(() => 'x'),
      ),
    );
    expect(diagnostics).toEqual([]);
    expect(tables.other).toMatchObject([{ headings: ['T'], rows: [{ span: { line: 5 } }] }]);
  });
});
