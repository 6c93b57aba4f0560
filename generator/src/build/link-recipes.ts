import { diagnose, printable } from '../diagnostics/index.js';
import { type DataNode, entryOf, type ScalarNode, stringOf, valueOf } from '../load/index.js';
import type { EventType, JsonValue, Recipe } from '../model/index.js';
import { documentCheck } from './document-schema.js';
import type { LinkContext } from './link-context.js';
import type { LoadedJson } from './load-folder.js';
import { recipeSchema } from './recipe-schema.js';
import { toJson } from './to-json.js';

const checkRecipe = documentCheck(recipeSchema, 'invalid-document');

/** `${NAME}` in a string of a request or expectation. */
const placeholder = /\$\{([^}]*)\}/g;

/** The recipes of a profile, each checked against its form, its parameters and the identity of the profile. */
export function linkRecipes(context: LinkContext, events: readonly EventType[]): readonly Recipe[] {
  const recipes = context.loaded.recipes.flatMap((document) => {
    const faults = checkRecipe(document.root);
    faults.forEach(context.report);
    if (faults.length > 0) return [];
    checkParameters(context, document.root);
    checkIdentity(context, document.root);
    checkEvents(context, document.root, events);
    return [recipeOf(document)];
  });
  reportDuplicates(context, recipes);
  return recipes;
}

function recipeOf({ root }: LoadedJson): Recipe {
  const text = (key: string): string => stringOf(valueOf(root, key)) ?? '';
  const parameters = valueOf(root, 'parameters');
  const json = (key: string): JsonValue => {
    const node = valueOf(root, key);
    return node === undefined ? null : toJson(node);
  };
  return {
    id: text('id'),
    operation: text('operation'),
    status: statusOf(stringOf(valueOf(root, 'status'))),
    requiredCapabilities: strings(valueOf(root, 'required_capabilities')).map((node) => String(node.value)),
    parameters: new Map(
      parameters?.kind === 'mapping'
        ? parameters.entries.map((entry): [string, string] => [entry.key, stringOf(entry.value) ?? ''])
        : [],
    ),
    request: json('request'),
    expect: json('expect'),
    at: valueOf(root, 'id')?.span ?? root.span,
  };
}

function statusOf(status: string | undefined): Recipe['status'] {
  return status === 'optional' || status === 'experimental' || status === 'deprecated' ? status : 'mandatory';
}

function checkParameters(context: LinkContext, root: DataNode): void {
  const declared = valueOf(root, 'parameters');
  for (const node of [...strings(valueOf(root, 'request')), ...strings(valueOf(root, 'expect'))]) {
    for (const [, name = ''] of String(node.value).matchAll(placeholder)) {
      if (entryOf(declared, name) !== undefined) continue;
      context.report(
        diagnose('recipe-parameter', node.span, {
          message: `The recipe uses the parameter "${printable(name)}" and does not define it.`,
          expected: 'a member of `parameters`',
        }),
      );
    }
  }
}

function strings(node: DataNode | undefined): readonly ScalarNode[] {
  if (node === undefined) return [];
  if (node.kind === 'scalar') return typeof node.value === 'string' ? [node] : [];
  if (node.kind === 'sequence') return node.items.flatMap(strings);
  return node.entries.flatMap((entry) => strings(entry.value));
}

/** A recipe names the profile that it tests. */
function checkIdentity(context: LinkContext, root: DataNode): void {
  const identity = context.loaded.profile?.tables.identity ?? [];
  for (const [key, field] of [
    ['profile', 'Profile name'],
    ['schema_version', 'Schema version'],
  ] as const) {
    const row = identity.find((candidate) => candidate.field.value === field);
    const node = valueOf(root, key);
    if (row === undefined || node === undefined || stringOf(node) === row.value.value) continue;
    context.report(
      diagnose('identity-conflict', node.span, {
        message: `The recipe is of another ${field.toLowerCase()} than the profile.`,
        expected: `"${printable(row.value.value)}"`,
        found: `"${printable(stringOf(node) ?? '')}"`,
        related: [{ span: row.value.span, message: 'stated here' }],
      }),
    );
  }
}

function checkEvents(context: LinkContext, root: DataNode, events: readonly EventType[]): void {
  if (events.length === 0) return;
  const expected = valueOf(valueOf(root, 'expect'), 'events');
  for (const item of expected?.kind === 'sequence' ? expected.items : []) {
    const node = valueOf(item, 'type');
    const type = stringOf(node);
    if (node === undefined || type === undefined || events.some((event) => event.type === type)) continue;
    context.report(
      diagnose('dangling-reference', node.span, { message: `No event has the type "${printable(type)}".` }),
    );
  }
}

function reportDuplicates(context: LinkContext, recipes: readonly Recipe[]): void {
  const first = new Map<string, Recipe>();
  for (const recipe of recipes) {
    const known = first.get(recipe.id);
    if (known === undefined) {
      first.set(recipe.id, recipe);
      continue;
    }
    context.report(
      diagnose('duplicate-row', recipe.at, {
        message: `Two recipes have the id "${printable(recipe.id)}".`,
        related: [{ span: known.at, message: 'first stated here' }],
      }),
    );
  }
}
