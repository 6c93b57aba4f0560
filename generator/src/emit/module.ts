import {
  Project,
  VariableDeclarationKind,
  type OptionalKind,
  type PropertySignatureStructure,
  type SourceFile,
} from 'ts-morph';
import { commentParagraphs } from './text/paragraphs.js';

/** A TypeScript module under construction: declarations go in as structures, ts-morph prints them. */
export function buildModule(write: (file: SourceFile) => void): string {
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  const file = project.createSourceFile('module.ts');
  write(file);
  return file.getFullText();
}

/** Longer texts stand between the delimiters of their comment on lines of their own. */
const longestLine = 90;

/** A doc comment from paragraphs; text of a spec is made safe here, empty paragraphs are left out. */
export function docs(...paragraphs: readonly (string | undefined)[]): string[] {
  const text = paragraphs
    .filter((paragraph) => paragraph !== undefined && paragraph.trim() !== '')
    .map((paragraph) => commentParagraphs(paragraph ?? ''))
    .join('\n\n');
  // ts-morph prints the block form where the text starts with a line break.
  if (text === '') return [];
  return [text.includes('\n') || text.length > longestLine ? `\n${text}` : text];
}

/** `export const name = initializer;` with a doc comment. */
export function addConstant(file: SourceFile, name: string, initializer: string, doc: string[]): void {
  file.addVariableStatement({
    isExported: true,
    declarationKind: VariableDeclarationKind.Const,
    declarations: [{ name, initializer }],
    docs: doc,
  });
}

/** `import type { … } from '…';` with the names sorted and each once; nothing where there are none. */
export function addTypeImport(file: SourceFile, names: Iterable<string>, moduleSpecifier: string): void {
  const namedImports = [...new Set(names)].sort();
  if (namedImports.length > 0) file.addImportDeclaration({ isTypeOnly: true, namedImports, moduleSpecifier });
}

export type PropertyStructure = OptionalKind<PropertySignatureStructure>;
