import type { CompileInput, CompileResult } from '../compile.js';
import type { DescribeInput, Description } from '../describe.js';
import type { Diagnostic } from '../diagnostics/index.js';

export type { CompileInput, CompileResult, DescribeInput, Description };

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
