/** Where the names that emitted readers use are declared, relative to the folder of emitted modules. */
const homes: readonly (readonly [specifier: string, names: readonly string[], types: readonly string[]])[] = [
  ['../worker/call-assembler.js', ['CallAssembler'], []],
  ['../worker/call-fault.js', ['callFault'], []],
  ['../worker/chat-stream.js', ['readChatStream'], []],
  ['../worker/completion-builder.js', ['CompletionBuilder', 'afterFinish'], []],
  [
    '../worker/stream-reader.js',
    ['emitterFor', 'invalidAnswer', 'invalidValue', 'isPresent', 'noteAnswer'],
    ['Emit', 'PlainReader', 'ReaderContext', 'StreamReader'],
  ],
  ['../worker/typed-stream.js', ['readTypedStream', 'statedFailure'], ['TypedOutcome']],
  ['./usage.js', ['usageEvent'], []],
];

/** The import declarations for what a module's text uses; names of the profile package are given. */
export function importNames(text: string, profileNames: Iterable<string>): string {
  const used = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);
  const types = ['ChatCompletionChunk', 'FailureSignal'].filter(used).map((name) => `type ${name}`);
  const fromProfile = [...[...profileNames].sort(), ...types];
  const declarations = homes.flatMap(([specifier, names, typeNames]) => {
    const members = [...names.filter(used), ...typeNames.filter(used).map((name) => `type ${name}`)];
    return members.length === 0 ? [] : [`import { ${members.join(', ')} } from '${specifier}';`];
  });
  const profile =
    fromProfile.length === 0 ? [] : [`import { ${fromProfile.join(', ')} } from './profile.js';`];
  return [...declarations, ...profile].join('\n');
}
