import type { KeywordSchema, Schema } from '../../../model/index.js';
import type { SchemaFacts } from './schema-facts.js';

/** The schemas directly inside a schema, references not followed. */
export function subschemas(schema: KeywordSchema): readonly Schema[] {
  const single = [
    schema.additionalProperties,
    schema.propertyNames,
    schema.items,
    schema.contains,
    schema.not,
    schema.if,
    schema.then,
    schema.else,
  ];
  const lists = [schema.prefixItems, schema.allOf, schema.anyOf, schema.oneOf];
  return [
    ...single.flatMap((located) => (located === undefined ? [] : [located.value])),
    ...lists.flatMap((located) => located?.value ?? []),
    ...(schema.properties ?? []).map((property) => property.schema),
    ...(schema.patternProperties ?? []).map((pattern) => pattern.schema),
    ...(schema.dependentSchemas ?? []).map((property) => property.schema),
  ];
}

/**
 * Which schemas contain themselves. Their functions count how deep they are, so that no value exhausts the
 * stack; the count is handed on by every function between two of them.
 */
export class Recursion {
  readonly #recursive: ReadonlySet<Schema>;
  readonly #carriers: ReadonlySet<Schema>;
  readonly #inverting: ReadonlySet<Schema>;

  /** `countsMatches`: whether the `oneOf` of a schema is checked by trying all branches. */
  constructor(facts: SchemaFacts, countsMatches: (schema: KeywordSchema) => boolean) {
    const graph = schemaGraph(facts);
    const reversed = reverse(graph);
    this.#recursive = schemasOnCycles(graph, reversed);
    const reaching = closure(this.#recursive, reversed);
    const reachable = closure(this.#recursive, graph);
    this.#carriers = new Set([...reaching].filter((schema) => reachable.has(schema)));
    const inverters = [...reaching].filter((schema) =>
      invertedBranches(schema, countsMatches).some((branch) => reaching.has(branch)),
    );
    this.#inverting = closure(inverters, reversed);
  }

  /** Whether the schema lies on a cycle of references. */
  isRecursive(schema: Schema): boolean {
    return this.#recursive.has(schema);
  }

  /** Whether the functions of the schema take the depth as a parameter. */
  carriesDepth(schema: Schema): boolean {
    if (this.#carriers.has(schema)) return true;
    // A union that was made of some branches of another one is not in the graph; its branches are.
    return (
      schema.kind === 'keywords' &&
      (schema.anyOf ?? schema.oneOf)?.value.some((branch) => this.#carriers.has(branch)) === true
    );
  }

  /**
   * Whether a check that gives up on deep data could make the schema accept it: a recursive schema below
   * `not`, `if`, a counting `oneOf` or `maxContains`.
   */
  canInvert(schema: Schema): boolean {
    return this.#inverting.has(schema);
  }
}

function invertedBranches(
  schema: Schema,
  countsMatches: (schema: KeywordSchema) => boolean,
): readonly Schema[] {
  if (schema.kind === 'boolean') return [];
  const single = [schema.not, schema.if, schema.maxContains === undefined ? undefined : schema.contains];
  return [
    ...single.flatMap((located) => (located === undefined ? [] : [located.value])),
    ...(schema.oneOf !== undefined && countsMatches(schema) ? schema.oneOf.value : []),
  ];
}

/** Every schema of the set, each with the schemas that it leads to in one step. */
function schemaGraph(facts: SchemaFacts): Graph<Schema> {
  const graph = new Map<Schema, readonly Schema[]>();
  const queue = [...facts.schemas.values()].map(({ schema }) => schema);
  for (let schema = queue.pop(); schema !== undefined; schema = queue.pop()) {
    if (graph.has(schema)) continue;
    const next = schema.kind === 'boolean' ? [] : [...subschemas(schema)];
    if (schema.kind === 'keywords' && schema.ref !== undefined) {
      next.push(facts.named(schema.ref.value).schema);
    }
    graph.set(schema, next);
    next.forEach((target) => queue.push(target));
  }
  return graph;
}

type Graph<Node> = ReadonlyMap<Node, readonly Node[]>;

function closure<Node>(start: Iterable<Node>, graph: Graph<Node>): ReadonlySet<Node> {
  const found = new Set<Node>();
  const queue = [...start];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (found.has(node)) continue;
    found.add(node);
    graph.get(node)?.forEach((target) => queue.push(target));
  }
  return found;
}

function reverse<Node>(graph: Graph<Node>): Graph<Node> {
  const reversed = new Map<Node, Node[]>([...graph.keys()].map((node) => [node, []]));
  for (const [node, next] of graph) next.forEach((target) => reversed.get(target)?.push(node));
  return reversed;
}

/** Kosaraju's algorithm, with stacks of its own: a chain of references may be longer than the call stack. */
function schemasOnCycles<Node>(graph: Graph<Node>, reversed: Graph<Node>): ReadonlySet<Node> {
  const assigned = new Set<Node>();
  const onCycle = new Set<Node>();
  for (const root of finishOrder(graph).reverse()) {
    const component: Node[] = [];
    const queue = [root];
    for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
      if (assigned.has(node)) continue;
      assigned.add(node);
      component.push(node);
      reversed.get(node)?.forEach((target) => queue.push(target));
    }
    const cyclic = component.length > 1 || (graph.get(root) ?? []).includes(root);
    if (cyclic) component.forEach((node) => onCycle.add(node));
  }
  return onCycle;
}

function finishOrder<Node>(graph: Graph<Node>): Node[] {
  const order: Node[] = [];
  const seen = new Set<Node>();
  for (const root of graph.keys()) {
    const stack: { node: Node; next: number }[] = seen.has(root) ? [] : [{ node: root, next: 0 }];
    seen.add(root);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const target = (graph.get(top.node) ?? [])[top.next];
      top.next += 1;
      if (target === undefined) {
        order.push(top.node);
        stack.pop();
      } else if (!seen.has(target)) {
        seen.add(target);
        stack.push({ node: target, next: 0 });
      }
    }
  }
  return order;
}
