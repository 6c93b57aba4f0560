/**
 * Where a value stands under a variable: the name of the variable, then `.name` for a field and `[]` for any item or
 * map entry. `this.choices[0].delta` is `['this', '.choices', '[]', '.delta']`.
 */
export type CelPath = readonly string[];

export const ELEMENT = '[]';

export function fieldPath(path: CelPath, name: string): CelPath {
  return [...path, `.${name}`];
}

export function elementPath(path: CelPath): CelPath {
  return [...path, ELEMENT];
}

/** `this.choices[].delta`; a name that is not an identifier is quoted: `this["a.b"]`. */
export function formatPath(path: CelPath): string {
  const [variable = '', ...steps] = path;
  return variable + steps.map(formatStep).join('');
}

function formatStep(step: string): string {
  return step === ELEMENT || /^\.[A-Za-z_]\w*$/.test(step) ? step : `[${JSON.stringify(step.slice(1))}]`;
}
