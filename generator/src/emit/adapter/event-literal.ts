import type { Schema } from '../../model/index.js';
import type { MappingValue } from '../../rules/mapping/index.js';
import { propertyAccess, propertyKey, stringLiteral } from '../text/index.js';
import { rootSchema, type MappingRow } from './mapping-rows.js';
import { admitsNull, findProperty, isInteger, isRequiredAt, isString, schemaAt } from './schema-view.js';
import type { AdapterScope } from './scope.js';

/** Which identifiers stand for the roots of a row, and which paths have been read into constants already. */
export interface Names {
  readonly roots: Readonly<Record<string, string>>;
  /** From the text of a path, `choice.delta.content`, to a constant that is known to be present. */
  readonly present: ReadonlyMap<string, string>;
}

/** A member of an object literal; `when` is the condition under which it is there. */
export interface Entry {
  readonly target: readonly string[];
  readonly expression: string;
  readonly when?: string;
}

/** `{ type: '…', index: choice.index, tool_call: { … } }` */
export function eventLiteral(eventType: string, entries: readonly Entry[]): string {
  return objectLiteral([{ target: ['type'], expression: stringLiteral(eventType) }, ...entries]);
}

function objectLiteral(entries: readonly Entry[]): string {
  const members: string[] = [];
  const done = new Set<string>();
  for (const { target, expression, when } of entries) {
    const [name = '', ...rest] = target;
    if (done.has(name)) continue;
    if (rest.length > 0) {
      done.add(name);
      const inner = entries.filter((entry) => entry.target[0] === name && entry.target.length > 1);
      const nested = inner.map((entry) => ({ ...entry, target: entry.target.slice(1) }));
      members.push(`${propertyKey(name)}: ${objectLiteral(nested)}`);
    } else {
      const member = name === expression ? name : `${propertyKey(name)}: ${expression}`;
      members.push(when === undefined ? member : `...(${when} ? { ${member} } : {})`);
    }
  }
  return `{ ${members.join(', ')} }`;
}

/** The members that one row gives to its event. */
export function rowEntries(scope: AdapterScope, row: MappingRow, names: Names): readonly Entry[] {
  return row.assignments.map(({ target, value }) => entry(scope, row, target, value, names));
}

/** A value that may be missing becomes a missing member, or nothing's number or text where one must be there. */
function entry(
  scope: AdapterScope,
  row: MappingRow,
  target: readonly string[],
  value: MappingValue,
  names: Names,
): Entry {
  const { text, mayBeMissing } = expressionOf(scope, row, value, names);
  if (!mayBeMissing) return { target, expression: text };
  const { schemas, events } = scope.profile;
  const event = events.find(({ type }) => type === row.eventType);
  const schema = event === undefined ? undefined : schemas.get(event.schema)?.schema;
  if (!isRequiredAt(schema, target, schemas)) return { target, expression: text, when: `isPresent(${text})` };
  const wanted = schemaAt(schema, target, schemas);
  if (isInteger(wanted, schemas)) return { target, expression: `${text} ?? 0` };
  if (isString(wanted, schemas)) return { target, expression: `${text} ?? ''` };
  return { target, expression: text };
}

/** A value as TypeScript, and whether it may be null or undefined. */
export function expressionOf(
  scope: AdapterScope,
  row: MappingRow,
  value: MappingValue,
  names: Names,
): { readonly text: string; readonly mayBeMissing: boolean } {
  if (value.kind === 'text') return { text: stringLiteral(value.value), mayBeMissing: false };
  if (value.kind === 'integer') return { text: String(value.value), mayBeMissing: false };
  const known = longestPresent(value.root, value.names, names.present);
  const root = known?.constant ?? names.roots[value.root] ?? value.root;
  const rest = value.names.slice(known?.length ?? 0);
  if (rest.length === 0 || (value.root !== 'this' && value.root !== 'choice')) {
    return { text: rest.reduce(propertyAccess, root), mayBeMissing: false };
  }
  const start = schemaAt(
    rootSchema(scope, row, value.root),
    value.names.slice(0, known?.length ?? 0),
    scope.profile.schemas,
  );
  return access(scope, root, start, rest);
}

/** The constant that holds the longest part of a path. */
function longestPresent(
  root: string,
  path: readonly string[],
  present: Names['present'],
): { readonly constant: string; readonly length: number } | undefined {
  for (let length = path.length; length >= 0; length -= 1) {
    const constant = present.get([root, ...path.slice(0, length)].join('.'));
    if (constant !== undefined) return { constant, length };
  }
  return undefined;
}

/** `chunk.usage?.prompt_tokens` */
export function access(
  scope: AdapterScope,
  root: string,
  schema: Schema | undefined,
  path: readonly string[],
): { readonly text: string; readonly mayBeMissing: boolean } {
  const { schemas } = scope.profile;
  let text = root;
  let missing = false;
  let place = schema;
  for (const name of path) {
    text = missing ? optional(text, name) : propertyAccess(text, name);
    missing ||= !isRequiredAt(place, [name], schemas);
    place = findProperty(place, name, schemas)?.schema;
    missing ||= admitsNull(place, schemas);
  }
  return { text, mayBeMissing: missing };
}

function optional(text: string, name: string): string {
  const member = propertyAccess('', name);
  return member.startsWith('.') ? `${text}?${member}` : `${text}?.${member}`;
}
