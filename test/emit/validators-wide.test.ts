import { describe, expect, test } from 'vitest';
import { emitValidators } from '../../generator/src/emit/validators/index.js';
import { emitted, functionOf, run, schemaSet } from '../support/emitted-validators.js';
import { moduleErrors } from '../support/verify-emitted.js';

const anyTypes = (names: readonly string[]): string =>
  names.map((name) => `export type ${name} = unknown;`).join('\n');

describe('wide schemas', () => {
  const numbers = (size: number): readonly number[] => Array.from({ length: size }, (_, index) => index);
  const wide = {
    Object: {
      type: 'object',
      additionalProperties: false,
      required: numbers(2500).map((index) => `p${String(index)}`),
      properties: Object.fromEntries(numbers(5000).map((index) => [`p${String(index)}`, { type: 'string' }])),
    },
    Enum: { enum: numbers(5000).map((index) => `v${String(index)}`) },
    Union: {
      oneOf: numbers(1000).map((index) => ({
        type: 'object',
        required: ['type', 'size'],
        properties: { type: { const: `event.${String(index)}` }, size: { type: 'integer' } },
      })),
    },
  };

  test('are emitted quickly, look values up, and compile', { timeout: 120_000 }, () => {
    const set = schemaSet({ Wide: wide.Object, Listed: wide.Enum, Events: wide.Union });
    const start = process.cpuUsage();
    const module = emitValidators(set, { runtimeImport: '@example/runtime', typesImport: './types.js' });
    const { user } = process.cpuUsage(start);
    expect(user / 1_000_000).toBeLessThan(6);
    expect(moduleErrors(module, anyTypes(['Wide', 'Listed', 'Events']))).toEqual([]);
    expect(functionOf(module, 'isEvents').split('\n').length).toBeLessThan(8);
    expect(functionOf(module, 'isListed').split('\n').length).toBeLessThan(5);
    const { isWide, isListed, isEvents, validateEvents } = run(module) as Record<
      string,
      (value: unknown) => unknown
    >;
    const object = Object.fromEntries(numbers(5000).map((index) => [`p${String(index)}`, 'x']));
    expect([isWide?.(object), isWide?.({ ...object, p7: 1 }), isWide?.({ ...object, more: 1 })]).toEqual([
      true,
      false,
      false,
    ]);
    expect([isListed?.('v4999'), isListed?.('v5000')]).toEqual([true, false]);
    expect([isEvents?.({ type: 'event.999', size: 1 }), isEvents?.({ type: 'event.1000', size: 1 })]).toEqual(
      [true, false],
    );
    expect(validateEvents?.({ type: 'event.999', size: 'x' })).toMatchObject([
      { code: 'type', path: '/size' },
    ]);
  });

  test.each(['anyOf', 'allOf'])('%s of 1,000 objects compiles and is checked branch by branch', (keyword) => {
    const branches = numbers(1000).map((index) => ({ required: [`r${String(index)}`] }));
    const { Root } = emitted({ Root: { type: 'object', [keyword]: branches } });
    const whole = Object.fromEntries(numbers(1000).map((index) => [`r${String(index)}`, 1]));
    const { r999: last, ...most } = whole;
    const isAny = keyword === 'anyOf';
    expect([Root.is(whole), Root.is(most), Root.is({ r999: last }), Root.is({})]).toEqual([
      true,
      isAny,
      isAny,
      false,
    ]);
    expect(Root.validate(most).map(({ code, path }) => `${code} ${path}`)).toEqual(
      isAny ? [] : ['required /r999'],
    );
    expect(Root.validate({})).toHaveLength(isAny ? 1 : 1000);
  });

  test('a schema that repeats a reference is checked once', () => {
    const levels = numbers(12).map((index) => {
      const ref = { $ref: `#/definitions/x${String(index + 1)}` };
      return [`x${String(index)}`, { allOf: [ref, { allOf: [ref] }] }];
    });
    const schema = {
      allOf: [{ $ref: '#/definitions/x0' }],
      definitions: { ...(Object.fromEntries(levels) as object), x12: { type: 'string' } },
    };
    const { Root } = emitted({ Root: schema });
    expect([Root.is('x'), Root.is(1), Root.validate(1).length]).toEqual([true, false, 1]);
  });
});
