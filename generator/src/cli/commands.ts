import { Command, Option } from 'commander';

import { diagnosticFormats, printable } from '../diagnostics/index.js';
import type { CheckOptions } from './commands/check.js';
import type { GenerateOptions } from './commands/generate.js';
import type { InspectOptions } from './commands/inspect.js';
import type { LintOptions } from './commands/lint.js';
import type { ShowOptions } from './commands/show.js';
import type { ValidateOptions } from './commands/validate.js';
import { addConformance } from './conformance/grammar.js';
import type { Context } from './context.js';
import type { ExitCode } from './exit-codes.js';
import { readIdentity } from './installation.js';
import type { Pipeline } from './pipeline.js';

/** The command-line grammar. Each command's module is loaded when the command runs, so that `--help` is quick. */
export function createCommands(
  context: Context,
  pipeline: Pipeline,
  done: (code: ExitCode) => void,
): Command {
  const program = new Command('profilegen')
    .description('Compiles streaming-API specifications into TypeScript packages.')
    .version(readIdentity().version)
    .showHelpAfterError('Run with --help for the commands and their options.')
    .addHelpText('after', exitCodeHelp)
    .configureOutput({
      writeOut: (text) => void context.stdout.write(text),
      // An unknown argument is repeated in the message.
      writeErr: (text) =>
        void context.stderr.write(
          text
            .split('\n')
            .map((line) => printable(line, 500))
            .join('\n'),
        ),
    })
    .exitOverride();
  addGenerate(program, context, pipeline, done);
  addCheck(program, context, pipeline, done);
  addLint(program, context, pipeline, done);
  addShow(program, context, pipeline, done);
  addValidate(program, context, done);
  addConformance(program, context, done);
  addInspect(program, context, done);
  return program;
}

type Add = (program: Command, context: Context, pipeline: Pipeline, done: (code: ExitCode) => void) => void;

const exitCodeHelp = `
Exit codes:
  0    fine
  1    internal error, or a command line that cannot be used
  2    bad input: each fault is told with file, line and column, and nothing is written
  100  findings: a stale output folder, a smell, an invalid value`;

const specsOption = (): Option =>
  new Option('--specs <folder>', 'folder of the specifications').default('specs');
const outOption = (): Option => new Option('--out <folder>', 'folder of the packages').default('generated');
const profileOption = (): Option =>
  new Option('--profile <id>', 'only this specification, by its folder (repeatable)').argParser(
    (id: string, previous: readonly string[] | undefined) => [...(previous ?? []), id],
  );
const jsonOption = (what: string): Option => new Option('--json', what).default(false);
const formatOption = (): Option =>
  new Option('--format <format>', 'how findings are printed').choices(diagnosticFormats).default('text');
const jsonFormatOption = (): Option =>
  new Option('--json', 'the same as --format json').implies({ format: 'json' });

const addGenerate: Add = (program, context, pipeline, done) => {
  program
    .command('generate')
    .description('Write the packages: all files or none, and only those that change.')
    .addOption(specsOption())
    .addOption(outOption())
    .addOption(profileOption())
    .addOption(jsonOption('print what was written, and the diagnostics, as JSON'))
    .addHelpText(
      'after',
      examples(
        'profilegen generate',
        'profilegen generate --profile nscale-sse',
        'profilegen generate --specs api --out packages',
      ),
    )
    .action(async (options: GenerateOptions) => {
      done(await (await import('./commands/generate.js')).generate(context, options, pipeline));
    });
};

const addCheck: Add = (program, context, pipeline, done) => {
  program
    .command('check')
    .description('Tell whether the packages are what generate would write; writes nothing.')
    .addOption(specsOption())
    .addOption(outOption())
    .addOption(profileOption())
    .addOption(formatOption())
    .addOption(jsonFormatOption())
    .addHelpText('after', examples('profilegen check', 'profilegen check --format github'))
    .action(async (options: CheckOptions) => {
      done(await (await import('./commands/check.js')).check(context, options, pipeline));
    });
};

const addLint: Add = (program, context, pipeline, done) => {
  program
    .command('lint')
    .description('Report what compiles and could still be better.')
    .addOption(specsOption())
    .addOption(formatOption())
    .addOption(jsonFormatOption())
    .addHelpText('after', examples('profilegen lint', 'profilegen lint --specs api --format json'))
    .action(async (options: LintOptions) => {
      done(await (await import('./commands/lint.js')).lint(context, options, pipeline));
    });
};

const addShow: Add = (program, context, pipeline, done) => {
  program
    .command('show')
    .description('Print what is understood of a document, or of a folder of them, with positions.')
    .argument('<path>', 'a document or a folder')
    .addOption(jsonOption('print the same facts as JSON'))
    .addHelpText('after', examples('profilegen show specs', 'profilegen show profile.md --json'))
    .action(async (path: string, options: ShowOptions) => {
      done(await (await import('./commands/show.js')).show(context, path, options, pipeline));
    });
};

function addValidate(program: Command, context: Context, done: (code: ExitCode) => void): void {
  program
    .command('validate')
    .description('Check JSON values with the validator that was emitted for their type.')
    .argument('<package>', 'folder or name of a generated package')
    .argument('<type>', 'type or event type of the package')
    .argument('[file]', 'one JSON document, or one on each line; standard input if absent')
    .addOption(outOption())
    .addOption(jsonOption('print {"valid", "issues"} for each value, one on a line'))
    .addHelpText(
      'after',
      examples(
        'profilegen validate nscale-sse ChatCompletionChunk chunk.json',
        'profilegen validate openai-compatible response.usage events.jsonl --json',
        'curl … | profilegen validate nscale-sse ChatCompletionRequest',
      ),
    )
    .action(async (packageName: string, type: string, file: string | undefined, options: ValidateOptions) => {
      const target = { packageName, type, ...(file === undefined ? {} : { file }) };
      done(await (await import('./commands/validate.js')).validate(context, target, options));
    });
}

function addInspect(program: Command, context: Context, done: (code: ExitCode) => void): void {
  program
    .command('inspect')
    .description('Tell what is wrong with a captured stream, or with one that still comes in.')
    .argument('<package>', 'folder or name of a generated package')
    .argument('[file]', 'server-sent events, or JSON lines for events; standard input if absent or -')
    .addOption(outOption())
    .addOption(
      new Option('--mode <mode>', 'strict, or tolerant: with the repairs that the specification declares')
        .choices(['strict', 'tolerant'])
        .default('strict'),
    )
    .addOption(
      new Option('--dialect <name>', 'the server that the stream comes from, where it has a dialect'),
    )
    .addOption(jsonOption('print one line of JSON for each event, and a last one for the stream'))
    .addHelpText(
      'after',
      examples(
        'profilegen inspect nscale-sse stream.sse --dialect vllm',
        'profilegen inspect openai-compatible events.jsonl --json',
        'curl -N … | profilegen inspect nscale-sse - --mode tolerant',
      ),
    )
    .action(async (packageName: string, file: string | undefined, options: InspectOptions) => {
      const target = { packageName, ...(file === undefined ? {} : { file }) };
      done(await (await import('./commands/inspect.js')).inspect(context, target, options));
    });
}

function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}\n`).join('')}`;
}
