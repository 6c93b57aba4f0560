import type { OrderSymbol } from '../../../model/index.js';
import { compileCel, type CelVariable } from '../../../rules/cel/index.js';
import { docComment, stringLiteral } from '../../text/index.js';
import * as text from '../../text/index.js';
import { specLine } from '../../text/provenance.js';

/** `call-start` as `isCallStart`. */
export function predicateName(symbol: string): string {
  return `is${symbol
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`;
}

export interface PredicateCode {
  readonly text: string;
  readonly runtimeNames: readonly string[];
}

const variables: readonly CelVariable[] = [
  { name: 'this', identifier: 'message', type: { kind: 'dyn' }, validated: false },
  { name: 'choice', identifier: 'choice', type: { kind: 'dyn' }, validated: false },
];

/** A symbol as a function of the message, and of its choice where the scope has one. */
export function predicateCode({ name, matches, description, at }: OrderSymbol): PredicateCode {
  const { expression, diagnostics } = compileCel(matches.value, matches.at, { variables, text });
  // The builder has checked the condition, against more than is known here.
  if (expression === undefined) throw new Error(`${name}: ${diagnostics.map((d) => d.message).join(' ')}`);
  const used = new Set(expression.parameters.map(({ identifier }) => identifier));
  const parameters = used.has('choice')
    ? [used.has('message') ? 'message' : '_message', 'choice']
    : used.has('message')
      ? ['message']
      : [];
  const body = expression.mayThrow ? `holds(() => ${expression.text})` : expression.text;
  return {
    text: [
      docComment(`${description}\n\nMatches ${stringLiteral(matches.value)}.\n\n${specLine(at)}`),
      `const ${predicateName(name)}: OrderPredicate = (${parameters.join(', ')}) => ${body};`,
    ].join('\n'),
    runtimeNames: [...expression.runtimeNames, ...(expression.mayThrow ? ['holds'] : [])],
  };
}
