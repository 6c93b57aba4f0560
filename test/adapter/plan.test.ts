import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.js';
import { hasShared, sharedPath } from '../support/shared.js';
import { runCommand } from './support/command.js';
import { startBackend } from './support/run.js';

const recipesFolder = join(import.meta.dirname, '../../specs/openai-compatible/recipes');

interface Recipe {
  readonly id: string;
  readonly operation: string;
  readonly status?: string;
  readonly required_capabilities: readonly string[];
  readonly parameters?: Readonly<Record<string, string>>;
  readonly request: object;
  readonly expect: object;
}

function readRecipes(folder: string): Recipe[] {
  return readdirSync(folder)
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Recipe);
}

/** A plan of all given recipes, their parameters filled in. */
function planOf(recipes: readonly Recipe[]): object {
  const cases = recipes.map(
    ({ id, operation, status, required_capabilities, request, parameters, expect: expected }) => ({
      id,
      operation,
      status: status ?? 'mandatory',
      required_capabilities,
      request: JSON.parse(
        JSON.stringify(request).replaceAll(/\$\{(\w+)\}/g, (_, name: string) => parameters?.[name] ?? ''),
      ) as object,
      expect: expected,
    }),
  );
  return {
    profile: 'openai-compatible',
    schema_version: 'openai-compatible/1',
    adapter: 'vllm-adapter',
    artifacts: { results_path: 'results.json', evidence_dir: 'evidence' },
    coverage_matrix: [],
    cases,
  };
}

const level1 = {
  adapter: 'vllm-adapter',
  profile: 'openai-compatible',
  schema_version: 'openai-compatible/1',
  compatibility_levels: [1],
  operations: [
    {
      name: 'chat.completions.create',
      streaming: true,
      non_streaming: true,
      tool_calls: true,
      cancellation: true,
    },
  ],
};

interface Results {
  readonly results: readonly {
    readonly id: string;
    readonly outcome: string;
    readonly terminal: string;
    readonly events: readonly { readonly type: string }[];
  }[];
}

async function runPlan(
  plan: unknown,
  ...more: readonly string[]
): Promise<{ code: number | null; stderr: string; results: Results }> {
  const folder = temporaryFolder();
  const [planPath, output] = [join(folder, 'plan.json'), join(folder, 'deep/results.json')];
  writeFileSync(planPath, JSON.stringify(plan));
  const { code, stderr } = await runCommand([
    'run-conformance-plan',
    '--plan',
    planPath,
    '--output',
    output,
    '--backend',
    'embedded',
    ...more,
  ]);
  return { code, stderr, results: JSON.parse(readFileSync(output, 'utf8')) as Results };
}

function capabilitiesFile(document: object): string {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'capabilities.json');
  writeFileSync(path, JSON.stringify(document));
  return path;
}

describe.skipIf(!hasShared('nnrp-conformance'))(
  'the official recipes (skipped without the shared folder)',
  () => {
    test('pass 8 of 8 with a document that claims level 1', async () => {
      const recipes = readRecipes(sharedPath('nnrp-conformance', 'recipes'));
      const { code, results } = await runPlan(planOf(recipes), '--capabilities', capabilitiesFile(level1));
      expect(results.results.map(({ id, outcome }) => ({ id, outcome }))).toEqual(
        recipes.map(({ id }) => ({ id, outcome: 'passed' })),
      );
      expect(recipes).toHaveLength(8);
      expect(code).toBe(0);
    });

    test('results are valid in the official schema', async () => {
      const schema = JSON.parse(
        readFileSync(
          sharedPath('nnrp-conformance', 'schemas', 'api-profile-case-results.schema.json'),
          'utf8',
        ),
      ) as object;
      const { results } = await runPlan(planOf(readRecipes(recipesFolder)));
      const validate = new Ajv2020.default({ strict: false }).compile(schema);
      validate(results);
      expect(validate.errors).toBeNull();
    });
  },
);

test('the recipes of all levels pass with the full document', async () => {
  const recipes = readRecipes(recipesFolder).filter(
    ({ operation, required_capabilities: needed, id }) =>
      needed.includes(`api.${operation}`) || id.endsWith('.unknown'),
  );
  const { code, results, stderr } = await runPlan(planOf(recipes));
  expect(results.results.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  expect(stderr).toMatch(new RegExp(`${String(recipes.length)} of ${String(recipes.length)} cases passed`));
  expect(code).toBe(0);
});

test('with level 1 only, every other operation is unsupported', async () => {
  const others = readRecipes(recipesFolder).filter(
    ({ operation }) => operation !== 'chat.completions.create',
  );
  const { results } = await runPlan(planOf(others), '--capabilities', capabilitiesFile(level1));
  for (const { events, terminal } of results.results) {
    expect(terminal).toBe('error');
    expect(events).toMatchObject([{ type: 'response.error', error: { code: 'unsupported_operation' } }]);
  }
});

test('a case that does not come out as expected fails, says why, and makes the exit code 100', async () => {
  const [recipe] = readRecipes(recipesFolder).filter(({ id }) => id.endsWith('chat.non-streaming'));
  const expected = { events: [{ type: 'response.usage', min_count: 2 }], terminal: 'success' };
  const { code, results, stderr } = await runPlan(
    planOf(recipe === undefined ? [] : [{ ...recipe, expect: expected }]),
  );
  expect(code).toBe(100);
  expect(results.results).toMatchObject([
    { outcome: 'failed', message: 'expected 2 of response.usage, got 0' },
  ]);
  expect(stderr).toMatch(/FAIL .*expected 2 of response.usage/);
});

test.each([
  { title: 'no JSON', text: '{', message: /cannot be read as JSON/ },
  { title: 'no plan', text: '[]', message: /the plan is not an object/ },
  {
    title: 'a case without an id',
    text: '{"profile":"a","schema_version":"b","adapter":"c","cases":[{}]}',
    message: /cases\.0 has no id/,
  },
])('a plan that is $title exits with 2', async ({ text, message }) => {
  const folder = temporaryFolder();
  const plan = join(folder, 'plan.json');
  writeFileSync(plan, text);
  const { code, stderr } = await runCommand([
    'run-conformance-plan',
    '--plan',
    plan,
    '--output',
    join(folder, 'out.json'),
    '--backend',
    'embedded',
  ]);
  expect(stderr).toMatch(message);
  expect(code).toBe(2);
});

test('a capability document that claims more than the adapter can is refused', async () => {
  const backend = await startBackend();
  const document = {
    ...level1,
    operations: [
      ...level1.operations,
      { name: 'images.generate', streaming: false, non_streaming: true, tool_calls: false },
    ],
  };
  const { code, stderr } = await runCommand([
    'serve',
    '--backend',
    backend.url,
    '--capabilities',
    capabilitiesFile(document),
  ]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/images\.generate/);
});
