import { tracksCalls } from './events-module.js';
import { claims, type AdapterScope } from './scope.js';
import { choosesTools, modelList, streams } from './support-modules.js';
import { handlerModules } from './world-module.js';

/** Hand-written modules that only some adapters need, and when. All others are always there. */
const conditional: readonly (readonly [module: string, isNeeded: (scope: AdapterScope) => boolean])[] = [
  ['main/call-tracker.ts', tracksCalls],
  ['main/model-list.ts', (scope) => modelList(scope) !== undefined],
  ['worker/call-assembler.ts', (scope) => claims(scope, 'tool_calls')],
  ['worker/call-fault.ts', (scope) => claims(scope, 'tool_calls')],
  ['worker/chat-stream.ts', (scope) => streams(scope, 'chunks')],
  ['worker/completion-builder.ts', (scope) => streams(scope, 'chunks')],
  ['worker/tool-choice.ts', choosesTools],
  ['worker/typed-stream.ts', (scope) => streams(scope, 'typed')],
  ...['chat', 'responses', 'embeddings', 'models'].map(
    (module) =>
      [`embedded/${module}.ts`, (scope: AdapterScope) => handlerModules(scope).includes(module)] as const,
  ),
];

/** The hand-written modules that an adapter is emitted with, by their path in the package's sources. */
export function templateModules(
  scope: AdapterScope,
  templates: ReadonlyMap<string, string>,
  prefix: string,
): ReadonlyMap<string, string> {
  const left = new Set(conditional.flatMap(([module, isNeeded]) => (isNeeded(scope) ? [] : [module])));
  const modules = new Map<string, string>();
  for (const [name, text] of templates) {
    const path = name.slice(prefix.length);
    if (name.startsWith(prefix) && path.endsWith('.ts') && path !== userModule && !left.has(path))
      modules.set(path, text);
  }
  return modules;
}

/** The skeleton of the hooks: written once, and then the user's. */
export const userModule = 'hooks.user.ts';
