import type { SpecPosition } from '../../../model/index.js';
import { stringLiteral } from '../../text/index.js';
import { specPosition } from '../../text/provenance.js';
import type { Check } from '../checks/check.js';
import { phrase } from '../checks/phrases.js';
import { all, not, type Condition } from '../code/condition.js';
import { call, when, type Statement } from '../code/statement.js';
import type { ModuleContext } from '../module/module-context.js';
import type { PathText } from './path.js';
import type { Site } from './site.js';

/** What an issue says; `got` is an expression. */
export interface IssueText {
  readonly code: string;
  readonly expected: string;
  readonly got: string;
  readonly at: SpecPosition;
}

/** `report(issues, 'type', `${path}/id`, 'string', describe(id), 'chat.yaml:4:3');` */
export function reportIssue(ctx: ModuleContext, path: PathText, issue: IssueText): Statement {
  return call(
    ctx.runtime('report'),
    'issues',
    stringLiteral(issue.code),
    path.toString(),
    stringLiteral(phrase(issue.expected)),
    issue.got,
    specText(issue.at),
  );
}

export function specText(at: SpecPosition): string {
  return stringLiteral(specPosition(at));
}

/** The issue of a value that is nested too deep; `path` is an expression. */
export function depthIssue(ctx: ModuleContext, path: string, at: SpecPosition): Statement {
  const expected = `\`at most \${String(${ctx.runtime('maxDepth')})} levels\``;
  const got = described(ctx, 'value');
  return call(ctx.runtime('report'), 'issues', "'depth'", path, expected, got, specText(at));
}

/** `describe(id)`: the value itself, cut short. */
export function described(ctx: ModuleContext, subject: string): string {
  return `${ctx.runtime('describe')}(${subject})`;
}

/** Reports each check that does not hold. */
export function reportChecks(ctx: ModuleContext, checks: readonly Check[], site: Site): readonly Statement[] {
  return checks.flatMap(({ code, holds, expected, got, at }) => {
    const text = got === undefined ? described(ctx, site.subject) : got();
    return when(not(holds), [reportIssue(ctx, site.path, { code, expected, got: text, at })]);
  });
}

/** The statements under a condition; one `if` takes the condition into its own. */
export function guarded(condition: Condition, statements: readonly Statement[]): readonly Statement[] {
  const [only] = statements;
  if (only?.kind === 'if' && statements.length === 1 && only.otherwise.length === 0) {
    return when(all(condition, only.condition), only.then);
  }
  return when(condition, statements);
}
