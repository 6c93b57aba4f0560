import type { SchemaSet } from '../../model/index.js';
import { printConstant, printImport, wordsOf } from './code/layout.js';
import { collectorFunction, validatorFunction } from './module/collector-functions.js';
import { guardFunctions } from './module/guard-functions.js';
import type { FunctionUnit } from './module/function-unit.js';
import { ModuleContext } from './module/module-context.js';
import { ruleFunctions, type RuleFunctions } from './module/rule-functions.js';
import type { ValidatorModuleOptions } from './options.js';
import { SchemaFacts } from './schema/schema-facts.js';
import { simplifySchemas } from './schema/simplify.js';

/**
 * The module with the guards and validators of every exported schema of a set.
 *
 * For a type `X` it exports `isX(value: unknown): value is X`, which allocates nothing unless `uniqueItems`
 * or a fractional `multipleOf` is checked, and `validateX(value: unknown): Issue[]`, which reports every
 * issue. The text has no header; it imports the types as `typesImport` and its helpers as `runtimeImport`.
 *
 * @param schemas without errors: `buildSchemas` reported none
 */
export function emitValidators(schemas: SchemaSet, options: ValidatorModuleOptions): string {
  const hasRules = (id: string): boolean => (options.rules?.get(id)?.length ?? 0) > 0;
  const facts = new SchemaFacts(simplifySchemas(schemas, hasRules));
  return new ValidatorModule(new ModuleContext(facts, options)).print();
}

/** What the module declares for one schema of the set, in the order in which it is printed. */
interface Section {
  readonly constants: Declaration[];
  readonly guards: Declaration[];
  readonly rules: Declaration[];
  readonly collectors: Declaration[];
}

interface Declaration {
  readonly name: string;
  readonly exported: boolean;
  readonly text: string;
}

class ValidatorModule {
  readonly #sections: readonly Section[];
  readonly #rules = new Map<FunctionUnit, RuleFunctions>();
  readonly #emitted = { guards: new Set<FunctionUnit>(), collectors: new Set<FunctionUnit>() };

  constructor(private readonly ctx: ModuleContext) {
    this.#sections = [...ctx.facts.schemas].map(() => ({
      constants: [],
      guards: [],
      rules: [],
      collectors: [],
    }));
  }

  print(): string {
    for (const named of this.ctx.facts.schemas.values()) {
      if (named.exported) this.#emitExported(this.ctx.unitOfNamed(named));
    }
    this.#emitRequested();
    const declarations = withUsesOnly(this.#declarations());
    const code = declarations.map(({ text }) => text);
    const words = wordsOf(code.join('\n'));
    return `${[...this.#imports(words), ...code].join('\n\n')}\n`;
  }

  #emitExported(unit: FunctionUnit): void {
    this.ctx.guards.add(unit);
    this.#section(unit).collectors.push(validatorFunction(this.ctx, unit));
  }

  /** Emits what emitted functions call, until they call nothing new. */
  #emitRequested(): void {
    const { guards, collectors } = this.ctx;
    let requested: number;
    do {
      requested = guards.size + collectors.size;
      guards.forEach((unit) => this.#emitGuard(unit));
      collectors.forEach((unit) => this.#emitCollector(unit));
    } while (guards.size + collectors.size > requested);
  }

  #emitGuard(unit: FunctionUnit): void {
    if (this.#emitted.guards.has(unit)) return;
    this.#emitted.guards.add(unit);
    this.#section(unit).guards.push(...guardFunctions(this.ctx, unit, this.#rulesOf(unit)));
  }

  #emitCollector(unit: FunctionUnit): void {
    if (this.#emitted.collectors.has(unit)) return;
    this.#emitted.collectors.add(unit);
    this.#section(unit).collectors.push(collectorFunction(this.ctx, unit, this.#rulesOf(unit)));
  }

  #rulesOf(unit: FunctionUnit): RuleFunctions {
    let rules = this.#rules.get(unit);
    if (rules === undefined) {
      rules = ruleFunctions(this.ctx, unit);
      this.#rules.set(unit, rules);
      this.#section(unit).rules.push(...rules.values());
    }
    return rules;
  }

  #section(unit: FunctionUnit): Section {
    const section = this.#sections[unit.section];
    if (section === undefined) throw new Error(`No section ${String(unit.section)}.`);
    return section;
  }

  #declarations(): readonly Declaration[] {
    for (const { name, section, value } of this.ctx.constants) {
      this.#sections[section]?.constants.push({ name, exported: false, text: printConstant(name, value) });
    }
    return this.#sections.flatMap(({ constants, guards, rules, collectors }) => [
      ...constants,
      ...guards,
      ...rules,
      ...collectors,
    ]);
  }

  #imports(words: ReadonlySet<string>): readonly string[] {
    const { runtimeImport, typesImport } = this.ctx.options;
    const runtime = this.ctx.names.runtimeImports().filter(({ local }) => words.has(local));
    const types = [...this.ctx.facts.schemas.values()].filter(
      ({ exported, name }) => exported && words.has(name),
    );
    return [
      [
        ...printImport(
          runtime.map(({ text }) => text),
          runtimeImport,
        ),
        ...printImport(
          types.map(({ name }) => `type ${name}`),
          typesImport,
        ),
      ].join('\n'),
    ].filter((text) => text !== '');
  }
}

/** What the exported declarations need: a check that turned out to be constant may have asked for more. */
function withUsesOnly(declarations: readonly Declaration[]): readonly Declaration[] {
  const byName = new Map(declarations.map((declaration) => [declaration.name, declaration]));
  const used = new Set<Declaration>();
  const queue = declarations.filter(({ exported }) => exported);
  for (let declaration = queue.pop(); declaration !== undefined; declaration = queue.pop()) {
    if (used.has(declaration)) continue;
    used.add(declaration);
    for (const word of wordsOf(declaration.text)) {
      const needed = byName.get(word);
      if (needed !== undefined) queue.push(needed);
    }
  }
  return declarations.filter((declaration) => used.has(declaration));
}
