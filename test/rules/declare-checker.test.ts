import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  checkTrace,
  mutuallyExclusive,
  type Automaton,
  type Trace,
} from '../../generator/src/rules/declare/index.js';
import {
  createOrderEngine,
  type OrderAutomaton,
  type OrderIssue,
  type OrderMembers,
  type OrderScope,
  type TrackerRule,
} from '../../templates/runtime/order.js';
import { eventsOver, tracesOver, type OracleRule } from '../support/declare-oracle.js';
import { anyRule, automatonOf, compileRules } from './declare-support.js';

const symbols = ['a', 'b', 'c'];

/** The automaton as an emitted package holds it. */
function tableOf(automaton: Automaton): OrderAutomaton {
  return {
    ...automaton,
    decisions: automaton.decisions.map(({ symbol, without, with: withIt }) => [symbol, without, withIt]),
    rules: automaton.rules.map((rule) => ({
      ...rule,
      code: rule.name.replaceAll('-', '_'),
      spec: `${rule.at.file}:${String(rule.at.line)}:${String(rule.at.column)}`,
    })),
  };
}

/** A scope whose events are lists of the symbols that they match. */
function scopeOf(automaton: Automaton, name = 'stream', members?: OrderMembers): OrderScope {
  const predicates = automaton.symbols.map(
    (symbol) => (_message: unknown, event: unknown) => (event as readonly string[]).includes(symbol),
  );
  return { name, automaton: tableOf(automaton), predicates, ...(members === undefined ? {} : { members }) };
}

function run(scope: OrderScope, messages: readonly unknown[]): readonly OrderIssue[] {
  const engine = createOrderEngine([scope]);
  return [...messages.flatMap((message) => engine.push(message)), ...engine.end()];
}

const briefly = (list: ReturnType<typeof checkTrace>): readonly unknown[] =>
  list.map(({ event, rule, rules, expected }) => [event, rule, rules, expected]);

test('the emitted checker reports what the generator says of a trace, on random rule sets', () => {
  const cases = fc.record({
    rules: fc.array(anyRule(symbols), { minLength: 1, maxLength: 5 }),
    disjoint: fc.boolean(),
  });
  const free = [...tracesOver(eventsOver(symbols), 3)];
  const single = [...tracesOver([[], ['a'], ['b'], ['c']], 4)];
  fc.assert(
    fc.property(cases, ({ rules, disjoint }) => {
      const { automaton } = compileRules(rules, symbols, disjoint ? [mutuallyExclusive(symbols)] : []);
      if (automaton === undefined) return;
      const scope = scopeOf(automaton);
      for (const trace of disjoint ? single : free) {
        const issues = run(scope, trace);
        const reported = issues.map(({ event, rule, rules: all, expectedSymbols }) => [
          event,
          rule,
          all,
          expectedSymbols,
        ]);
        const expected = briefly(checkTrace(automaton, trace));
        if (JSON.stringify(reported) !== JSON.stringify(expected))
          expect([trace, reported]).toEqual([trace, expected]);
      }
    }),
    { numRuns: 30 },
  );
});

describe('a chat stream', () => {
  const rules: OracleRule[] = [
    { template: 'precedence', symbols: ['terminal', 'usage'] },
    { template: 'not-succession', symbols: ['terminal', 'content'] },
    { template: 'absence', count: 2, symbols: ['usage'] },
    { template: 'exactly', count: 1, symbols: ['done'] },
    { template: 'last', symbols: ['done'] },
  ];
  const names = ['content', 'terminal', 'usage', 'done'];
  const automaton = automatonOf(rules, names, [mutuallyExclusive(names)]);
  const issuesOf = (trace: Trace): readonly OrderIssue[] => run(scopeOf(automaton), trace);

  test('that follows every rule has no issue, and pushes give one shared empty list', () => {
    const engine = createOrderEngine([scopeOf(automaton)]);
    expect(engine.push(['content'])).toBe(engine.push(['terminal']));
    expect(issuesOf([['content'], [], ['content'], ['terminal'], ['usage'], ['done']])).toEqual([]);
  });

  test('an issue says rule, event, what could come, what came and where the rule stands', () => {
    expect(issuesOf([['content'], ['usage'], ['terminal'], ['done']])).toEqual([
      {
        code: 'rule_0',
        path: '',
        expected: 'content, terminal or done',
        got: 'usage',
        spec: 'demo/profile.md:1:1',
        rule: 'rule-0',
        rules: ['rule-0'],
        event: 1,
        expectedSymbols: ['content', 'terminal', 'done'],
      },
    ]);
  });

  test('one fault is one issue: a usage that came too early still counts as the usage', () => {
    expect(
      issuesOf([['usage'], ['terminal'], ['usage'], ['done']]).map(({ event, rule }) => [event, rule]),
    ).toEqual([
      [0, 'rule-0'],
      [2, 'rule-2'],
    ]);
  });

  test('a stream that stops is told at its end', () => {
    const [first, second] = issuesOf([['content']]);
    expect(first).toMatchObject({ rule: 'rule-3', event: 1, got: 'the end of the stream' });
    expect(second).toMatchObject({ rule: 'rule-4', event: 1 });
  });

  test('an event that matches no symbol is shown as it is', () => {
    const chain = automatonOf([{ template: 'chain-response', symbols: ['content', 'done'] }], names);
    expect(run(scopeOf(chain), [['content'], ['strange\u001b'], ['done']])).toMatchObject([
      { event: 1, got: '["strange\\u001b"]', expected: 'done' },
    ]);
  });

  test('what no rule forbids alone is reported when it can no longer be mended, once', () => {
    const joint: OracleRule[] = [
      { template: 'existence', count: 1, symbols: ['content'] },
      { template: 'not-succession', symbols: ['done', 'content'] },
    ];
    const scope = scopeOf(automatonOf(joint, names, [mutuallyExclusive(names)]));
    const issues = run(scope, [['done'], ['content'], []]);
    expect(issues.map(({ event, rules: together }) => [event, together])).toEqual([
      [0, ['rule-0', 'rule-1']],
      [1, ['rule-1']],
    ]);
  });

  test('the state tells what may come and what is still missing', () => {
    const engine = createOrderEngine([scopeOf(automaton)]);
    engine.push(['terminal']);
    expect(engine.state()).toEqual({
      events: 1,
      complete: false,
      open: [
        {
          scope: 'stream',
          key: undefined,
          expectedSymbols: ['terminal', 'usage', 'done'],
          unmet: ['rule-3', 'rule-4'],
        },
      ],
    });
    engine.push(['done']);
    expect(engine.state()).toMatchObject({ events: 2, complete: true });
  });
});

