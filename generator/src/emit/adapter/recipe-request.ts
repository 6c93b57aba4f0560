import type { JsonValue, Recipe } from '../../model/index.js';

type JsonRecord = Readonly<Record<string, JsonValue>>;

/** The request of a recipe, its parameters filled in. */
export interface RecipeRequest {
  readonly recipe: Recipe;
  readonly body: JsonRecord;
  readonly nnrp: JsonRecord | undefined;
  /** The last text of its messages or input; empty when it has none. */
  readonly prompt: string;
}

export function isRecord(value: JsonValue | undefined): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined for a recipe whose request is not an object with a body. */
export function recipeRequest(recipe: Recipe): RecipeRequest | undefined {
  const request = substitute(recipe.request, recipe.parameters);
  const body = isRecord(request) ? request['body'] : undefined;
  if (!isRecord(request) || !isRecord(body)) return undefined;
  const nnrp = request['nnrp'];
  return { recipe, body, nnrp: isRecord(nnrp) ? nnrp : undefined, prompt: promptOf(body) };
}

/** Replaces `${NAME}` in every text, once. */
export function substitute(value: JsonValue, parameters: ReadonlyMap<string, string>): JsonValue {
  if (typeof value === 'string') {
    return value.replaceAll(/\$\{([^}]*)\}/g, (whole, name: string) => parameters.get(name) ?? whole);
  }
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).map((item) => substitute(item, parameters));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, substitute(member, parameters)]),
  );
}

function promptOf(body: JsonRecord): string {
  const { input, messages } = body;
  if (typeof input === 'string') return input;
  const list = (
    Array.isArray(messages) ? messages : Array.isArray(input) ? input : []
  ) as readonly JsonValue[];
  const last = list.at(-1);
  const content = isRecord(last) ? last['content'] : last;
  return typeof content === 'string' ? content : '';
}
