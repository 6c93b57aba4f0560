import { stringLiteral } from '../text/index.js';
import { isChat, type AdapterScope } from './scope.js';
import { choosesTools, controlsThinking } from './support-modules.js';

interface BodyOption {
  readonly name: string;
  readonly flag: string;
  readonly help: string;
  readonly doc: string;
}

/**
 * `request-options.ts`: what an option does to the body of a request, for the operations that it concerns. An
 * adapter without such operations has no such option.
 */
export function requestOptionsModule(scope: AdapterScope): string {
  const options = optionsOf(scope);
  const chats = scope.operations
    .filter((operation) => isChat(scope, operation))
    .map(({ wireName }) => stringLiteral(wireName));
  const steps = [
    ...(controlsThinking(scope)
      ? [
          "if (options.thinkControl === true) { const controlled = controlThinking(changed); if ('failure' in controlled) return controlled; changed = controlled.body; }",
        ]
      : []),
    ...(choosesTools(scope)
      ? ['if (options.toolChoiceFallback === true) changed = withoutAutomaticChoice(changed);']
      : []),
  ];
  const imports = [
    "import type { RequestBody, RewrittenBody } from '../main/body.js';",
    "import type { OperationName } from './operations.js';",
    ...(controlsThinking(scope) ? ["import { controlThinking } from './think-control.js';"] : []),
    ...(choosesTools(scope) ? ["import { withoutAutomaticChoice } from '../worker/tool-choice.js';"] : []),
  ];
  const members = options.map(({ name, doc }) => `/** ${doc} */\nreadonly ${name}?: boolean;`);
  const flags = options.map(
    ({ name, flag, help }) =>
      `{ flag: ${stringLiteral(flag)}, option: ${stringLiteral(name)}, help: ${stringLiteral(help)} }`,
  );
  return `
${imports.join('\n')}

/** What may be done to request bodies; all of it is off by default. */
export interface BodyOptions { ${members.join('\n')} }

/** The same as flags of the command line. */
export const bodyFlags: readonly { readonly flag: string; readonly option: keyof BodyOptions; readonly help: string }[] = [${flags.join(', ')}];

${
  steps.length === 0
    ? `/** Leaves every body as it is: this adapter has no option for them. */
export function rewriteBody(_operation: OperationName, body: RequestBody, _options: BodyOptions): RewrittenBody {
  return { body };
}`
    : `/** The body with what the options ask for, or why the request is refused. */
export function rewriteBody(operation: OperationName, body: RequestBody, options: BodyOptions): RewrittenBody {
  if (!chatOperations.has(operation)) return { body };
  let changed = body;
  ${steps.join('\n')}
  return { body: changed };
}

/** The operations that the options concern. */
const chatOperations: ReadonlySet<OperationName> = new Set<OperationName>([${chats.join(', ')}]);`
}
`;
}

function optionsOf(scope: AdapterScope): readonly BodyOption[] {
  const thinking: BodyOption = {
    name: 'thinkControl',
    flag: 'think-control',
    help: 'maps think, reasoning_effort and thinking_token_budget for the backend',
    doc: 'Maps the fields think, reasoning_effort and thinking_token_budget to what the backend takes, and refuses what it cannot do.',
  };
  const tools: BodyOption = {
    name: 'toolChoiceFallback',
    flag: 'tool-choice-fallback',
    help: 'leaves out tool_choice "auto", and asks in another way when it is refused',
    doc: 'Leaves out tool_choice "auto"; when the backend refuses to choose, asks once more with the only tool forced, and once more with the tools described in text. Each further request is reported.',
  };
  return [...(controlsThinking(scope) ? [thinking] : []), ...(choosesTools(scope) ? [tools] : [])];
}
