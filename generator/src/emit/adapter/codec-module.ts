import type { EventType } from '../../model/index.js';
import { propertyAccess, propertyKey, stringLiteral } from '../text/index.js';
import { isInteger, isString, schemaAt } from './schema-view.js';
import type { AdapterScope } from './scope.js';

/** Kind 0 ends a stream, kind 1 is an event as JSON; the flat kinds follow. */
const firstFlatKind = 2;

interface FlatEvent {
  readonly event: EventType;
  readonly kind: number;
  readonly number: string;
  readonly text: string;
  readonly optional: readonly string[];
}

/**
 * `codec.ts`: how events cross from a worker to the main thread. An event with one number and one text
 * travels as these two; any other as JSON.
 */
export function codecModule(scope: AdapterScope): string {
  const flat = flatEvents(scope);
  const encoders = flat.map(({ event, kind, number, text, optional }) => {
    const test = optional.map((name) => `${propertyAccess('event', name)} === undefined`).join(' && ');
    const add = `add(${String(kind)}, ${propertyAccess('event', number)}, ${propertyAccess('event', text)});`;
    const body = test === '' ? `${add} return;` : `if (${test}) { ${add} return; } break;`;
    return `case ${stringLiteral(event.type)}: ${body}`;
  });
  const decoders = flat.map(
    ({ event, kind, number, text }) =>
      `case ${String(kind)}: return { type: ${stringLiteral(event.type)}, ${propertyKey(number)}: number, ${propertyKey(text)}: text };`,
  );
  // Without flat events everything is JSON, and nothing is left to choose by.
  const [kind, number] = flat.length === 0 ? ['_kind', '_number'] : ['kind', 'number'];
  const encoded = flat.length === 0 ? '' : `switch (event.type) { ${encoders.join('\n')} default: }`;
  const fromJson = `// What \`encode\` wrote: it took an event.
    return JSON.parse(text) as ProfileEvent;`;
  const decoded =
    flat.length === 0 ? fromJson : `switch (kind) { ${decoders.join('\n')} default: ${fromJson} }`;
  return `
import type { ProfileEvent } from './profile.js';

/** The kind of an event that travels as JSON. */
const jsonKind = 1;

/** Takes an event apart into what a batch holds of it. */
export function encode(event: ProfileEvent, add: (kind: number, number: number, text: string) => void): void {
  ${encoded}
  add(jsonKind, 0, JSON.stringify(event));
}

/** Puts an event together again. */
export function decode(${kind}: number, ${number}: number, text: string): ProfileEvent {
  ${decoded}
}
`;
}

/** Event types whose required fields are one whole number and one text. */
function flatEvents({ profile }: AdapterScope): readonly FlatEvent[] {
  const flat: FlatEvent[] = [];
  for (const event of profile.events) {
    const schema = profile.schemas.get(event.schema)?.schema;
    const fields = event.fields
      .filter(({ required, name }) => required && name !== 'type')
      .map(({ name }) => name);
    const number = fields.find((name) =>
      isInteger(schemaAt(schema, [name], profile.schemas), profile.schemas),
    );
    const text = fields.find((name) => isString(schemaAt(schema, [name], profile.schemas), profile.schemas));
    if (fields.length !== 2 || number === undefined || text === undefined) continue;
    const optional = event.fields.filter(({ required }) => !required).map(({ name }) => name);
    flat.push({ event, kind: firstFlatKind + flat.length, number, text, optional });
  }
  return flat;
}
