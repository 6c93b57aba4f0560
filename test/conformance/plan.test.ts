import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';

import { projectSpecs } from '../support/compile.js';
import { readTree, temporaryFolder, writeTree } from '../support/folders.js';
import { hasShared, sharedPath } from '../support/shared.js';
import { run, type Run } from '../cli/support.js';

interface Feature {
  readonly feature: string;
  readonly required_capabilities: readonly string[];
  readonly summary: Readonly<Record<string, number>>;
  readonly statuses: Readonly<Record<string, number>>;
  readonly case_ids: readonly string[];
}

interface Plan {
  readonly adapter: string;
  readonly artifacts: unknown;
  readonly coverage_matrix: readonly Feature[];
  readonly cases: readonly {
    readonly id: string;
    readonly status: string;
    readonly required_capabilities: readonly string[];
    readonly request: { readonly body: Readonly<Record<string, unknown>> };
    readonly expect: unknown;
  }[];
}

const chat = { name: 'chat.completions.create', streaming: true, non_streaming: true, tool_calls: true };

function capabilities(changes: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return {
    adapter: 'demo-adapter',
    profile: 'openai-compatible',
    schema_version: 'openai-compatible/1',
    compatibility_levels: [1],
    operations: [{ ...chat, cancellation: true }],
    extensions: [],
    ...changes,
  };
}

type Recipes = Readonly<Record<string, unknown>>;

/** The project's own profile, with other recipes where a test brings some. */
function specTree(recipes?: Recipes): Readonly<Record<string, string>> {
  const own = [...projectSpecs()].filter(([path]) => path.startsWith('openai-compatible/'));
  const kept = recipes === undefined ? own : own.filter(([path]) => !path.includes('/recipes/'));
  const added = Object.entries(recipes ?? {}).map(([name, recipe]): [string, string] => [
    `openai-compatible/recipes/${name}.json`,
    JSON.stringify(recipe),
  ]);
  return Object.fromEntries([...kept, ...added].map(([path, text]) => [`specs/${path}`, text]));
}

function recipe(
  id: string,
  changes: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return {
    id,
    profile: 'openai-compatible',
    schema_version: 'openai-compatible/1',
    operation: 'chat.completions.create',
    request: { body: { model: 'm', messages: [{ role: 'user', content: 'Hi.' }] } },
    expect: { events: [{ type: 'response.completed' }], terminal: 'success' },
    ...changes,
  };
}

interface Planned extends Run {
  readonly plan: Plan;
  readonly files: Readonly<Record<string, string>>;
}

async function planFor(document: unknown, recipes?: Recipes): Promise<Planned> {
  const folder = temporaryFolder();
  writeTree(folder, { ...specTree(recipes), 'capabilities.json': JSON.stringify(document, null, 2) });
  const argv = ['conformance', 'plan', '--profile', 'openai-compatible'];
  const result = await run(folder, [
    ...argv,
    '--capabilities',
    'capabilities.json',
    '--output',
    'out/plan.json',
  ]);
  const files = readTree(folder);
  return { ...result, files, plan: JSON.parse(files['out/plan.json'] ?? '{}') as Plan };
}

const official = hasShared('nnrp-conformance');
const officialTitle = official ? '' : ' (skipped: the shared conformance documents are missing)';

function officialSchema(name: string): (value: unknown) => unknown {
  const path = sharedPath('nnrp-conformance', 'schemas', `api-profile-${name}.schema.json`);
  const validate = new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(path, 'utf8')) as object);
  return (value) => (validate(value) ? [] : validate.errors);
}

function officialRecipes(): Recipes {
  const folder = sharedPath('nnrp-conformance', 'recipes');
  return Object.fromEntries(
    readdirSync(folder).map((name) => [
      name.replace(/\.json$/, ''),
      JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown,
    ]),
  );
}

