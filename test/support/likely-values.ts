/** A source of numbers in [0, 1), the same for the same seed. */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

type SchemaObject = Readonly<Record<string, unknown>>;

/**
 * Makes values that have a fair chance to be valid under a schema, or to break it in one place: random JSON
 * seldom gets past the first keyword. Follows the keywords without checking them against each other.
 */
export class LikelyValues {
  constructor(
    private readonly document: SchemaObject,
    private readonly random: Random,
    private readonly anything: readonly unknown[],
  ) {}

  next(): unknown {
    return this.valueOf(this.document, 0);
  }

  private valueOf(schema: unknown, depth: number): unknown {
    if (!isObject(schema) || depth > 8 || this.random() < 0.08) return this.pick(this.anything);
    if (typeof schema['$ref'] === 'string') return this.valueOf(this.definition(schema['$ref']), depth + 1);
    if ('const' in schema) return schema['const'];
    if (Array.isArray(schema['enum'])) return this.pick(schema['enum']);
    const branch = this.branchOf(schema);
    const value = branch === undefined ? this.typedValue(schema, depth) : this.valueOf(branch, depth + 1);
    return isObject(value) && isObject(schema['properties'])
      ? { ...this.objectOf(schema, depth), ...value }
      : value;
  }

  private branchOf(schema: SchemaObject): unknown {
    const lists = ['allOf', 'anyOf', 'oneOf'].map((key) => listOf(schema[key]));
    const branches = [...lists.flat(), ...[schema['then'], schema['else']].filter(isObject)];
    return branches.length > 0 && this.random() < 0.8 ? this.pick(branches) : undefined;
  }

  private typedValue(schema: SchemaObject, depth: number): unknown {
    switch (this.typeOf(schema)) {
      case 'object':
        return this.objectOf(schema, depth);
      case 'array':
        return this.arrayOf(schema, depth);
      case 'string':
        return this.pick(['', 'a', 'ab', 'abc', 'b', '😀', '😀a', 'A1']);
      case 'integer':
        return this.pick([0, 1, 2, 3, -1, 6]);
      case 'number':
        return this.pick([0, 1, 1.5, 0.5, 2, 3, 0.25]);
      case 'boolean':
        return this.random() < 0.5;
      case 'null':
        return null;
      default:
        return this.pick(this.anything);
    }
  }

  private typeOf(schema: SchemaObject): unknown {
    if (Array.isArray(schema['type'])) return this.pick(listOf(schema['type']));
    if (schema['type'] !== undefined) return schema['type'];
    const keys = Object.keys(schema);
    if (keys.some((key) => /ropert|required|depend/.test(key))) return 'object';
    if (keys.some((key) => /tems|ontains/.test(key))) return 'array';
    return undefined;
  }

  private objectOf(schema: SchemaObject, depth: number): object {
    const properties = isObject(schema['properties']) ? schema['properties'] : {};
    const required = Array.isArray(schema['required']) ? (schema['required'] as readonly string[]) : [];
    const names = Object.keys(properties).filter((name) => required.includes(name) || this.random() < 0.6);
    const further = this.random() < 0.3 ? [this.pick(['a', 'b', 'type', 'x-y', 'A']) ?? ''] : [];
    const all = [...new Set([...names, ...required.filter(() => this.random() < 0.95), ...further])];
    return Object.fromEntries(
      all.map((name) => [name, this.valueOf(properties[name] ?? schema['additionalProperties'], depth + 1)]),
    );
  }

  private arrayOf(schema: SchemaObject, depth: number): readonly unknown[] {
    const { items, prefixItems, contains } = schema;
    const prefix = listOf(prefixItems ?? items);
    const rest = Array.isArray(items) ? schema['additionalItems'] : items;
    const length = Math.floor(this.random() * 4);
    const made = Array.from({ length }, (_, index) => this.valueOf(prefix[index] ?? rest, depth + 1));
    return contains === undefined || this.random() < 0.3
      ? made
      : [...made, this.valueOf(contains, depth + 1)];
  }

  private definition(ref: string): unknown {
    const definitions = this.document['definitions'];
    return isObject(definitions) ? definitions[ref.replace('#/definitions/', '')] : undefined;
  }

  private pick<Item>(list: readonly Item[]): Item | undefined {
    return list[Math.floor(this.random() * list.length)];
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function isObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
