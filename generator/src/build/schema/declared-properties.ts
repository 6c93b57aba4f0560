import type { KeywordSchema, NamedSchema, Schema, SchemaId, SchemaSet } from '../../model/index.js';
import { schemasOfParts, schemasOfSameValue } from './subschemas.js';

/** A `required` entry that the properties beside it do not declare. */
export interface UndeclaredName {
  readonly name: string;
  readonly at: KeywordSchema['at'];
  readonly schema: KeywordSchema;
}

/** All schemas written out for one value: a schema with its branches, up to the references in them. */
export interface Composition {
  readonly names: ReadonlySet<string>;
  readonly references: readonly SchemaId[];
  readonly undeclared: readonly UndeclaredName[];
}

/** Which property names the schemas of a set declare, across compositions and references. */
export class DeclaredProperties {
  readonly compositions = new Map<SchemaId, readonly Composition[]>();
  /** The compositions that refer to a schema, and so declare properties of the same value. */
  private readonly users = new Map<SchemaId, Composition[]>();
  private readonly owners = new Map<Composition, SchemaId>();

  constructor(schemas: SchemaSet) {
    for (const named of schemas.values()) this.add(named);
  }

  private add({ id, schema }: NamedSchema): void {
    const compositions: Composition[] = [];
    const waiting = [schema];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { composition, parts } = compose(next);
      if (compositions.length === 0) this.owners.set(composition, id);
      compositions.push(composition);
      for (const part of parts) waiting.push(part);
      for (const target of composition.references) {
        const users = this.users.get(target);
        if (users) users.push(composition);
        else this.users.set(target, [composition]);
      }
    }
    this.compositions.set(id, compositions);
  }

  /** Whether a composition declares a property, or what it refers to, or what is composed with it elsewhere. */
  isDeclared(name: string, composition: Composition): boolean {
    const above = new Set([composition]);
    for (const next of above) {
      if (this.declaresBelow(name, next)) return true;
      const owner = this.owners.get(next);
      for (const user of (owner === undefined ? undefined : this.users.get(owner)) ?? []) above.add(user);
    }
    return false;
  }

  /** Whether a schema, as a member of a union, declares a property by itself. */
  declares(name: string, schema: Schema): boolean {
    return this.declaresBelow(name, compose(schema).composition);
  }

  private declaresBelow(name: string, start: Composition): boolean {
    const below = new Set([start]);
    for (const next of below) {
      if (next.names.has(name)) return true;
      for (const id of next.references) {
        const [target] = this.compositions.get(id) ?? [];
        if (target) below.add(target);
      }
    }
    return false;
  }
}

function compose(schema: Schema): { readonly composition: Composition; readonly parts: readonly Schema[] } {
  const names = new Set<string>();
  const references: SchemaId[] = [];
  const undeclared: UndeclaredName[] = [];
  const parts: Schema[] = [];
  const waiting = [{ schema, conditional: false }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { schema: branch, conditional } = next;
    if (branch.kind === 'boolean') continue;
    for (const part of schemasOfParts(branch)) parts.push(part);
    for (const property of branch.properties ?? []) names.add(property.name);
    if (branch.ref) references.push(branch.ref.value);
    // A condition names properties that it asks about; whoever declares them stands elsewhere.
    for (const name of conditional ? [] : undeclaredNames(branch)) undeclared.push(name);
    const asks = conditionsOf(branch);
    for (const inner of schemasOfSameValue(branch)) {
      waiting.push({ schema: inner, conditional: conditional || asks.has(inner) });
    }
  }
  return { composition: { names, references, undeclared }, parts };
}

function conditionsOf(schema: KeywordSchema): ReadonlySet<Schema> {
  const conditions = [schema.not, schema.if, schema.then, schema.else];
  return new Set([
    ...conditions.flatMap((located) => (located ? [located.value] : [])),
    ...(schema.dependentSchemas ?? []).map((dependent) => dependent.schema),
  ]);
}

/** Required names without a schema, where the schema lists its properties or admits no others. */
function undeclaredNames(schema: KeywordSchema): readonly UndeclaredName[] {
  const { required = [], properties, patternProperties = [], additionalProperties } = schema;
  const others = additionalProperties?.value;
  const closed = others?.kind === 'boolean' && !others.value;
  if ((properties === undefined && !closed) || others?.kind === 'keywords') return [];
  const declared = new Set((properties ?? []).map((property) => property.name));
  const patterns = patternProperties.map(({ pattern }) => new RegExp(pattern.value, 'u'));
  return required
    .filter(({ value }) => !declared.has(value) && !patterns.some((pattern) => pattern.test(value)))
    .map(({ value, at }) => ({ name: value, at, schema }));
}
