/** Walks over JSON text outside of its strings. */
function* outside(text: string): Generator<number, void, undefined> {
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (!inString) yield at;
    if (character === '"') inString = !inString;
    else if (character === '\\' && inString) at += 1;
  }
}

/** The texts of the objects and arrays that stand one after the other; undefined when anything else stands there. */
export function splitJson(text: string): readonly string[] | undefined {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const at of outside(text)) {
    const character = text[at] ?? '';
    if (depth === 0 && !/[\s{[]/.test(character)) return undefined;
    if (character === '{' || character === '[') {
      if (depth === 0) start = at;
      depth += 1;
    } else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) parts.push(text.slice(start, at + 1));
    }
  }
  return depth === 0 ? parts : undefined;
}

/** The text with null for the numbers that JSON does not have: NaN, Infinity and -Infinity. */
export function nullForNan(text: string): string {
  let result = '';
  let kept = 0;
  for (const at of outside(text)) {
    if (at < kept) continue;
    const [word] = /^(?:NaN|-?Infinity)\b/.exec(text.slice(at, at + 10)) ?? [];
    if (word === undefined) continue;
    result += `${text.slice(kept, at)}null`;
    kept = at + word.length;
  }
  return result + text.slice(kept);
}

/** Whether JSON text stops inside an object or array, as text does that was cut. */
export function stopsInside(text: string): boolean {
  let depth = 0;
  let opened = false;
  for (const at of outside(text)) {
    const character = text[at] ?? '';
    if (!opened && !/[\s{[]/.test(character)) return false;
    if (character === '{' || character === '[') {
      depth += 1;
      opened = true;
    } else if (character === '}' || character === ']') depth -= 1;
    if (opened && depth === 0 && text.slice(at + 1).trim() !== '') return false;
  }
  return opened && depth > 0;
}
