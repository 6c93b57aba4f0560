import { child } from './issue.js';
import type { MemberPath } from './stream-types.js';
import { isArray, isObject, own } from './validation.js';

/** A place of a value: what holds it, and its JSON pointer. */
export interface Place {
  readonly value: unknown;
  readonly path: string;
  readonly holder: object;
  readonly name: string;
}

/** Every place that a path leads to, in document order; `[]` leads to every element. */
export function placesOf(value: unknown, path: MemberPath): readonly Place[] {
  if (!isObject(value) && !isArray(value)) return [];
  let places: Place[] = [{ value, path: '', holder: value, name: '' }];
  for (const name of path)
    places = places.flatMap((place) => (name === '[]' ? elements(place) : member(place, name)));
  return places;
}

function elements({ value, path }: Place): Place[] {
  if (!isArray(value)) return [];
  return value.map((element, index) => {
    const name = String(index);
    return { value: element, path: child(path, name), holder: value, name };
  });
}

function member({ value, path }: Place, name: string): Place[] {
  if (!isObject(value) || !Object.hasOwn(value, name)) return [];
  return [{ value: own(value, name), path: child(path, name), holder: value, name }];
}
