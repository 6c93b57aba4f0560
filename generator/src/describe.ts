import { formatSpan, printable, sortDiagnostics, type Diagnostic } from './diagnostics/index.js';
import type { JsonValue } from './model/index.js';
import type { DocumentSummary, Fact, Row } from './show/section.js';
import { summarise } from './show/summarise.js';

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
  /** The same facts for programs: those of the one document, or `documents` with those of each. */
  readonly json: Readonly<Record<string, JsonValue>>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Describes documents one by one, without linking them: each also stands alone. */
export async function describe({ files, displayName }: DescribeInput): Promise<Description> {
  const summaries: DocumentSummary[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [file, bytes] of files) {
    const { summary, diagnostics: findings } = await summarise(file, bytes);
    if (summary !== undefined) summaries.push(summary);
    diagnostics.push(...findings);
  }
  const documents = summaries.map((summary) => summaryJson(summary, displayName));
  const [only] = documents;
  return {
    text: summaries.map((summary) => summaryText(summary, displayName)).join('\n'),
    json: files.size === 1 && only !== undefined ? only : { documents },
    diagnostics: sortDiagnostics(diagnostics),
  };
}

function summaryJson(
  { file, kind, title, sections }: DocumentSummary,
  displayName: (file: string) => string,
): Readonly<Record<string, JsonValue>> {
  const rowJson = ({ facts, span }: Row): JsonValue => ({
    ...Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined)),
    at: formatSpan({ ...span, file: displayName(span.file) }),
  });
  return {
    file: displayName(file),
    kind,
    ...(title === undefined ? {} : { title }),
    ...Object.fromEntries(
      sections.filter(({ rows }) => rows.length > 0).map(({ key, rows }) => [key, rows.map(rowJson)]),
    ),
  };
}

function summaryText(
  { file, kind, title, sections }: DocumentSummary,
  displayName: (file: string) => string,
): string {
  const heading = title === undefined ? '' : `: ${printable(title)}`;
  const lines = [`${displayName(file)} (${kind})${heading}`];
  for (const section of sections.filter(({ rows }) => rows.length > 0)) {
    lines.push('', `  ${section.title}`);
    const places = section.rows.map(({ span }) => `${String(span.line)}:${String(span.column)}`);
    const width = Math.max(...places.map((place) => place.length));
    section.rows.forEach((row, index) => {
      lines.push(`    ${(places[index] ?? '').padEnd(width)}  ${rowText(row)}`);
    });
  }
  return `${lines.join('\n')}\n`;
}

function rowText({ facts }: Row): string {
  const [name, ...rest] = Object.entries(facts).flatMap(([key, fact]): [string, Fact][] =>
    fact === undefined || fact === '' ? [] : [[key, fact]],
  );
  const details = rest.map(([key, fact]) => `${key.replaceAll('_', ' ')}: ${factText(fact)}`);
  return [name === undefined ? '' : factText(name[1]), ...details].join('  ');
}

function factText(fact: Fact): string {
  if (Array.isArray(fact)) return fact.length === 0 ? 'none' : fact.map(factText).join(', ');
  return printable(typeof fact === 'object' ? JSON.stringify(fact) : String(fact), 120);
}
