import type { SourceFile } from 'ts-morph';
import type { MessageStream, Profile, StreamMessage } from '../../model/index.js';
import { addConstant, addTypeImport, buildModule, docs } from '../module.js';
import { stringLiteral } from '../text/index.js';
import { specLine } from '../text/provenance.js';

/** `stream.ts`: reading the profile's messages from server-sent events; undefined without a stream. */
export function streamModule(profile: Profile, runtimePackage: string): string | undefined {
  const { stream } = profile;
  if (stream === undefined) return undefined;
  return buildModule((file) => {
    addImports(file, stream, runtimePackage);
    if (stream.terminator !== undefined) {
      addConstant(
        file,
        'terminator',
        stringLiteral(stream.terminator),
        docs('The data of the event that ends the stream.', specLine(stream.at)),
      );
    }
    addStreamItem(file);
    addParser(file, stream);
    addReader(file, stream);
  });
}

function addImports(file: SourceFile, stream: MessageStream, runtimePackage: string): void {
  file.addImportDeclaration({
    namedImports: [
      'decodeSse',
      ...(hasStructure(stream) ? ['parseJson'] : []),
      { name: 'Issue', isTypeOnly: true },
    ],
    moduleSpecifier: runtimePackage,
  });
  addTypeImport(file, ['StreamMessage'], './types.js');
  file.addImportDeclaration({ namedImports: ['validateStreamMessage'], moduleSpecifier: './validators.js' });
}

function addStreamItem(file: SourceFile): void {
  file.addInterface({
    name: 'StreamItem',
    isExported: true,
    docs: docs('One event of the stream: the message, or undefined and what is wrong with it.'),
    properties: [
      { name: 'message', type: 'StreamMessage | undefined', isReadonly: true },
      { name: 'issues', type: 'readonly Issue[]', isReadonly: true },
      { name: 'data', type: 'string', isReadonly: true, docs: docs('The data of the event as it came.') },
    ],
  });
}

function addParser(file: SourceFile, stream: MessageStream): void {
  file.addFunction({
    name: 'parseStreamMessage',
    isExported: true,
    docs: docs('Reads the data of one server-sent event as a message of the stream.'),
    parameters: [{ name: 'data', type: 'string' }],
    returnType: 'StreamItem',
    statements: parseStatements(stream),
  });
}

function addReader(file: SourceFile, stream: MessageStream): void {
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
}

function hasStructure(stream: MessageStream): boolean {
  return stream.messages.some(({ encoding }) => encoding !== 'text');
}

function parseStatements(stream: MessageStream): string[] {
  const valid = '// A value without issues is a message: the validator and the type come from one schema.';
  if (!hasStructure(stream)) {
    return [
      'const issues = validateStreamMessage(data);',
      valid,
      'return { message: issues.length === 0 ? (data as StreamMessage) : undefined, issues, data };',
    ];
  }
  const texts = stream.messages.filter((message) => message.encoding === 'text');
  const parsed = `parseJson(data, ${stringLiteral(specLine(stream.at).slice('Spec: '.length))})`;
  const isText = texts.map(textTest).join(' || ');
  return [
    `const parsed = ${isText === '' ? parsed : `${isText} ? { value: data } : ${parsed}`};`,
    "if ('issue' in parsed) return { message: undefined, issues: [parsed.issue], data };",
    'const issues = validateStreamMessage(parsed.value);',
    valid,
    'return { message: issues.length === 0 ? (parsed.value as StreamMessage) : undefined, issues, data };',
  ];
}

/** More texts than that are compared by looking them up in a list. */
const mostComparisons = 8;

/** How the data of a text message is told from JSON: by its only values, or by not being JSON at all. */
export function textTest({ texts }: StreamMessage): string {
  if (texts === undefined) return 'true';
  const literals = texts.map(stringLiteral);
  return literals.length > mostComparisons
    ? `[${literals.join(', ')}].includes(data)`
    : literals.map((literal) => `data === ${literal}`).join(' || ');
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