describe('a scope with keys', () => {
  const rules: OracleRule[] = [
    { template: 'exactly', count: 1, symbols: ['finish'] },
    { template: 'not-succession', symbols: ['finish', 'content'] },
  ];
  const automaton = automatonOf(rules, ['finish', 'content']);
  /** A message is a list of `[key, symbol]`. */
  const members: OrderMembers = (message, enter) => {
    for (const [index, [key, ...event]] of (message as readonly string[][]).entries()) {
      enter(key ?? '', event, `/choices/${String(index)}`);
    }
  };
  const scope = scopeOf(automaton, 'choice', members);

  test('each key has an order of its own, however they interleave', () => {
    const messages = [
      [['0', 'content']],
      [
        ['1', 'content'],
        ['0', 'finish'],
      ],
      [['1', 'content']],
      [['1', 'finish']],
    ];
    expect(run(scope, messages)).toEqual([]);
  });

  test('an issue points at the member', () => {
    const messages = [
      [['0', 'finish']],
      [],
      [
        ['1', 'finish'],
        ['0', 'content'],
      ],
    ];
    expect(run(scope, messages)).toMatchObject([{ event: 2, path: '/choices/1', rule: 'rule-1' }]);
  });

  test('every key that is open at the end is looked at', () => {
    expect(
      run(scope, [
        [
          ['0', 'content'],
          ['1', 'content'],
        ],
      ]),
    ).toMatchObject([{ event: 1 }, { event: 1 }]);
  });

  test('names of object prototypes are keys like any other', () => {
    const messages = ['__proto__', 'constructor', '__proto__'].map((key) => [[key, 'finish']]);
    expect(run(scope, messages)).toMatchObject([{ event: 2, rule: 'rule-0' }]);
  });

  test('a key that is closed is looked at and forgotten', () => {
    const engine = createOrderEngine([scope]);
    engine.push([
      ['0', 'content'],
      ['1', 'finish'],
    ]);
    expect(engine.close('choice', '0')).toMatchObject([{ rule: 'rule-0', event: 1 }]);
    expect(engine.close('choice', '0')).toEqual([]);
    expect(engine.close('other', '1')).toEqual([]);
    expect(engine.state().open.map(({ key }) => key)).toEqual(['1']);
    expect(engine.push([['0', 'finish']])).toEqual([]);
    expect(engine.end()).toEqual([]);
  });

  test('keys beyond the limit are told once and take no memory', () => {
    const engine = createOrderEngine([scope], { maxKeys: 2 });
    const messages = ['0', '1', '2', '3', '0'].map((key) => [[key, 'finish']]);
    const issues = messages.flatMap((message) => engine.push(message));
    expect(issues).toMatchObject([
      { code: 'too_many_keys', event: 2, got: '"2"', expected: 'at most 2 open keys of scope choice' },
      { rule: 'rule-0', event: 4 },
    ]);
    expect(engine.state().open).toHaveLength(2);
  });

  test('what concerns all keys is an event of each open one, and opens none', () => {
    const all: OrderMembers = (message, enter, broadcast) => {
      const [key, ...event] = message as readonly string[];
      if (key === undefined || key === '*') broadcast(event, '');
      else enter(key, event, '');
    };
    const messages = [
      ['*', 'finish'],
      ['0', 'content'],
      ['1', 'finish'],
      ['*', 'finish'],
      ['2', 'finish'],
    ];
    expect(run(scopeOf(automaton, 'choice', all), messages)).toMatchObject([{ event: 3, rule: 'rule-0' }]);
  });

  test('messages without members leave the scope alone', () => {
    expect(run(scope, [[], []])).toEqual([]);
  });
});

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
