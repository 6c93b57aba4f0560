import type { NamedSchema, Schema } from '../../../model/index.js';
import type { ConstantValue } from '../code/layout.js';
import type { CompiledRule, ValidatorModuleOptions } from '../options.js';
import { isPureReference } from '../schema/assertions.js';
import { Recursion } from '../schema/recursion.js';
import type { SchemaFacts } from '../schema/schema-facts.js';
import { Unions } from '../schema/unions.js';
import type { FunctionUnit } from './function-unit.js';
import { ModuleNames } from './module-names.js';
import type { Place } from './place.js';

/** A module-level constant: a compiled pattern, a set of values. */
export interface ModuleConstant {
  readonly name: string;
  readonly section: number;
  readonly value: ConstantValue;
}

/** What an emitted module holds so far, and what its functions still ask for. */
export class ModuleContext {
  readonly unions: Unions;
  readonly recursion: Recursion;
  readonly names: ModuleNames;
  readonly constants: ModuleConstant[] = [];
  readonly guards = new Set<FunctionUnit>();
  readonly collectors = new Set<FunctionUnit>();
  readonly #units = new Map<Schema, FunctionUnit>();
  readonly #constantNames = new Map<string, string>();

  constructor(
    readonly facts: SchemaFacts,
    readonly options: ValidatorModuleOptions,
  ) {
    this.unions = new Unions(facts);
    this.recursion = new Recursion(facts, (schema) => this.unions.countsMatches(schema));
    this.names = new ModuleNames([...facts.schemas.values()]);
    let section = 0;
    for (const named of facts.schemas.values()) {
      this.#units.set(named.schema, this.#namedUnit(named, section));
      section += 1;
    }
  }

  /** Imports a name of the runtime package; returns what the module calls it. */
  runtime(name: string): string {
    return this.names.runtime(name);
  }

  rulesOf(unit: FunctionUnit): readonly CompiledRule[] {
    return unit.named === undefined ? [] : (this.options.rules?.get(unit.named.id) ?? []);
  }

  unitOfNamed(named: NamedSchema): FunctionUnit {
    const unit = this.#units.get(named.schema);
    if (unit === undefined) throw new Error(`The schema ${named.id} is not of this module.`);
    return unit;
  }

  /** The functions of a schema; made at its first use, and named after the place of that use. */
  unitFor(schema: Schema, place: Place): FunctionUnit {
    const target = isPureReference(schema) ? this.facts.named(schema.ref.value).schema : schema;
    const known = this.#units.get(target);
    if (known !== undefined) return known;
    const base = this.names.helperBase(place.base);
    const unit: FunctionUnit = {
      schema: target,
      base,
      label: place.label,
      owner: place.unit.owner,
      at: target.at,
      section: place.unit.section,
      named: undefined,
      carriesDepth: this.recursion.carriesDepth(target),
      limitsDepth: false,
      guard: `is${base}`,
      shapeGuard: `is${base}`,
      collector: `collect${base}`,
    };
    this.#units.set(target, unit);
    return unit;
  }

  /** `isChunkChoices(choices)`: a call of the guard of a schema. */
  guardCall(schema: Schema, subject: string, place: Place): string {
    const unit = this.guardUnit(schema, place);
    return `${unit.guard}(${[subject, ...depthOf(unit, place)].join(', ')})`;
  }

  guardUnit(schema: Schema, place: Place): FunctionUnit {
    const unit = this.unitFor(schema, place);
    this.guards.add(unit);
    return unit;
  }

  /** Callee and arguments of a call of the collector of a schema. */
  collectorCall(schema: Schema, subject: string, path: string, place: Place): readonly [string, ...string[]] {
    const unit = this.collectorUnit(schema, place);
    return [unit.collector, subject, path, 'issues', ...depthOf(unit, place)];
  }

  collectorUnit(schema: Schema, place: Place): FunctionUnit {
    const unit = this.unitFor(schema, place);
    this.collectors.add(unit);
    return unit;
  }

  /** Name of a constant of that value; the same value in the same section is one constant. */
  constant(unit: FunctionUnit, base: string, kind: string, value: ConstantValue): string {
    const key = `${String(unit.section)} ${JSON.stringify(value)}`;
    const known = this.#constantNames.get(key);
    if (known !== undefined) return known;
    const name = this.names.constantName(base, kind);
    this.constants.push({ name, section: unit.section, value });
    this.#constantNames.set(key, name);
    return name;
  }

  #namedUnit(named: NamedSchema, section: number): FunctionUnit {
    const carriesDepth = this.recursion.carriesDepth(named.schema);
    const guard = this.#guardName(named, carriesDepth);
    const hasRules = (this.options.rules?.get(named.id)?.length ?? 0) > 0;
    return {
      schema: named.schema,
      base: named.name,
      label: named.name,
      owner: named.name,
      at: named.at,
      section,
      named,
      carriesDepth,
      limitsDepth: this.recursion.isRecursive(named.schema),
      guard,
      shapeGuard: hasRules ? this.names.functionName(`is${named.name}Shape`) : guard,
      collector: this.names.functionName(`collect${named.name}`),
    };
  }

  /** The exported guard takes nothing but a value, so that it can be handed to `filter`. */
  #guardName(named: NamedSchema, carriesDepth: boolean): string {
    const name = `is${named.name}`;
    if (!named.exported) return this.names.functionName(name);
    return carriesDepth ? this.names.functionName(`${name}At`) : name;
  }
}

function depthOf(unit: FunctionUnit, place: Place): readonly string[] {
  return unit.carriesDepth ? [place.depth] : [];
}
