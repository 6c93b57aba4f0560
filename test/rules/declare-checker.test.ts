import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { checkTrace, mutuallyExclusive, type Trace } from '../../generator/src/rules/declare/index.js';
import { createOrderEngine, type OrderIssue, type OrderMembers } from '../../templates/runtime/order.js';
import { eventsOver, tracesOver, type OracleRule } from '../support/declare-oracle.js';
import { run, scopeOf } from './declare-engine.js';
import { anyRule, automatonOf, compileRules } from './declare-support.js';

const symbols = ['a', 'b', 'c'];

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

  test('two conflicts that one event makes are two issues, and neither is told again', () => {
    const joint: OracleRule[] = [
      { template: 'existence', count: 1, symbols: ['content'] },
      { template: 'existence', count: 1, symbols: ['usage'] },
      { template: 'not-succession', symbols: ['done', 'content'] },
      { template: 'not-succession', symbols: ['done', 'usage'] },
    ];
    const scope = scopeOf(automatonOf(joint, names, [mutuallyExclusive(names)]));
    expect(run(scope, [['done']]).map(({ event, rules: together }) => [event, together])).toEqual([
      [0, ['rule-0', 'rule-2']],
      [0, ['rule-1', 'rule-3']],
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
