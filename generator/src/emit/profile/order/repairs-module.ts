import type { Profile, Repair } from '../../../model/index.js';
import { compileCel, compileCelExpression, type CompiledCel } from '../../../rules/cel/index.js';
import { repairVariables } from '../../../rules/repair/index.js';
import * as text from '../../text/index.js';
import { specPosition } from '../../text/provenance.js';

/** `repairs.ts`: what tolerant mode may mend; undefined without the table. */
export function repairsModule(profile: Profile, runtimePackage: string): string | undefined {
  if (profile.repairs.length === 0) return undefined;
  const body = profile.repairs.map(repairLiteral).join('\n');
  const runtimeNames = ['setPath', 'removePath', 'cel'].filter((name) =>
    new RegExp(`\\b${name}[.(]`).test(body),
  );
  return [
    `import { ${[...runtimeNames, 'type Repair'].join(', ')} } from ${text.stringLiteral(runtimePackage)};`,
    '',
    text.docComment(
      'What tolerant mode may mend, in the order in which it is tried. A condition that cannot be evaluated does not hold.',
    ),
    'export const repairs: readonly Repair[] = [',
    body,
    '];',
  ].join('\n');
}

/** The parameters of conditions and changes, by what the condition is asked of. */
const parametersOf: Readonly<Record<Repair['on'], readonly string[]>> = {
  data: ['data'],
  message: ['message'],
  choice: ['message', 'choice'],
  issue: ['issue'],
};

function repairLiteral(repair: Repair): string {
  const { name, on, when, effect, at } = repair;
  const condition = compileCel(when.value, when.at, { variables: repairVariables, text });
  return [
    text.lineComment(when.value),
    '{',
    `name: ${text.stringLiteral(name)}, spec: ${text.stringLiteral(specPosition(at))}, on: ${text.stringLiteral(on)},`,
    `when: ${arrow(on, expressionOf(condition))},`,
    ...(effect.kind === 'set' || effect.kind === 'remove'
      ? [`effect: 'change',`, `change: ${changeOf(repair)},`]
      : [`effect: ${text.stringLiteral(effect.kind)},`]),
    '},',
  ].join('\n');
}

function changeOf({ on, effect }: Repair): string {
  if (effect.kind !== 'set' && effect.kind !== 'remove') return '';
  const { target } = effect;
  const path = `[${effect.path.map(text.stringLiteral).join(', ')}]`;
  if (effect.kind === 'remove') {
    return `${parameters(on, new Set([target]))} => { removePath(${target}, ${path}); }`;
  }
  const { value } = effect;
  const compiled = expressionOf(
    compileCelExpression(value.value, value.at, { variables: repairVariables, text }),
  );
  const used = new Set([target, ...compiled.parameters.map(({ identifier }) => identifier)]);
  return `${parameters(on, used)} => { setPath(${target}, ${path}, ${compiled.text}); }`;
}

function arrow(on: Repair['on'], { text: body, parameters: used }: CompiledCel): string {
  return `${parameters(on, new Set(used.map(({ identifier }) => identifier)))} => ${body}`;
}

/** The parameter list up to the last one that is used. */
function parameters(on: Repair['on'], used: ReadonlySet<string>): string {
  const names = parametersOf[on];
  const last = names.findLastIndex((name) => used.has(name));
  return `(${names
    .slice(0, last + 1)
    .map((name) => (used.has(name) ? name : `_${name}`))
    .join(', ')})`;
}

function expressionOf(result: ReturnType<typeof compileCel>): CompiledCel {
  // The builder has checked the expression.
  if (result.expression === undefined)
    throw new Error(result.diagnostics.map(({ message }) => message).join(' '));
  return result.expression;
}
