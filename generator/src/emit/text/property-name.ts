import { stringLiteral } from './string-literal.js';

/**
 * Whether a name can stand bare as a property name. ASCII only: a letter from another script would be
 * legal, but two names that look alike are easier told apart as strings.
 */
export function isBareName(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__';
}

/**
 * The key of a member in an interface, a type or an object literal. `__proto__` is always computed: bare or
 * quoted it would set the prototype of an object literal.
 */
export function propertyKey(name: string): string {
  if (isBareName(name)) return name;
  return name === '__proto__' ? `['__proto__']` : stringLiteral(name);
}

/** `target.name` or `target['some-name']`. */
export function propertyAccess(target: string, name: string): string {
  return isBareName(name) ? `${target}.${name}` : `${target}[${stringLiteral(name)}]`;
}

const prototypeNames: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Whether every object inherits a member of that name, so that reading it does not tell whether it is present. */
export function isPrototypeName(name: string): boolean {
  return prototypeNames.has(name);
}
