import { type DataNode, entryOf } from '../../load/index.js';

/** A JSON pointer (RFC 6901) with one more token. */
export function appendToken(pointer: string, token: string | number): string {
  return `${pointer}/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The tokens of a JSON pointer, or undefined when the text is not one. */
export function pointerTokens(pointer: string): readonly string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value that one token selects inside a collection. */
export function childOf(node: DataNode, token: string): DataNode | undefined {
  if (node.kind === 'mapping') return entryOf(node, token)?.value;
  if (node.kind === 'sequence' && /^(0|[1-9]\d*)$/.test(token)) return node.items[Number(token)];
  return undefined;
}
