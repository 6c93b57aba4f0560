import type { CompileInput, CompileResult } from '../compile.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { JsonValue } from '../model/json.js';

export type { CompileInput, CompileResult };

export interface DescribeInput {
  /** The documents, by path relative to the folder that was named; a single file has its own name. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The path of a document as the caller can open it. */
  readonly displayName: (file: string) => string;
}

/** What is understood of one document or of a folder of them. */
export interface Description {
  /** For people; ends with a line feed. */
  readonly text: string;
  /** The same facts for programs; the command adds `diagnostics`. */
  readonly json: Readonly<Record<string, JsonValue>>;
  readonly diagnostics: readonly Diagnostic[];
}

/** The pure functions that the commands are built around: bytes in, values and diagnostics out. */
export interface Pipeline {
  compile(input: CompileInput): Promise<CompileResult>;
  /** Errors of the compilation, or else its smells. */
  lint(input: CompileInput): Promise<readonly Diagnostic[]>;
  describe(input: DescribeInput): Promise<Description>;
}

/** Loads each function when it is called: `--help` must not wait for a parser of AsyncAPI documents. */
export const pipeline: Pipeline = {
  compile: async (input) => (await import('../compile.js')).compile(input),
  lint: async (input) => (await import('../compile.js')).lintSpecs(input),
  describe: async (input) => (await import('../describe.js')).describe(input),
};
