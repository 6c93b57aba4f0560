import type { JsonValue } from '../../../model/index.js';
import type { CelReferences } from '../../../rules/cel/index.js';
import { equalityKey, isObject, partAt, withPart, type Way } from '../json.js';
import { neighboursOf } from '../search.js';
import { faultsOf, type World } from '../world.js';
import { eventsOf } from './members.js';
import type { OrderView, ScopeView } from './view.js';

/** A valid message that stands for all messages that the rules cannot tell from it. */
export interface PoolMessage {
  readonly value: JsonValue;
  /** By scope: the letter, and whether it opens a key. Undefined where the message is nothing in that scope. */
  readonly letters: readonly ({ readonly letter: number; readonly opens: boolean } | undefined)[];
}

const maxMessages = 96;
const maxTried = 4000;

/**
 * Messages for every set of symbols that some valid message matches, as far as the search finds one: the examples of
 * the documents and samples of each type, then these with parts exchanged that the symbols read. All are of one
 * choice and one call, and neutral to the rules of named kinds.
 */
export function poolOf(world: World, view: OrderView): readonly PoolMessage[] {
  const references = [...view.symbols.values()].map((symbol) => inMessage(symbol.references));
  const found = new Map<string, PoolMessage>();
  const seen = new Set<string>();
  const take = (value: JsonValue): void => {
    const key = equalityKey(value);
    const plain = seen.has(key) ? undefined : neutral(world, view, value);
    seen.add(key);
    const message = plain === undefined ? undefined : poolMessage(view, plain);
    const letters = JSON.stringify(message?.letters);
    if (message !== undefined && !found.has(letters)) found.set(letters, message);
  };
  const bases = basesOf(world, view);
  bases.forEach(take);
  // A map yields what is added while it is walked: from every new kind of message the search goes on.
  for (const { value } of found.values()) {
    for (const neighbour of neighboursOf(value, bases, references)) {
      if (seen.size < maxTried && found.size < maxMessages) take(neighbour);
    }
  }
  return [...found.values()];
}

/** `choice` is the element of `choices` here. */
function inMessage({ fields, literals }: CelReferences): CelReferences {
  const moved = fields.map((field) =>
    /^choice\b/.test(field) ? `this.choices[]${field.slice('choice'.length)}` : field,
  );
  return { fields: moved, literals };
}

function basesOf(world: World, view: OrderView): readonly JsonValue[] {
  const { schema } = view.message;
  if (schema.kind === 'boolean') return [];
  const keyword = schema.oneOf === undefined ? 'anyOf' : 'oneOf';
  const branches = schema[keyword]?.value ?? [];
  return branches.flatMap((branch, index) => {
    const id = branch.kind === 'keywords' ? branch.ref?.value : undefined;
    const examples = id === undefined ? [] : world.examplesOf(id);
    const samples = [false, true].flatMap(
      (full) => world.sampler.sample([{ schema, route: [{ kind: keyword, index }] }], { full }) ?? [],
    );
    return [...examples, ...samples];
  });
}

/** The message with what the named kinds compare made equal everywhere; undefined where it is then not valid. */
function neutral(world: World, view: OrderView, value: JsonValue): JsonValue | undefined {
  let message = value;
  for (const { scope, named } of view.scopes) {
    for (const { kind, paths } of named) {
      for (const { segments } of paths) {
        for (const way of waysIn(view, scope, segments, message)) {
          const part = partAt(message, way);
          const plain =
            typeof part === 'number'
              ? 0
              : typeof part === 'string'
                ? kind === 'constant'
                  ? 'same'
                  : ''
                : part;
          message = part === undefined ? message : (withPart(message, way, plain) ?? message);
        }
      }
    }
  }
  return faultsOf(world, view.message, message).length === 0 ? message : undefined;
}

function waysIn(
  view: OrderView,
  scope: ScopeView['scope'],
  segments: readonly string[],
  message: JsonValue,
): readonly Way[] {
  return eventsOf(view.form, scope, message).flatMap((event) => {
    const prefix = event.kind === 'enter' ? event.path.split('/').slice(1) : [];
    const way = [...prefix, ...segments].map((segment) => (segment === '[]' ? 0 : segment));
    return partAt(message, way) === undefined ? [] : [way];
  });
}

function poolMessage(view: OrderView, value: JsonValue): PoolMessage | undefined {
  const letters: PoolMessage['letters'][number][] = [];
  for (const scope of view.scopes) {
    const events = scope.events(value);
    const [event, ...more] = events;
    // More choices or calls than one are more than one letter: such messages are tested through single ones.
    if (more.length > 0) return undefined;
    if (event?.kind === 'enter' && scope.scope !== 'stream' && !/^0(?:\/0)?$/.test(event.key))
      return undefined;
    letters.push(
      event === undefined
        ? undefined
        : { letter: scope.letter(value, event.event), opens: event.kind === 'enter' },
    );
  }
  return isObject(value) || typeof value === 'string' ? { value, letters } : undefined;
}
