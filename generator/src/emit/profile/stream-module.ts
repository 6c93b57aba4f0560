import type { MessageStream, Profile, StreamMessage } from '../../model/index.js';
import { addConstant, buildModule, docs } from '../module.js';
import { stringLiteral } from '../text/index.js';
import { specLine } from '../text/provenance.js';

/** `stream.ts`: reading the profile's messages from server-sent events; undefined without a stream. */
export function streamModule(profile: Profile, runtimePackage: string): string | undefined {
  const { stream } = profile;
  if (stream === undefined) return undefined;
  return buildModule((file) => {
    file.addImportDeclaration({
      namedImports: ['decodeSse', 'parseJson', { name: 'Issue', isTypeOnly: true }],
      moduleSpecifier: runtimePackage,
    });
    file.addImportDeclaration({
      isTypeOnly: true,
      namedImports: ['StreamMessage'],
      moduleSpecifier: './types.js',
    });
    file.addImportDeclaration({
      namedImports: ['validateStreamMessage'],
      moduleSpecifier: './validators.js',
    });
    if (stream.terminator !== undefined) {
      addConstant(
        file,
        'terminator',
        stringLiteral(stream.terminator),
        docs('The data of the event that ends the stream.', specLine(stream.at)),
      );
    }
    file.addInterface({
      name: 'StreamItem',
      isExported: true,
      docs: docs('One event of the stream: the message, or undefined and what is wrong with it.'),
      properties: [
        { name: 'message', type: 'StreamMessage | undefined', isReadonly: true },
        { name: 'issues', type: 'readonly Issue[]', isReadonly: true },
        {
          name: 'data',
          type: 'string',
          isReadonly: true,
          docs: docs('The data of the event as it came.'),
        },
      ],
    });
    file.addFunction({
      name: 'parseStreamMessage',
      isExported: true,
      docs: docs('Reads the data of one server-sent event as a message of the stream.'),
      parameters: [{ name: 'data', type: 'string' }],
      returnType: 'StreamItem',
      statements: parseStatements(stream),
    });
    file.addFunction({
      name: 'readStream',
      isExported: true,
      isAsync: true,
      isGenerator: true,
      docs: docs(
        'Reads a response body, split anywhere, as messages.',
        stream.terminator === undefined
          ? 'Ends with the body.'
          : `Ends at ${stream.terminator} (later bytes are not read) or with the body.`,
      ),
      parameters: [{ name: 'body', type: 'AsyncIterable<Uint8Array>' }],
      returnType: 'AsyncGenerator<StreamItem, void, undefined>',
      statements: readStatements(stream),
    });
  });
}

function parseStatements(stream: MessageStream): string[] {
  const texts = stream.messages.filter((message) => message.encoding === 'text');
  const structured = stream.messages.length > texts.length;
  const isText = texts.map(textTest).join(' || ');
  const parsed = structured
    ? `parseJson(data, ${stringLiteral(specLine(stream.at).slice('Spec: '.length))})`
    : 'undefined';
  return [
    texts.length === 0
      ? `const parsed = ${parsed};`
      : `const parsed = ${structured ? `${isText} ? { value: data } : ${parsed}` : '{ value: data }'};`,
    "if ('issue' in parsed) return { message: undefined, issues: [parsed.issue], data };",
    'const issues = validateStreamMessage(parsed.value);',
    '// A value without issues is a message: the validator and the type come from one schema.',
    'return { message: issues.length === 0 ? (parsed.value as StreamMessage) : undefined, issues, data };',
  ];
}

/** How the data of a text message is told from JSON: by its only value, or by not being JSON at all. */
export function textTest(message: StreamMessage): string {
  if (message.texts === undefined) return 'true';
  return message.texts.map((text) => `data === ${stringLiteral(text)}`).join(' || ');
}

function readStatements(stream: MessageStream): string[] {
  return [
    'for await (const item of decodeSse(body)) {',
    "  if (item.kind !== 'event') continue;",
    '  yield parseStreamMessage(item.data);',
    ...(stream.terminator === undefined ? [] : ['  if (item.data === terminator) return;']),
    '}',
  ];
}
