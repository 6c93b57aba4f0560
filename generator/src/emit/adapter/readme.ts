import type { JsonValue } from '../../model/index.js';
import { renderTemplate } from '../template.js';
import type { PackageSettings } from '../settings.js';
import { recipeRequest } from './recipe-request.js';
import type { AdapterScope } from './scope.js';
import { schemaVersion } from './support-modules.js';

/** The README of an adapter package: what it serves, and how to start it. */
export function adapterReadme(
  scope: AdapterScope,
  id: string,
  settings: PackageSettings,
  templates: ReadonlyMap<string, string>,
): string {
  const recipes = new Set(scope.profile.recipes.map(({ at }) => at.file));
  return renderTemplate(templates.get(`${id}/README.md.hbs`) ?? '', {
    name: `${settings.scope}/${id}`,
    command: id,
    title: scope.profile.title,
    sources: scope.profile.sources.filter((source) => !recipes.has(source)),
    schemaVersion: schemaVersion(scope),
    example: exampleOf(scope),
    columns: ['Operation', 'Request', 'Streamed', 'Plain', 'Tools', 'Cancelled'].map((text) => ({ text })),
    rows: scope.operations.map(({ wireName, http, features }) => [
      { code: wireName },
      { code: `${http.method.toUpperCase()} ${http.path}` },
      ...(['streaming', 'non_streaming', 'tool_calls', 'cancellation'] as const).map((feature) => ({
        text: features.has(feature) ? 'yes' : 'no',
      })),
    ]),
  });
}

/** The request of the first recipe of an operation that the adapter serves; without recipes, an empty body. */
function exampleOf({ profile, operations }: AdapterScope): { operation: string; body: JsonValue } {
  const served = new Set(operations.map(({ wireName }) => wireName));
  const requests = profile.recipes
    .filter(({ operation }) => served.has(operation))
    .flatMap((recipe) => recipeRequest(recipe) ?? []);
  const streamed = requests.find(({ body, nnrp }) => body['stream'] === true && nnrp === undefined);
  const request = streamed ?? requests[0];
  return request === undefined
    ? { operation: operations[0]?.wireName ?? '', body: {} }
    : { operation: request.recipe.operation, body: request.body };
}
