import { camelCase } from '../../../names/index.js';
import { isBareName } from '../../text/index.js';

/** Words that cannot name a local constant in a module, globals and imports that emitted code uses, and its own locals. */
const reserved: ReadonlySet<string> = new Set(
  `await break case catch class const continue debugger default delete do else enum export extends false
  finally for function if import in instanceof new null return super switch this throw true try typeof var
  void while with yield let static implements interface package private protected public arguments eval
  undefined NaN Infinity Number Object Map Set RegExp String
  value path issues depth before collect
  own report child count describe maxDepth cel ruleHolds ruleFails indexOfDuplicate countProperties countCodePoints`.split(
    /\s+/,
  ),
);

/** How functions and constants of an emitted module are called; no local takes such a name. */
const moduleName =
  /^(?:is|collect|validate)[A-Z]|(?:Pattern|Values|Names|Constant|Guards|Collectors|Rule)\d*$/;

const longestName = 60;

/** Local constants of one function for properties of a value: the name of the property where it can be one. */
export class LocalNames {
  readonly #taken = new Set<string>();
  readonly #byProperty = new Map<string, string>();

  /** `loops`: whether the function has a loop over the members, with locals of its own. */
  constructor(private readonly loops = false) {}

  localFor(property: string): string {
    const known = this.#byProperty.get(property);
    if (known !== undefined) return known;
    const local = this.#free(this.#usable(property) ? property : `${camelCase(property)}Property`);
    this.#byProperty.set(property, local);
    return local;
  }

  /** Each property with its local, in the order in which they were asked for. */
  entries(): readonly (readonly [string, string])[] {
    return [...this.#byProperty];
  }

  #free(wanted: string): string {
    const base = this.#usable(wanted) ? wanted : 'property';
    let name = base;
    for (let number = 2; this.#taken.has(name); number += 1) name = `${base}${String(number)}`;
    this.#taken.add(name);
    return name;
  }

  #usable(name: string): boolean {
    if (name.length > longestName) return false;
    if (this.loops && (name === 'name' || name === 'member')) return false;
    return isBareName(name) && !reserved.has(name) && !moduleName.test(name);
  }
}
