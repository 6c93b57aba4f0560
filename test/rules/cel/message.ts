import { celInt, type CelType, type CelVariable } from '../../../generator/src/rules/cel/index.js';
import { BOOL, DOUBLE, NULL, optional, required, STRING } from './types.js';

const DYN: CelType = { kind: 'dyn' };

function list(items: CelType): CelType {
  return { kind: 'list', items };
}

function map(values: CelType): CelType {
  return { kind: 'map', keys: STRING, values };
}

function union(...members: readonly CelType[]): CelType {
  return { kind: 'union', members };
}

export const ITEM: CelType = {
  kind: 'object',
  open: true,
  fields: [required('id', STRING), optional('index', celInt(0)), optional('text', union(STRING, NULL))],
};

/** A message with every form of field that a rule can meet. */
export const MESSAGE: CelType = {
  kind: 'object',
  open: true,
  fields: [
    required('n', celInt()),
    required('m', celInt(0)),
    required('small', celInt(-3, 3)),
    optional('count', celInt(0, 100)),
    required('nullable', union(celInt(), NULL)),
    optional('maybe', union(STRING, NULL)),
    required('ratio', DOUBLE),
    optional('weight', DOUBLE),
    required('name', STRING),
    optional('role', STRING),
    required('flag', BOOL),
    optional('stream', BOOL),
    required('items', list(ITEM)),
    optional('more', list(ITEM)),
    required('ints', list(celInt())),
    required('texts', list(STRING)),
    optional('doubles', list(DOUBLE)),
    required('inner', {
      kind: 'object',
      open: false,
      fields: [required('a', celInt(0, 10)), optional('b', BOOL)],
    }),
    optional('outer', {
      kind: 'object',
      open: true,
      fields: [required('inner', ITEM), optional('c', STRING)],
    }),
    required('anyObject', union(ITEM, NULL)),
    optional('metadata', map(STRING)),
    required('counts', map(celInt())),
    optional('any', DYN),
    required('mixed', union(STRING, list(ITEM))),
    optional('constructor', STRING),
    optional('__proto__', celInt()),
  ],
};

export function variablesOf(validated: boolean): readonly CelVariable[] {
  return [
    { name: 'this', identifier: 'value', type: MESSAGE, validated },
    { name: 'choice', identifier: 'choice', type: ITEM, validated },
  ];
}
