import type { CelField, CelType } from '../../../generator/src/rules/cel/index.js';

export const STRING: CelType = { kind: 'string' };
export const DOUBLE: CelType = { kind: 'double' };
export const BOOL: CelType = { kind: 'bool' };
export const NULL: CelType = { kind: 'null' };

export function required(name: string, type: CelType): CelField {
  return { name, type, optional: false };
}

export function optional(name: string, type: CelType): CelField {
  return { name, type, optional: true };
}