describe.skipIf(!official)(`with the official recipes and schemas${officialTitle}`, () => {
  const all = [
    'backend-error',
    'cancellation',
    'invalid-body',
    'non-streaming',
    'streaming-text',
    'tool-call-delta',
    'unsupported-operation',
    'usage',
  ];

  it.each([
    ['everything', capabilities(), all],
    [
      'no streaming',
      capabilities({ operations: [{ ...chat, streaming: false, cancellation: true }] }),
      ['backend-error', 'invalid-body', 'non-streaming', 'unsupported-operation'],
    ],
    [
      'streaming only',
      capabilities({ operations: [{ ...chat, non_streaming: false, tool_calls: false }] }),
      ['backend-error', 'invalid-body', 'streaming-text', 'unsupported-operation', 'usage'],
    ],
    [
      'no cancellation',
      capabilities({ operations: [{ ...chat, cancellation: false }] }),
      all.filter((name) => name !== 'cancellation'),
    ],
  ])('selects what an adapter with %s claims', async (_title, document, expected) => {
    const { exitCode, plan } = await planFor(document, officialRecipes());
    expect(exitCode).toBe(0);
    expect(plan.cases.map(({ id }) => id).sort()).toEqual(
      expected.map((name) => `openai-compatible.chat.${name}`),
    );
    expect(officialSchema('execution-plan')(plan)).toEqual([]);
  });

  it('fills the coverage matrix by operation, also with what is not claimed', async () => {
    const document = capabilities({ operations: [{ ...chat, tool_calls: false }] });
    const { plan } = await planFor(document, officialRecipes());
    const summary = { selected_cases: 5, not_claimed_cases: 2, informational_cases: 0 };
    const [matrix, responses] = plan.coverage_matrix;
    expect(matrix).toMatchObject({ feature: 'chat.completions.create', summary });
    expect(matrix?.statuses).toEqual({
      mandatory_cases: 5,
      optional_cases: 2,
      experimental_cases: 0,
      deprecated_cases: 0,
    });
    expect(responses).toMatchObject({ feature: 'responses.create', required_capabilities: ['api.level1'] });
    expect(matrix?.required_capabilities).toEqual([
      'api.cancellation',
      'api.chat.completions.create',
      'api.level1',
      'api.non_streaming',
      'api.streaming',
      'api.tool_calls',
    ]);
  });

  it('makes the plan of the official example from the official capability example', async () => {
    const examples = sharedPath('nnrp-conformance', 'examples');
    const read = (name: string): unknown =>
      JSON.parse(readFileSync(join(examples, `api-profile-${name}.sample.json`), 'utf8'));
    const { plan } = await planFor(read('capabilities'), officialRecipes());
    const sample = read('execution-plan') as Plan;
    const [wanted] = sample.cases;
    const same = plan.cases.find(({ id }) => id === wanted?.id);
    expect({ ...same, required_capabilities: [...(same?.required_capabilities ?? [])].sort() }).toEqual({
      ...wanted,
      required_capabilities: [...(wanted?.required_capabilities ?? [])].sort(),
    });
    expect(plan.artifacts).toEqual(sample.artifacts);
  });

  it('writes a valid plan of the project’s own recipes', async () => {
    const document = JSON.parse(
      projectSpecs().get('openai-compatible/capabilities/vllm.json') ?? '',
    ) as unknown;
    const { plan } = await planFor(document);
    expect(officialSchema('execution-plan')(plan)).toEqual([]);
    expect(plan.cases.length).toBeGreaterThan(20);
    expect(JSON.stringify(plan.cases)).not.toContain('${');
  });
});

describe('conformance plan', () => {
  it('substitutes parameters in parsed values, once, and only own ones', async () => {
    const parameters = { A: '${B}"', B: 'b', constructor: 'own' };
    const body = {
      model: '${A}',
      messages: [{ role: 'user', content: 'x ${B} ${constructor}', n: ['${B}', 1] }],
    };
    const { plan } = await planFor(capabilities(), { one: recipe('one', { parameters, request: { body } }) });
    expect(plan.cases[0]?.request.body).toEqual({
      model: '${B}"',
      messages: [{ role: 'user', content: 'x b own', n: ['b', 1] }],
    });
  });

  it('refuses a recipe with an undefined parameter, also one that every object inherits', async () => {
    for (const name of ['MISSING', 'toString', '__proto__']) {
      const body = { model: `\${${name}}`, messages: [] };
      const { exitCode, stderr, files } = await planFor(capabilities(), {
        one: recipe('one', { request: { body } }),
      });
      expect(exitCode).toBe(2);
      expect(stderr).toContain('specs/openai-compatible/recipes/one.json:1:');
      expect(files['out/plan.json']).toBeUndefined();
    }
  });

  it('never selects experimental and deprecated recipes', async () => {
    const { plan } = await planFor(capabilities(), {
      a: recipe('a', { status: 'experimental' }),
      b: recipe('b', { status: 'deprecated' }),
      c: recipe('c', { status: 'optional' }),
    });
    expect(plan.cases.map(({ id, status }) => `${id} ${status}`)).toEqual(['c optional']);
    expect(plan.coverage_matrix[0]?.summary).toEqual({
      selected_cases: 1,
      not_claimed_cases: 0,
      informational_cases: 2,
    });
  });

  it('derives what a recipe without a list requires from its request', async () => {
    const messages = [{ role: 'user', content: 'Hi.' }];
    const request = {
      body: { model: 'm', messages, stream: true, tools: [{ type: 'function', function: { name: 'f' } }] },
      nnrp: { cancel_after_events: 0, extensions: ['demo.trace'] },
    };
    const recipes = { plain: recipe('plain'), rich: recipe('rich', { request }) };
    const { plan } = await planFor(
      capabilities({ extensions: [{ name: 'demo.trace', critical: true }] }),
      recipes,
    );
    expect(plan.cases.map(({ required_capabilities }) => required_capabilities)).toEqual([
      ['api.chat.completions.create', 'api.non_streaming'],
      [
        'api.cancellation',
        'api.chat.completions.create',
        'api.extension.demo.trace',
        'api.streaming',
        'api.tool_calls',
      ],
    ]);
    const without = await planFor(capabilities(), recipes);
    expect(without.plan.cases.map(({ id }) => id)).toEqual(['plain']);
  });

  it.each([
    ['a document that is not JSON', '{', 'capabilities.json:1:'],
    ['a claim of the wrong type', capabilities({ compatibility_levels: 'one' }), '/compatibility_levels'],
    [
      'a document of another version',
      capabilities({ schema_version: 'openai-compatible/2' }),
      '/schema_version',
    ],
  ])('refuses %s, and writes nothing', async (_title, document, told) => {
    const folder = temporaryFolder();
    const text = typeof document === 'string' ? document : JSON.stringify(document);
    writeTree(folder, { ...specTree(), 'capabilities.json': text });
    const argv = [
      'conformance',
      'plan',
      '--profile',
      'openai-compatible',
      '--capabilities',
      'capabilities.json',
    ];
    const { exitCode, stderr } = await run(folder, [...argv, '--output', 'plan.json']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(told);
    expect(readTree(folder)['plan.json']).toBeUndefined();
  });
});
