import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { compileTexts, errorsOf, projectSpecs } from '../support/compile.js';
import { writeTree } from '../support/folders.js';

const root = resolve(import.meta.dirname, '../..');
const bin = (name: string): string => join(root, 'node_modules/.bin', name);

let folder = '';
const tarballs = new Map<string, string>();

function run(command: string, args: readonly string[], cwd: string): string {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`, { cause: error });
  }
}

const npm = (args: readonly string[], cwd: string): string =>
  run('npm', [...args, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], cwd);

/** The output of a run for all specifications, in a folder of its own that knows nothing of the project. */
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'profilegen-packages-')));
  const result = await compileTexts(projectSpecs());
  expect(errorsOf(result)).toEqual([]);
  const out = join(folder, 'out');
  writeTree(out, Object.fromEntries(result.files.map((file) => [file.path, file.text])));
  npm(['install'], out);
  run(process.execPath, [join(out, 'node_modules/typescript/bin/tsc'), '-b'], out);
  for (const { name } of readdirSync(out, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'node_modules',
  )) {
    const [packed] = JSON.parse(
      npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], join(out, name)),
    ) as {
      filename: string;
    }[];
    tarballs.set(name, join(folder, packed?.filename ?? ''));
  }
}, 600_000);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the emitted packages', () => {
  it('pass publint and arethetypeswrong', () => {
    for (const tarball of tarballs.values()) {
      run(bin('publint'), ['--strict', tarball], root);
      run(bin('attw'), ['--profile', 'esm-only', tarball], root);
    }
    expect(tarballs.size).toBeGreaterThanOrEqual(5);
  }, 600_000);

  it('install into an empty project and work from plain ESM and from strict TypeScript', () => {
    const project = join(folder, 'consumer');
    writeTree(project, {
      'package.json': '{ "type": "module", "private": true }',
      'plain.js': `
        import { validateChatCompletionChunk, readStream } from '@profilegen/nscale-sse';
        import { isProfileEvent, supports, vllmCapabilities } from '@profilegen/openai-compatible';
        import { validateChatTextRequest } from '@profilegen/openai-chat-text';
        import { applyThinkControl } from '@profilegen/iop-edge';
        const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [] };
        const body = async function* () {
          yield new TextEncoder().encode('data: ' + JSON.stringify(chunk) + '\\n\\nda');
          yield new TextEncoder().encode('ta: [DONE]\\n\\n');
        };
        const messages = [];
        for await (const { message } of readStream(body())) messages.push(message);
        console.log(JSON.stringify({
          chunk: validateChatCompletionChunk({ ...chunk, created: '1' }).map(({ code, path }) => code + path),
          messages,
          event: isProfileEvent({ type: 'response.output_text.delta', index: 0, delta: 'hello' }),
          chat: supports(vllmCapabilities, 'chat.completions.create', 'streaming'),
          request: validateChatTextRequest({ model: 'm', messages: [], max_completion_tokens: 1, stream: false }).map(({ code }) => code),
          think: applyThinkControl('vLLM', { think: false }),
        }));`,
      'strict.ts': `
        import { isProfileEvent, type ProfileEvent } from '@profilegen/openai-compatible';
        import type { ChatCompletionChunk } from '@profilegen/nscale-sse';
        export function textOf(value: unknown): string {
          if (!isProfileEvent(value)) return '';
          const event: ProfileEvent = value;
          switch (event.type) {
            case 'response.output_text.delta': return event.delta;
            default: return '';
          }
        }
        export const reason = (chunk: ChatCompletionChunk): 'stop' | 'length' | 'tool_calls' | null | undefined =>
          chunk.choices[0]?.finish_reason;
        // @ts-expect-error an event type that no row declares
        export const wrong: ProfileEvent = { type: 'response.unheard_of' };`,
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          module: 'NodeNext',
          target: 'ES2022',
          strict: true,
          exactOptionalPropertyTypes: true,
          noUncheckedIndexedAccess: true,
          noEmit: true,
          types: [],
        },
        files: ['strict.ts'],
      }),
    });
    npm(['install', ...tarballs.values()], project);
    expect(JSON.parse(run(process.execPath, ['plain.js'], project))).toEqual({
      chunk: ['type/created'],
      messages: [{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [] }, '[DONE]'],
      event: true,
      chat: true,
      request: ['min_items'],
      think: { request: { think: false, chat_template_kwargs: { enable_thinking: false } } },
    });
    run(process.execPath, [join(folder, 'out/node_modules/typescript/bin/tsc'), '-p', '.'], project);
  }, 300_000);
});
