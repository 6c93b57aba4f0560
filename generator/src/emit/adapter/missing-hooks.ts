import {
  Project,
  SyntaxKind,
  type Expression,
  type ObjectLiteralExpression,
  type SourceFile,
} from 'ts-morph';
import type { OutputFile } from '../../model/index.js';

/** A hook that generated code offers and a file of the user does not have. */
export interface MissingHook {
  /** The user's file, relative to the output folder. */
  readonly path: string;
  readonly hook: string;
  /** The generated file that says what the hook is for, relative to the output folder. */
  readonly contract: string;
}

const userFile = 'src/hooks.ts';
const contractFile = 'src/main/hooks-contract.ts';
const contractName = 'AdapterHooks';
const hooksName = 'hooks';

/**
 * What the files of users lack, compared with the generated contracts beside them. A file of a user is never
 * rewritten, so a hook that a new version offers has to be told.
 *
 * @param files the files of this run
 * @param readUserFile the text of a file of the output folder; undefined when it is not there yet
 */
export function missingHooks(
  files: readonly OutputFile[],
  readUserFile: (path: string) => string | undefined,
): readonly MissingHook[] {
  return files.flatMap((file): readonly MissingHook[] => {
    if (file.ownership !== 'user' || !file.path.endsWith(userFile)) return [];
    const contractPath = file.path.slice(0, -userFile.length) + contractFile;
    const contract = files.find(({ path }) => path === contractPath);
    const text = readUserFile(file.path);
    if (contract === undefined || text === undefined) return [];
    const present = new Set(presentHooks(text));
    return offeredHooks(contract.text)
      .filter((hook) => !present.has(hook) && !present.has(anything))
      .map((hook) => ({ path: file.path, hook, contract: contractPath }));
  });
}

/** Stands for what a spread may bring. */
const anything = '...';

function offeredHooks(contract: string): readonly string[] {
  const offered = parse(contract).getInterface(contractName);
  return [...(offered?.getMethods() ?? []), ...(offered?.getProperties() ?? [])].map((member) =>
    member.getName(),
  );
}

/** The members of the exported object, however it is written; nothing for a file that exports none. */
function presentHooks(text: string): readonly string[] {
  const literal = hooksLiteral(parse(text));
  if (literal === undefined) return [];
  return literal.getProperties().map((property) => {
    const named = property.asKind(SyntaxKind.SpreadAssignment) === undefined;
    return named ? (property.getSymbol()?.getName() ?? '') : anything;
  });
}

function hooksLiteral(file: SourceFile): ObjectLiteralExpression | undefined {
  const declared = file.getVariableDeclaration(hooksName);
  if (declared?.getVariableStatement()?.isExported() !== true) return undefined;
  return literalIn(declared.getInitializer());
}

/** The literal inside parentheses, `satisfies` and `as`. */
function literalIn(value: Expression | undefined): ObjectLiteralExpression | undefined {
  const wrapped =
    value?.asKind(SyntaxKind.SatisfiesExpression) ??
    value?.asKind(SyntaxKind.AsExpression) ??
    value?.asKind(SyntaxKind.ParenthesizedExpression);
  return wrapped === undefined
    ? value?.asKind(SyntaxKind.ObjectLiteralExpression)
    : literalIn(wrapped.getExpression());
}

function parse(text: string): SourceFile {
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  return project.createSourceFile('file.ts', text);
}
