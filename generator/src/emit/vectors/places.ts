import type { KeywordSchema, NamedSchema, Schema, SpecPosition } from '../../model/index.js';
import type { Keyword } from './judge.js';
import { partsOf, type Step } from './schema-parts.js';
import type { World } from './world.js';

/** How a part of a value is reached: from an exported type, along steps. */
export interface Route {
  readonly host: NamedSchema;
  readonly steps: readonly Step[];
}

/** A keyword that values can break. */
export interface Place {
  /** Pointer of the keyword: `chat/types.schema.json#/$defs/Usage/properties/total/minimum`. */
  readonly rule: string;
  readonly keyword: Keyword & { readonly schema: KeywordSchema };
  readonly at: SpecPosition;
  /** The ways to the value that the keyword speaks of, the shortest first. */
  readonly routes: readonly Route[];
}

/** As many ways to one schema are tried before its keywords are given up. */
const maxRoutes = 4;

interface Visit {
  readonly schema: Schema;
  readonly pointer: string;
  readonly route: Route;
}

interface Found {
  readonly schema: KeywordSchema;
  readonly pointer: string;
  readonly routes: Route[];
}

/** Every keyword that a value of an exported type can break, in the order in which a reader meets them. */
export function placesOf({ profile, judging }: World): readonly Place[] {
  const found = new Map<KeywordSchema, Found>();
  const queue: Visit[] = [...profile.schemas.values()]
    .filter(({ exported }) => exported)
    .map((host) => ({ schema: host.schema, pointer: host.id, route: { host, steps: [] } }));
  // The queue grows while it is walked: breadth first, so that the shortest way comes first.
  for (const { schema, pointer, route } of queue) {
    if (schema.kind === 'boolean') continue;
    const known = found.get(schema);
    if (known !== undefined && known.routes.length >= maxRoutes) continue;
    if (known === undefined) found.set(schema, { schema, pointer, routes: [route] });
    else known.routes.push(route);
    const follow = (inner: Schema, step: Step, at: string): void => {
      queue.push({ schema: inner, pointer: at, route: { host: route.host, steps: [...route.steps, step] } });
    };
    for (const part of partsOf(schema)) follow(part.schema, part.step, `${pointer}/${part.pointer}`);
    if (schema.ref !== undefined) {
      const target = judging.facts.named(schema.ref.value);
      follow(target.schema, { kind: 'ref' }, target.id);
    }
  }
  return [...found.values()].flatMap(placesOfSchema);
}

const valueKeywords = [
  'type',
  'const',
  'enum',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'propertyNames',
  'anyOf',
  'oneOf',
  'not',
  'ref',
] as const satisfies readonly (keyof KeywordSchema)[];

function placesOfSchema({ schema, pointer, routes }: Found): readonly Place[] {
  const place = (name: string, at: SpecPosition, member?: string): Place => ({
    rule: `${pointer}/${name}${member === undefined ? '' : `/${member}`}`,
    keyword: { schema, name, ...(member === undefined ? {} : { member }) },
    at,
    routes,
  });
  return [
    ...valueKeywords.flatMap((name) => {
      const keyword = schema[name];
      return keyword === undefined || isVoid(schema, name) ? [] : [place(name, keyword.at)];
    }),
    ...(schema.required ?? []).map(({ value, at }) => place('required', at, value)),
    ...(schema.dependentRequired ?? []).flatMap(({ name, required }) =>
      required.map(({ value, at }) => place('dependentRequired', at, `${name}/${value}`)),
    ),
    ...(['additionalProperties', 'items'] as const).flatMap((name) => {
      const inner = schema[name];
      return inner?.value.kind === 'boolean' && !inner.value.value ? [place(name, inner.at)] : [];
    }),
    ...placesOfContains(schema, place),
  ];
}

/** Whether a keyword is there and excludes nothing. */
function isVoid(schema: KeywordSchema, name: (typeof valueKeywords)[number]): boolean {
  if (name === 'minLength' || name === 'minItems' || name === 'minProperties') {
    return (schema[name]?.value ?? 0) <= 0;
  }
  return name === 'type' && schema.type?.value.length === 7;
}

function placesOfContains(
  schema: KeywordSchema,
  place: (name: string, at: SpecPosition) => Place,
): readonly Place[] {
  const { contains, minContains, maxContains } = schema;
  if (contains === undefined) return [];
  const least =
    minContains === undefined
      ? [place('contains', contains.at)]
      : minContains.value === 0
        ? []
        : [place('minContains', minContains.at)];
  return [...least, ...(maxContains === undefined ? [] : [place('maxContains', maxContains.at)])];
}
