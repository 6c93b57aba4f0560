import { both, breach, tabulate, type Behaviour, type Monitor } from './monitor.js';

/** What stands between the parentheses: one symbol, a number and a symbol, or two symbols. */
export type Parameters = 'symbol' | 'count' | 'pair';

export interface Template {
  readonly parameters: Parameters;
  /** LTLf with past: F, G, X future; O once, Y yesterday, S since. Undefined for the templates that count. */
  readonly formula: string | undefined;
  /** The rule in words, about the symbols `a` and `b` and the number `n`. */
  readonly meaning: string;
  readonly monitor: (count: number) => Monitor;
}

const never = (): boolean => false;
const pending = (state: number): boolean => state === 1;

function symbol(meaning: string, formula: string, behaviour: Behaviour): Template {
  return { parameters: 'symbol', formula, meaning, monitor: () => tabulate(1, behaviour) };
}

function counted(meaning: string, behaviour: (count: number) => Behaviour): Template {
  return {
    parameters: 'count',
    formula: undefined,
    meaning,
    monitor: (count) => tabulate(1, behaviour(count)),
  };
}

function pair(meaning: string, formula: string, monitor: Monitor): Template {
  return { parameters: 'pair', formula, meaning, monitor: () => monitor };
}

const precedence = tabulate(2, {
  step: (state, a, b) => (state === 1 || a ? 1 : b ? breach(0) : 0),
  unmet: never,
});

const response = tabulate(2, {
  step: (state, a, b) => (b ? 0 : a ? 1 : state),
  unmet: pending,
});

const alternatePrecedence = tabulate(2, {
  step: (state, a, b) => {
    const after = a ? 1 : b ? 0 : state;
    return b && state === 0 ? breach(after) : after;
  },
  unmet: never,
});

const alternateResponse = tabulate(2, {
  step: (state, a, b) => {
    const after = a ? 1 : b ? 0 : state;
    return state === 1 && a && !b ? breach(after) : after;
  },
  unmet: pending,
});

const chainPrecedence = tabulate(2, {
  step: (state, a, b) => {
    const after = a ? 1 : 0;
    return b && state === 0 ? breach(after) : after;
  },
  unmet: never,
});

const chainResponse = tabulate(2, {
  step: (state, a, b) => {
    const after = a ? 1 : 0;
    return state === 1 && !b ? breach(after) : after;
  },
  unmet: pending,
});

const choice = tabulate(2, {
  step: (state, a, b) => (state === 1 || a || b ? 1 : 0),
  unmet: (state) => state === 0,
});

/** 1: only `a` has occurred, 2: only `b`. What comes second is the breach, each time. */
const notCoExistence = tabulate(2, {
  step: (state, a, b) => {
    if (state === 1) return b ? breach(1) : 1;
    if (state === 2) return a ? breach(2) : 2;
    return a && b ? breach(0) : a ? 1 : b ? 2 : 0;
  },
  unmet: never,
});

/**
 * The DECLARE templates (Pesic, Schonenberg, van der Aalst 2007), on finite traces.
 *
 * DECLARE lets an event match exactly one symbol. Here it may match none or several, so the formulas are those
 * of the reading with past operators (Cecconi, Di Ciccio, De Giacomo, Mendling 2018), which stays defined there:
 * one event can be both sides of `response`, `precedence` and the existence templates; the alternate and chain
 * forms speak of another event. The negative forms speak of another event too: what one event brings at once
 * does not follow itself. On events that match one symbol all readings agree.
 *
 * The empty trace breaks `init` and `last`: it has no first and no last event.
 */
const definitions = {
  init: symbol('The first event is a.', 'a', {
    step: (state, a) => (state === 1 || a ? 1 : breach(1)),
    unmet: (state) => state === 0,
  }),
  last: symbol('The last event is a.', 'F(a & !X true)', {
    step: (_state, a) => (a ? 1 : 0),
    unmet: (state) => state === 0,
  }),
  existence: counted('a occurs n times or more.', (count) => ({
    step: (state, a) => (a ? Math.min(state + 1, count) : state),
    unmet: (state) => state < count,
  })),
  absence: counted('a occurs fewer than n times.', (count) => ({
    step: (state, a) => (!a ? state : state + 1 < count ? state + 1 : breach(state)),
    unmet: never,
  })),
  exactly: counted('a occurs n times.', (count) => ({
    step: (state, a) => (!a ? state : state < count ? state + 1 : breach(state)),
    unmet: (state) => state < count,
  })),
  'responded-existence': pair(
    'If a occurs, b occurs too, before, with or after it.',
    'G(a -> O b | F b)',
    tabulate(2, {
      step: (state, a, b) => (state === 2 || b ? 2 : a ? 1 : state),
      unmet: pending,
    }),
  ),
  'co-existence': pair(
    'a and b both occur, or neither does.',
    'G((a -> O b | F b) & (b -> O a | F a))',
    tabulate(2, {
      step: (state, a, b) => state | (a ? 1 : 0) | (b ? 2 : 0),
      unmet: (state) => state === 1 || state === 2,
    }),
  ),
  response: pair('After each a, or with it, b occurs.', 'G(a -> F b)', response),
  precedence: pair('Each b has an a before it or with it.', 'G(b -> O a)', precedence),
  succession: pair(
    'response(a, b) and precedence(a, b).',
    'G((a -> F b) & (b -> O a))',
    both(precedence, response),
  ),
  'alternate-response': pair(
    'After each a, b occurs before a does again.',
    'G(a -> X(!a U b))',
    alternateResponse,
  ),
  'alternate-precedence': pair(
    'Before each b, a occurs after the b before it.',
    'G(b -> Y(!b S a))',
    alternatePrecedence,
  ),
  'alternate-succession': pair(
    'alternate-response(a, b) and alternate-precedence(a, b).',
    'G((a -> X(!a U b)) & (b -> Y(!b S a)))',
    both(alternatePrecedence, alternateResponse),
  ),
  'chain-response': pair('The event after each a is b.', 'G(a -> X b)', chainResponse),
  'chain-precedence': pair('The event before each b is a.', 'G(b -> Y a)', chainPrecedence),
  'chain-succession': pair(
    'chain-response(a, b) and chain-precedence(a, b).',
    'G((a -> X b) & (b -> Y a))',
    both(chainPrecedence, chainResponse),
  ),
  choice: pair('a or b occurs.', 'F a | F b', choice),
  'exclusive-choice': pair(
    'a or b occurs, and not both.',
    '(F a | F b) & !(F a & F b)',
    both(choice, notCoExistence),
  ),
  'not-co-existence': pair('a and b do not both occur.', '!(F a & F b)', notCoExistence),
  'not-succession': pair(
    'No b occurs after a.',
    'G(a -> !X F b)',
    tabulate(2, {
      step: (state, a, b) => (state === 1 ? (b ? breach(1) : 1) : a ? 1 : 0),
      unmet: never,
    }),
  ),
  'not-chain-succession': pair(
    'The event after a is not b.',
    'G(a -> !X b)',
    tabulate(2, {
      step: (state, a, b) => {
        const after = a ? 1 : 0;
        return state === 1 && b ? breach(after) : after;
      },
      unmet: never,
    }),
  ),
} satisfies Record<string, Template>;

export type TemplateName = keyof typeof definitions;

export const templates: Readonly<Record<TemplateName, Template>> = definitions;

export const templateNames = Object.keys(definitions) as readonly TemplateName[];
