import { diagnose, printable } from '../../diagnostics/index.js';
import type { Located } from '../../model/index.js';
import { patternCost } from './pattern/cost.js';
import type { SchemaScope } from './scope.js';

/** How many different patterns one run analyses; specifications have dozens. */
const maxPatterns = 500;

/** A pattern that compiles and cannot be made to run for long; undefined (and reported) otherwise. */
export function readPattern(pattern: Located<string>, scope: SchemaScope): Located<string> | undefined {
  const found = printable(pattern.value);
  const fault = syntaxFault(pattern.value);
  if (fault !== undefined) {
    const message = `The pattern is not a regular expression: ${printable(fault)}.`;
    scope.report(
      diagnose('pattern-invalid', pattern.at, { message, expected: 'ECMA-262 with the `u` flag', found }),
    );
    return undefined;
  }
  scope.patterns.add(pattern.value);
  if (scope.patterns.size > maxPatterns) {
    const message = 'The specification has more patterns than are analysed.';
    const expected = `at most ${String(maxPatterns)} different patterns`;
    scope.report(diagnose('pattern-backtracking', pattern.at, { message, expected }));
    return undefined;
  }
  const cost = patternCost(pattern.value);
  if (cost === 'excessive') {
    const message =
      'The pattern can match the same text in many ways, so that some text takes very long to refuse.';
    const expected = 'repetitions that cannot match the same characters';
    scope.report(diagnose('pattern-backtracking', pattern.at, { message, expected, found }));
    return undefined;
  }
  if (cost === 'quadratic') {
    const message = 'The time that the pattern takes grows with the square of the length of some text.';
    const expected = 'a pattern that starts with `^` and whose repetitions match different characters';
    scope.report(diagnose('lint-pattern-quadratic', pattern.at, { message, expected, found }));
  }
  return pattern;
}

function syntaxFault(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    // The engine repeats the pattern in front of the fault; the diagnostic shows it already.
    return text.replace('Invalid regular expression: ', '').replace(`/${pattern}/u: `, '');
  }
}
