import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { emitted } from '../support/emitted-validators.js';
import { hasShared, sharedPath } from '../support/shared.js';

interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

const folder = ['json-schema-test-suite', 'draft7'] as const;

function groupsOf(file: string): readonly Group[] {
  return JSON.parse(readFileSync(sharedPath(...folder, file), 'utf8')) as Group[];
}

if (hasShared(...folder)) {
  // refRemote.json is about documents that a validator fetches; profilegen refuses those.
  const files = readdirSync(sharedPath(...folder)).filter(
    (file) => file.endsWith('.json') && file !== 'refRemote.json',
  );
  describe.each(files.sort())('official draft-07 tests against emitted code: %s', (file) => {
    const groups = groupsOf(file);
    const names = groups.map((_, index) => `Schema${String(index)}`);
    const schemas = Object.fromEntries<unknown>(
      groups.map(({ schema }, index) => [names[index] ?? '', schema] as const),
    );
    const validators = emitted(schemas);
    test.each(groups.map((group, index) => [group.description, group, index] as const))(
      '%s',
      (_, { tests }, index) => {
        const validator = validators[names[index] ?? ''];
        const verdicts = tests.map(({ description, data }) => ({
          description,
          valid: validator?.is(data),
          issues: validator?.validate(data).length === 0,
        }));
        expect(verdicts).toEqual(
          tests.map(({ description, valid }) => ({ description, valid, issues: valid })),
        );
      },
    );
  });
} else {
  test.skip('official draft-07 tests: ../shared/json-schema-test-suite is not there', () => undefined);
}
