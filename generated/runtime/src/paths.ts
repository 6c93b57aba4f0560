/** Sets the member at a path, making the objects on the way; a value on the way that is no object is replaced. */
export function setPath(target: object, path: readonly string[], value: unknown): void {
  const last = path.length - 1;
  let holder: object = target;
  path.forEach((name, index) => {
    if (index === last) define(holder, name, value);
    else holder = objectAt(holder, name);
  });
}

/** Removes the member at a path, where there is one. */
export function removePath(target: object, path: readonly string[]): void {
  let holder: unknown = target;
  for (const name of path.slice(0, -1)) holder = isObject(holder) ? own(holder, name) : undefined;
  const name = path.at(-1);
  if (isObject(holder) && name !== undefined) Reflect.deleteProperty(holder, name);
}

function objectAt(holder: object, name: string): object {
  const member = own(holder, name);
  if (isObject(member)) return member;
  const made = {};
  define(holder, name, made);
  return made;
}

function own(holder: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(holder, name)?.value as unknown;
}

/** Defines the member itself: assigning to `__proto__` would change the prototype. */
function define(holder: object, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
