import { describe, expect, test } from 'vitest';

import { createOrderEngine, type OrderMembers, type TrackerRule } from '../../templates/runtime/order.js';
import { run, tableOf } from './declare-engine.js';
import { automatonOf } from './declare-support.js';

describe('rules on values', () => {
  const rule = { name: 'r', code: 'r', spec: 'demo/profile.md:9:3' };
  const track = (rules: readonly TrackerRule[], messages: readonly unknown[]): readonly unknown[] =>
    run({ name: 'stream', trackers: rules }, messages).map(({ event, path, expected, got }) => [
      event,
      path,
      expected,
      got,
    ]);

  test('constant: each value is the first one; a message without it is no matter', () => {
    const rules: TrackerRule[] = [{ ...rule, kind: 'constant', value: { path: ['meta', 'id'] } }];
    const of = (id: unknown): unknown => ({ meta: { id } });
    expect(track(rules, ['[DONE]', of('x'), {}, null, of(null), of('x'), of('y'), of('x'), of(1)])).toEqual([
      [6, '/meta/id', '"x"', '"y"'],
      [8, '/meta/id', '"x"', '1'],
    ]);
  });

  test('constant: false and 0 and the empty text are values', () => {
    const rules: TrackerRule[] = [{ ...rule, kind: 'constant', value: { path: ['v'] } }];
    expect(track(rules, [{ v: 0 }, { v: 1 }])).toHaveLength(1);
    expect(track(rules, [{ v: '' }, { v: 'x' }])).toHaveLength(1);
    expect(track(rules, [{ v: false }, { v: true }])).toHaveLength(1);
  });

  test('only own members are read', () => {
    const rules: TrackerRule[] = [{ ...rule, kind: 'constant', value: { path: ['constructor', 'name'] } }];
    expect(track(rules, [{}, [], new Date()])).toEqual([]);
  });

  test('non-decreasing: no number is smaller than the greatest before it', () => {
    const rules: TrackerRule[] = [{ ...rule, kind: 'non-decreasing', value: { path: ['n'] } }];
    expect(
      track(rules, [{ n: 1 }, { n: 1 }, {}, { n: 5 }, { n: 3 }, { n: 4 }, { n: '0' }, { n: 5 }]),
    ).toEqual([
      [4, '/n', 'at least 5', '3'],
      [5, '/n', 'at least 5', '4'],
    ]);
  });

  test('concatenates: the parts are the whole when it comes', () => {
    const rules: TrackerRule[] = [
      { ...rule, kind: 'concatenates', part: { path: ['delta'] }, whole: { path: ['a/b', 'text'] } },
    ];
    const whole = (text: string): unknown => ({ 'a/b': { text } });
    expect(track(rules, [{ delta: 'Hel' }, {}, { delta: 'lo' }, whole('Hello'), whole('Hell')])).toEqual([
      [4, '/a~1b/text', '"Hello"', '"Hell"'],
    ]);
    expect(track(rules, [whole('')])).toEqual([]);
    expect(track(rules, [{ delta: '\ud83d' }, { delta: '\ude00' }, whole('\ud83d\ude00')])).toEqual([]);
  });

  test('concatenates: more text than one event can hold is not kept', () => {
    const rules: TrackerRule[] = [
      { ...rule, kind: 'concatenates', part: { path: ['delta'] }, whole: { path: ['text'] } },
    ];
    const delta = 'x'.repeat(1024 * 1024);
    const messages = [...Array.from({ length: 17 }, () => ({ delta })), { text: 'x' }, { text: '' }];
    expect(track(rules, messages).map((issue) => (issue as unknown[]).slice(0, 3))).toEqual([
      [17, '/text', 'more than 16777216 characters'],
      [18, '/text', 'more than 16777216 characters'],
    ]);
  });

  test('a path is read on the events of its symbol alone, and finds the element of its key', () => {
    const members: OrderMembers = (message, enter, broadcast) => {
      const { index } = message as { readonly index?: number };
      if (index === undefined) broadcast(message, '');
      else enter(index, message, '');
    };
    const is = (type: string) => (_message: unknown, event: unknown) =>
      (event as { readonly type: string }).type === type;
    const trackers: TrackerRule[] = [
      {
        ...rule,
        kind: 'concatenates',
        part: { on: is('delta'), path: ['text'] },
        whole: { on: is('end'), path: ['body', 'choices', '[]', 'text'] },
      },
    ];
    const delta = (index: number, text: string): unknown => ({ type: 'delta', index, text });
    const issues = run({ name: 'choice', trackers, members }, [
      delta(1, 'a'),
      delta(0, 'b'),
      { type: 'note', index: 1, text: 'not a part' },
      delta(1, 'c'),
      { type: 'note', body: { choices: [{ index: 0, text: 'not the whole' }] } },
      { type: 'end', body: { choices: [{ index: 1, text: 'ac' }, null, { index: 0, text: 'B' }] } },
    ]);
    expect(issues).toMatchObject([{ event: 5, path: '/body/choices/2/text', expected: '"b"', got: '"B"' }]);
  });

  test('sum-over-choices: the last part of each choice counts', () => {
    const choices: OrderMembers = (message, enter) => {
      for (const index of (message as { readonly choices: readonly number[] }).choices)
        enter(index, message, '');
    };
    const rules: TrackerRule[] = [
      { ...rule, kind: 'sum-over-choices', part: { path: ['n'] }, total: { path: ['n'] }, choices },
    ];
    const of = (indexes: readonly number[], n?: number): unknown => ({ choices: indexes, n });
    expect(track(rules, [of([], 7)])).toEqual([]);
    expect(
      track(rules, [of([0], 0), of([1], 1), of([0], 3), of([1]), of([], 4), of([0, 1], 9), of([], 5)]),
    ).toEqual([[6, '/n', '4', '5']]);
  });

  test('sum-over-choices: of more choices than are kept no sum is claimed', () => {
    const choices: OrderMembers = (message, enter) => {
      for (const index of (message as { readonly choices: readonly number[] }).choices)
        enter(index, message, '');
    };
    const source = { path: ['n'] };
    const trackers: TrackerRule[] = [
      { ...rule, kind: 'sum-over-choices', part: source, total: source, choices },
    ];
    const totals = (keys: number): readonly unknown[] => {
      const engine = createOrderEngine([{ name: 'stream', trackers }], { maxKeys: 2 });
      for (let index = 0; index < keys; index += 1) engine.push({ choices: [index], n: 1 });
      return [...engine.push({ choices: [], n: 2 }), ...engine.push({ choices: [], n: 3 })];
    };
    expect(totals(2)).toMatchObject([{ expected: '2', got: '3' }]);
    expect(totals(3)).toEqual([]);
  });

  test('rules on values and on order stand side by side, per key', () => {
    const automaton = automatonOf([{ template: 'absence', count: 2, symbols: ['a'] }], ['a']);
    const members: OrderMembers = (message, enter) => {
      const { key } = message as { readonly key: string };
      enter(key, message, '');
    };
    const predicates = [
      (_message: unknown, event: unknown) => (event as { readonly a?: boolean }).a === true,
    ];
    const trackers: TrackerRule[] = [{ ...rule, kind: 'constant', value: { path: ['name'] } }];
    const scope = { name: 'call_id', automaton: tableOf(automaton), predicates, trackers, members };
    const issues = run(scope, [
      { key: 'x', a: true, name: 'f' },
      { key: 'y', a: true, name: 'g' },
      { key: 'x', a: true, name: 'g' },
    ]);
    expect(issues.map(({ rule: name, event, path }) => [name, event, path])).toEqual([
      ['rule-0', 2, ''],
      ['r', 2, '/name'],
    ]);
  });
});
