import type { JsonValue, Recipe } from '../../model/index.js';
import { jsonLiteral, stringLiteral } from '../text/index.js';
import { isRecord, recipeRequest, type RecipeRequest } from './recipe-request.js';
import { eventRoles, isCallEvent } from './roles.js';
import type { AdapterOperation, AdapterScope } from './scope.js';

/** Handlers of the embedded backend, by the path that they serve. */
const handlers: readonly { readonly path: string; readonly module: string; readonly name: string }[] = [
  { path: '/v1/chat/completions', module: 'chat', name: 'chatReply' },
  { path: '/v1/responses', module: 'responses', name: 'responsesReply' },
  { path: '/v1/embeddings', module: 'embeddings', name: 'embeddingsReply' },
  { path: '/v1/models', module: 'models', name: 'modelsReply' },
];

/** The modules of the embedded backend that an adapter needs. */
export function handlerModules({ operations }: AdapterScope): readonly string[] {
  return handlers
    .filter(({ path }) => operations.some(({ http }) => http.path === path))
    .map(({ module }) => module);
}

/** `embedded-world.ts`: what the embedded backend serves, from the operations and the recipes of the profile. */
export function worldModule(scope: AdapterScope): string {
  const routes = scope.operations.flatMap((operation) => {
    const handler = handlers.find(({ path }) => path === operation.http.path);
    return handler === undefined ? [] : [{ operation, handler }];
  });
  const requests = scope.profile.recipes.flatMap((recipe) => recipeRequest(recipe) ?? []);
  const models = [...requests.filter(answers), ...requests.filter(failsInside)].flatMap(({ body }) =>
    typeof body['model'] === 'string' ? [body['model']] : [],
  );
  const scenarios = scope.operations.flatMap((operation) => scenariosOf(operation, requests));
  return `
${routes.map(({ handler }) => `import { ${handler.name} } from '../embedded/${handler.module}.js';`).join('\n')}
import type { ReceivedRequest, Reply } from '../embedded/reply.js';
import type { Scenario, World } from '../embedded/scenario.js';

/** The models that the recipes need. */
export const modelNames: readonly string[] = ${jsonLiteral([...new Set(models)])};

/** Where each operation is served. */
export const routes: readonly {
  readonly method: string;
  readonly path: string;
  readonly reply: (request: ReceivedRequest, world: World) => Reply;
}[] = [${routes.map(({ operation, handler }) => route(operation, handler.name)).join(', ')}];

/** What the recipes expect of the model. */
export const scenarios: readonly Scenario[] = ${jsonLiteral(unique(scenarios))};
`;
}

function route({ http, wireName }: AdapterOperation, handler: string): string {
  const call =
    handler === 'modelsReply'
      ? '(_request, world) => modelsReply(world)'
      : `(request, world) => ${handler}(${stringLiteral(wireName)}, request, world)`;
  return `{ method: ${stringLiteral(http.method.toUpperCase())}, path: ${stringLiteral(http.path)}, reply: ${call} }`;
}

/** Cases with an answer need their model. */
function answers({ recipe }: RecipeRequest): boolean {
  return expectedCodes(recipe).length === 0;
}

/** So do cases in which the engine fails; all other errors come before it. */
function failsInside({ recipe }: RecipeRequest): boolean {
  return expectedCodes(recipe).includes(engineFailure);
}

/** The code of an error that is the engine's own. */
const engineFailure = 'backend_error';

function expectedCodes({ expect }: Recipe): readonly string[] {
  const events =
    isRecord(expect) && Array.isArray(expect['events']) ? (expect['events'] as readonly JsonValue[]) : [];
  return events.flatMap((event) => {
    const fields = isRecord(event) ? event['fields'] : undefined;
    const error = isRecord(fields) ? fields['error'] : undefined;
    const code = isRecord(error) ? error['code'] : undefined;
    return typeof code === 'string' ? [code] : [];
  });
}

/** What the model has to say for the cases of one operation to pass; plain text needs no scenario. */
function scenariosOf(
  { wireName }: AdapterOperation,
  requests: readonly RecipeRequest[],
): readonly JsonValue[] {
  return requests
    .filter(({ recipe }) => recipe.operation === wireName)
    .flatMap(({ recipe, body, prompt }): readonly JsonValue[] => {
      const types = expectedTypes(recipe);
      if (expectedCodes(recipe).includes(engineFailure)) {
        const message = 'EngineCore encountered an issue.';
        const answer = { status: 500, type: 'InternalServerError', message };
        return [{ operation: wireName, model: body['model'] ?? '', answer }];
      }
      if (types.includes(eventRoles.cancelled)) {
        const text = Array.from({ length: 400 }, (_, number) => String(number + 1)).join(' ');
        return [{ operation: wireName, prompt, answer: { text, tokenDelayMs: 2 } }];
      }
      const call = types.some(isCallEvent) ? firstCall(body) : undefined;
      return call === undefined ? [] : [{ operation: wireName, prompt, answer: { calls: [call] } }];
    });
}

function expectedTypes({ expect }: Recipe): readonly string[] {
  const events =
    isRecord(expect) && Array.isArray(expect['events']) ? (expect['events'] as readonly JsonValue[]) : [];
  return events.flatMap((event) =>
    isRecord(event) && typeof event['type'] === 'string' ? [event['type']] : [],
  );
}

/** A call of the first tool that a request offers, with an argument for each that it requires. */
function firstCall(body: Readonly<Record<string, JsonValue>>): JsonValue | undefined {
  const tools = body['tools'];
  const tool = Array.isArray(tools) ? (tools as readonly JsonValue[])[0] : undefined;
  if (!isRecord(tool)) return undefined;
  const described = isRecord(tool['function']) ? tool['function'] : tool;
  const parameters = described['parameters'];
  const required =
    isRecord(parameters) && Array.isArray(parameters['required'])
      ? (parameters['required'] as readonly JsonValue[])
      : [];
  const args = Object.fromEntries(
    required.flatMap((name) => (typeof name === 'string' ? [[name, 'example']] : [])),
  );
  return { name: described['name'] ?? '', arguments: JSON.stringify(args) };
}

function unique(values: readonly JsonValue[]): readonly JsonValue[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
