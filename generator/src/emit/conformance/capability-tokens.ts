import type { JsonValue, Recipe } from '../../model/index.js';

type JsonObject = Readonly<Record<string, JsonValue>>;

/**
 * The capabilities that a document claims, in the words in which recipes ask for them (NNRP profile, sections 5 and
 * 14): `api.level1` for a level, `api.<operation>` for an operation, `api.<feature>` for a feature that any operation
 * claims, `api.extension.<name>` for an extension, and the same with `.critical` for one that is critical.
 */
export function claimedTokens(document: JsonValue): ReadonlySet<string> {
  const tokens = new Set<string>();
  for (const level of listOf(document, 'compatibility_levels'))
    tokens.add(`api.level${JSON.stringify(level)}`);
  for (const operation of listOf(document, 'operations').filter(isObject)) {
    tokens.add(`api.${textOf(operation, 'name')}`);
    for (const [feature, claimed] of Object.entries(operation)) {
      if (claimed === true) tokens.add(`api.${feature}`);
    }
  }
  for (const extension of listOf(document, 'extensions').filter(isObject)) {
    const token = `api.extension.${textOf(extension, 'name')}`;
    tokens.add(token);
    if (own(extension, 'critical') === true) tokens.add(`${token}.critical`);
  }
  return tokens;
}

/** What a recipe asks for, sorted: the list that it states, or else what its request needs. */
export function requiredTokens(recipe: Recipe): readonly string[] {
  if (recipe.requiredCapabilities.length > 0) return sorted(recipe.requiredCapabilities);
  const { operation, request } = recipe;
  const body = own(request, 'body');
  const nnrp = own(request, 'nnrp');
  const tools = own(body, 'tools');
  const events = own(nnrp, 'cancel_after_events');
  const extensions = listOf(nnrp, 'extensions').filter((name) => typeof name === 'string');
  return sorted([
    `api.${operation}`,
    own(body, 'stream') === true ? 'api.streaming' : 'api.non_streaming',
    ...(Array.isArray(tools) && tools.length > 0 ? ['api.tool_calls'] : []),
    ...(typeof events === 'number' && Number.isInteger(events) && events >= 0 ? ['api.cancellation'] : []),
    ...extensions.map((name) => `api.extension.${name}`),
  ]);
}

/** In code units, each once. */
export function sorted(names: Iterable<string>): readonly string[] {
  return [...new Set(names)].sort();
}

export function own(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return value !== undefined && isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: JsonValue | undefined, name: string): readonly JsonValue[] {
  const list = own(value, name);
  return Array.isArray(list) ? (list as readonly JsonValue[]) : [];
}

function textOf(value: JsonObject, name: string): string {
  const text = own(value, name);
  return typeof text === 'string' ? text : '';
}
