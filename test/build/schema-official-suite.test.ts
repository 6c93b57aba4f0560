import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkInstance } from '../../generator/src/build/schema/index.js';
import type { JsonValue } from '../../generator/src/model/index.js';
import { hasShared, sharedPath } from '../support/shared.js';
import { buildOne, errorsOf } from './schema-fixtures.js';

interface Group {
  readonly description: string;
  readonly schema: JsonValue;
  readonly tests: readonly {
    readonly description: string;
    readonly data: JsonValue;
    readonly valid: boolean;
  }[];
}

const folder = ['json-schema-test-suite', 'draft7'] as const;

if (hasShared(...folder)) {
  // refRemote.json is about documents that a validator fetches; profilegen refuses those, see below.
  const files = readdirSync(sharedPath(...folder)).filter(
    (file) => file.endsWith('.json') && file !== 'refRemote.json',
  );
  describe.each(files.sort())('official draft-07 tests: %s', (file) => {
    test.each(groupsOf(file).map((group) => [group.description, group] as const))(
      '%s',
      (_name, { schema, tests }) => {
        const built = buildOne(schema, 'draft-07');
        expect(errorsOf(built)).toEqual([]);
        const verdicts = tests.map(({ description, data }) => ({
          description,
          valid: checkInstance(built.schemas, 'p/schema.json#', data).length === 0,
        }));
        expect(verdicts).toEqual(tests.map(({ description, valid }) => ({ description, valid })));
      },
    );
  });

  test.each(groupsOf('refRemote.json').map((group) => [group.description, group] as const))(
    'a schema that must be fetched is refused: %s',
    (_name, { schema }) => {
      expect(errorsOf(buildOne(schema, 'draft-07')).map((diagnostic) => diagnostic.code)).toContain(
        'ref-outside',
      );
    },
  );
} else {
  test.skip('official draft-07 tests: ../shared/json-schema-test-suite is not there', () => undefined);
}

function groupsOf(file: string): readonly Group[] {
  return JSON.parse(readFileSync(sharedPath(...folder, file), 'utf8')) as Group[];
}
