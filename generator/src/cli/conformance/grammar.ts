import { InvalidArgumentError, Option, type Command } from 'commander';

import type { Context } from '../context.js';
import type { ExitCode } from '../exit-codes.js';
import type { CoverageOptions } from './coverage.js';
import type { PlanOptions } from './plan.js';
import type { RunOptions } from './run.js';
import type { TestOptions } from './test.js';

type Done = (code: ExitCode) => void;

const specsOption = (): Option =>
  new Option('--specs <folder>', 'folder of the specifications').default('specs');
const jsonOption = (what: string): Option => new Option('--json', what).default(false);
const timeoutOption = (what: string, milliseconds: number): Option =>
  new Option('--timeout <ms>', what).default(milliseconds).argParser(positiveInteger);

/** `conformance plan|run|coverage|test`. */
export function addConformance(program: Command, context: Context, done: Done): void {
  const conformance = program
    .command('conformance')
    .description('Plans, runs and vectors for implementations of a specification.');
  addPlan(conformance, context, done);
  addRun(conformance, context, done);
  addCoverage(conformance, context, done);
  addTest(conformance, context, done);
}

function addPlan(conformance: Command, context: Context, done: Done): void {
  conformance
    .command('plan')
    .description('Write the execution plan of an adapter: the recipes that its capability document claims.')
    .requiredOption('--profile <id>', 'the specification, by its folder')
    .requiredOption('--capabilities <file>', 'the capability document of the adapter')
    .requiredOption('--output <file>', 'where the plan is written')
    .addOption(specsOption())
    .option(
      '--results <path>',
      'path of the results, as the plan states it',
      'artifacts/api-profile-results.json',
    )
    .option(
      '--evidence <path>',
      'folder of evidence, as the plan states it',
      'artifacts/api-profile-evidence',
    )
    .addOption(jsonOption('print the counts and the selected cases as JSON'))
    .addHelpText(
      'after',
      example('conformance plan --profile openai-compatible --capabilities vllm.json --output plan.json'),
    )
    .action(async (options: PlanOptions) => {
      done(await (await import('./plan.js')).plan(context, options));
    });
}

function addRun(conformance: Command, context: Context, done: Done): void {
  conformance
    .command('run')
    .description('Carry out a plan with an adapter and write the results.')
    .requiredOption('--plan <file>', 'the plan')
    .requiredOption(
      '--adapter <command|module>',
      'a command that takes an envelope a line and answers {"request_id", "event"} a line, or a .js module with submit()',
    )
    .requiredOption('--output <file>', 'where the results are written')
    .option('--junit <file>', 'where a JUnit report is written')
    .addOption(timeoutOption('how long one case may take', 60_000))
    .addOption(jsonOption('print the results as JSON'))
    .addHelpText(
      'after',
      example(
        'conformance run --plan plan.json --adapter "vllm-adapter serve --backend embedded" --output results.json',
      ),
    )
    .action(async (options: RunOptions) => {
      done(await (await import('./run.js')).run(context, options));
    });
}

function addCoverage(conformance: Command, context: Context, done: Done): void {
  conformance
    .command('coverage')
    .description('Print every rule with its place and its vectors; fails while a rule has none.')
    .addOption(specsOption())
    .addOption(
      new Option('--profile <id>', 'only this specification, by its folder (repeatable)').argParser(
        (id: string, previous: readonly string[] | undefined) => [...(previous ?? []), id],
      ),
    )
    .addOption(jsonOption('print the rules as JSON'))
    .addHelpText('after', example('conformance coverage --profile nscale-sse'))
    .action(async (options: CoverageOptions) => {
      done(await (await import('./coverage.js')).coverage(context, options));
    });
}

function addTest(conformance: Command, context: Context, done: Done): void {
  conformance
    .command('test')
    .description(
      'Send every vector of a package to a validator in any language; print the rules that it misses.',
    )
    .requiredOption('--package <name>', 'folder or name of a generated package')
    .requiredOption(
      '--command <command>',
      'takes {"id", "kind", "type", "input"} a line and answers {"id", "valid"} a line',
    )
    .option('--out <folder>', 'folder of the packages', 'generated')
    .addOption(timeoutOption('how long an answer may take', 60_000))
    .addOption(jsonOption('print the rules that are missed as JSON'))
    .addHelpText('after', example('conformance test --package nscale-sse --command "python3 validate.py"'))
    .action(async (options: TestOptions) => {
      done(await (await import('./test.js')).test(context, options));
    });
}

function positiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value <= 0) throw new InvalidArgumentError('It is no number above 0.');
  return Math.min(value, 2_147_483_647);
}

function example(line: string): string {
  return `\nExample:\n  $ profilegen ${line}\n`;
}
