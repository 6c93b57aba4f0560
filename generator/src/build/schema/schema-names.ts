import type { SchemaId } from '../../model/index.js';
import { typeName } from '../../names/index.js';
import { pointerTokens } from './pointer.js';

/** Tokens of a pointer that lead somewhere and say nothing about what is there. */
const structural = new Set([
  'components',
  'schemas',
  '$defs',
  'definitions',
  'properties',
  'allOf',
  'anyOf',
  'oneOf',
]);

/** More tokens than these at the end of a pointer make a name longer, not clearer. */
const tokensInName = 3;

/**
 * A type name for a schema that the spec does not name: the last words of its pointer, or of its file when it is a
 * whole document. Unique without regard to case among `taken`, which it joins.
 */
export function nameSchema(id: SchemaId, taken: Set<string>): string {
  const hash = id.indexOf('#');
  const tokens = pointerTokens(id.slice(hash + 1)) ?? [];
  const spoken = tokens.filter((token) => !structural.has(token)).slice(-tokensInName);
  const file = id.slice(0, hash).split('/').at(-1) ?? '';
  const base = typeName(spoken.join(' ')).name || typeName(file.replace(/\.[a-z]+$/, '')).name || 'Schema';
  let name = base;
  for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${base}${String(count)}`;
  taken.add(name.toLowerCase());
  return name;
}
