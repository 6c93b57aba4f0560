import { docComment } from '../../text/index.js';
import { printStatements, wordsOf } from '../code/layout.js';
import type { Statement } from '../code/statement.js';

/** A function of the emitted module. */
export interface ModuleFunction {
  readonly name: string;
  readonly exported: boolean;
  readonly text: string;
}

export interface FunctionDeclaration {
  readonly name: string;
  readonly exported: boolean;
  readonly doc: string;
  /** Names and types. */
  readonly parameters: readonly (readonly [string, string])[];
  /** A type; `value is X` is written with the name that the parameter gets. */
  readonly returns: string;
  readonly body: readonly Statement[];
}

/** Prints a function; a parameter that its body does not need gets the underscore that marks it so. */
export function emitFunction(declaration: FunctionDeclaration): ModuleFunction {
  const { name, exported, doc, body } = declaration;
  const lines = printStatements(body, 2);
  const words = wordsOf(lines.join('\n'));
  const renamed = new Map(
    declaration.parameters.map(([parameter]) => [
      parameter,
      words.has(parameter) ? parameter : `_${parameter}`,
    ]),
  );
  const parameters = declaration.parameters.map(
    ([parameter, type]) => `${renamed.get(parameter) ?? ''}: ${type}`,
  );
  const result = declaration.returns.replace(/^value is /, `${renamed.get('value') ?? 'value'} is `);
  const head = `${exported ? 'export ' : ''}function ${name}(${parameters.join(', ')}): ${result} {`;
  const text = [docComment(doc), head, ...lines, '}'].join('\n');
  return { name, exported, text };
}
