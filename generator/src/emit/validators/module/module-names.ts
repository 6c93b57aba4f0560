import type { NamedSchema } from '../../../model/index.js';

/** Names of functions, constants and imports of one emitted module; no name is given twice. */
export class ModuleNames {
  readonly #types: ReadonlySet<string>;
  /** Guards and validators that the module exports: their names follow from the types and never change. */
  readonly #exports: ReadonlySet<string>;
  readonly #taken: Set<string>;
  readonly #imports = new Map<string, string>();
  readonly #nextNumbers = new Map<string, number>();

  constructor(schemas: readonly NamedSchema[]) {
    const types = schemas.filter(({ exported }) => exported).map(({ name }) => name);
    this.#types = new Set(types);
    this.#exports = new Set(types.flatMap((name) => [`is${name}`, `validate${name}`]));
    this.#taken = new Set(this.#exports);
  }

  /** What the module calls a name of the runtime package: the name itself, unless the module exports it. */
  runtime(name: string): string {
    const known = this.#imports.get(name);
    if (known !== undefined) return known;
    const local =
      this.#exports.has(name) || this.#types.has(name) ? this.functionName(`${name}OfRuntime`) : name;
    this.#imports.set(name, local);
    return local;
  }

  /** What the module calls a type of the runtime package. */
  runtimeType(name: 'Issue'): string {
    const local = this.#types.has(name) ? `${name}OfRuntime` : name;
    this.#imports.set(`type ${name}`, local === name ? `type ${name}` : `type ${local}`);
    return local;
  }

  /** `isObject`, `type Issue`, `isEqual as isEqualOfRuntime`: what is imported from the runtime. */
  runtimeImports(): readonly { readonly text: string; readonly local: string }[] {
    return [...this.#imports].map(([name, local]) => ({
      text: name === local ? name : `${name} as ${local.replace(/^type /, '')}`,
      local: local.replace(/^type /, ''),
    }));
  }

  /** A free name for a function that only the module uses. */
  functionName(wanted: string): string {
    return this.#take(wanted, (number) => [wanted + number])[0] ?? wanted;
  }

  /** A base for which `isBase` and `collectBase` are free. */
  helperBase(base: string): string {
    const [guard = ''] = this.#take(`is${base}`, (number) => [
      `is${base}${number}`,
      `collect${base}${number}`,
    ]);
    return guard.slice('is'.length);
  }

  /** `modelPattern`, `roleValues2`. */
  constantName(base: string, kind: string): string {
    const [first = ''] = base;
    return this.functionName(first.toLowerCase() + base.slice(first.length) + kind);
  }

  /** The first numbered candidate of which no name is taken. */
  #take(series: string, candidate: (number: string) => readonly string[]): readonly string[] {
    for (let number = this.#nextNumbers.get(series) ?? 1; ; number += 1) {
      const names = candidate(number === 1 ? '' : String(number));
      if (names.some((name) => this.#taken.has(name) || runtimeNames.has(name))) continue;
      names.forEach((name) => this.#taken.add(name));
      this.#nextNumbers.set(series, number + 1);
      return names;
    }
  }
}

/** Names of the runtime package that emitted validators may import; helpers keep clear of them. */
const runtimeNames: ReadonlySet<string> = new Set([
  'countCodePoints',
  'countProperties',
  'evaluateRule',
  'indexOfDuplicate',
  'isArray',
  'isEqual',
  'isLongerThan',
  'isMultipleOf',
  'isObject',
  'isShorterThan',
  'isTooDeep',
]);
