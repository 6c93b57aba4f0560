import type { JsonValue } from '../../model/index.js';
import { jsonLiteral, stringLiteral } from '../text/index.js';
import { specPosition } from '../text/provenance.js';
import { isRecord, recipeRequest, type RecipeRequest } from './recipe-request.js';
import type { AdapterOperation, AdapterScope, Feature } from './scope.js';
import { schemaVersion } from './support-modules.js';

/**
 * Tests of the emitted package against its own embedded backend: a file for each operation, with the recipes
 * that the capability document claims, and one for what it does not serve.
 */
export function testModules(scope: AdapterScope): ReadonlyMap<string, string> {
  const requests = scope.profile.recipes.flatMap((recipe) => recipeRequest(recipe) ?? []);
  const modules = new Map<string, string>();
  for (const operation of scope.operations) {
    const own = requests.filter(
      ({ recipe }) => recipe.operation === operation.wireName && isClaimed(scope, operation, recipe),
    );
    if (own.length > 0) modules.set(operation.kebab, testModule(scope, own));
  }
  const refused = requests.filter(
    ({ recipe }) =>
      scope.operations.every(({ wireName }) => wireName !== recipe.operation) && expectsRefusal(recipe),
  );
  if (refused.length > 0) modules.set('unsupported', testModule(scope, refused));
  return modules;
}

const featureCapabilities: Readonly<Record<string, Feature>> = {
  'api.streaming': 'streaming',
  'api.non_streaming': 'non_streaming',
  'api.tool_calls': 'tool_calls',
  'api.cancellation': 'cancellation',
};

/** A recipe that does not ask for its own operation is about an adapter without it. */
function isClaimed(
  scope: AdapterScope,
  operation: AdapterOperation,
  { requiredCapabilities }: RecipeRequest['recipe'],
): boolean {
  if (!requiredCapabilities.includes(`api.${operation.wireName}`)) return false;
  return requiredCapabilities.every((capability) => {
    const feature = featureCapabilities[capability];
    if (feature !== undefined) return operation.features.has(feature);
    const level = /^api\.level(\d+)$/.exec(capability)?.[1];
    if (level !== undefined) return scope.capability.levels.some(({ value }) => value === Number(level));
    return scope.operations.some(({ wireName }) => capability === `api.${wireName}`);
  });
}

function expectsRefusal({ requiredCapabilities, operation, expect }: RecipeRequest['recipe']): boolean {
  return (
    !requiredCapabilities.includes(`api.${operation}`) && isRecord(expect) && expect['terminal'] === 'error'
  );
}

function testModule(scope: AdapterScope, requests: readonly RecipeRequest[]): string {
  return `
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createVllmAdapter, type VllmAdapter } from '../adapter.js';
import { departure } from '../cli/expectation.js';
import { outcomes } from '../cli/outcomes.js';
import { startEmbeddedBackend } from '../embedded/backend.js';
import type { EmbeddedBackend } from '../embedded/server.js';
import { terminalOf } from '../emitted/events.js';
import type { AdapterRequest } from '../emitted/operations.js';
import { validateProfileEvent, type ProfileEvent } from '../emitted/profile.js';

let backend: EmbeddedBackend;
let adapter: VllmAdapter;

before(async () => {
  backend = await startEmbeddedBackend();
  adapter = createVllmAdapter({ baseUrl: backend.url });
});

after(async () => {
  await adapter.close();
  await backend.close();
});

const cases = [
  ${requests.map((request) => testCase(scope, request)).join('\n')}
];

for (const { id, envelope, expect } of cases) {
  test(id, async () => {
    const events: ProfileEvent[] = [];
    // Some cases submit what no client should.
    for await (const event of adapter.submit(envelope as unknown as AdapterRequest)) events.push(event);
    assert.deepEqual(events.flatMap((event) => validateProfileEvent(event)), []);
    const last = events.at(-1);
    const terminal = last === undefined ? undefined : terminalOf(last);
    assert.equal(departure(expect, events, terminal && outcomes[terminal.kind]), undefined);
  });
}
`;
}

function testCase(scope: AdapterScope, { recipe, body, nnrp }: RecipeRequest): string {
  const envelope: JsonValue = {
    schema_version: schemaVersion(scope),
    operation: recipe.operation,
    body,
    ...(nnrp === undefined ? {} : { nnrp }),
  };
  return `// Spec: ${specPosition(recipe.at)}
  { id: ${stringLiteral(recipe.id)}, envelope: ${jsonLiteral(envelope)}, expect: ${jsonLiteral(recipe.expect)} },`;
}
