import {
  buildSchemas,
  type BuiltSchemas,
  type SchemaDialect,
  type SchemaDocument,
} from '../../generator/src/build/schema/index.js';
import type { Diagnostic } from '../../generator/src/diagnostics/index.js';
import { loadJson } from '../../generator/src/load/json.js';
import { loadYaml } from '../../generator/src/load/yaml.js';

/** Loads a document as the generator does; a fault of the text itself is a fault of the test. */
export function documentOf(file: string, text: string, dialect: SchemaDialect): SchemaDocument {
  const loaded = file.endsWith('.json') ? loadJson(file, text) : loadYaml(file, text);
  if (!loaded.root || loaded.diagnostics.length > 0) throw new Error(JSON.stringify(loaded.diagnostics));
  return { file, root: loaded.root, dialect };
}

/** Builds one schema that is a whole document, `p/schema.json`, exported as `Root`. */
export function buildOne(schema: unknown, dialect: SchemaDialect): BuiltSchemas {
  return buildText('p/schema.json', JSON.stringify(schema), dialect);
}

export function buildText(file: string, text: string, dialect: SchemaDialect, pointer = ''): BuiltSchemas {
  return buildSchemas(new Map([[file, documentOf(file, text, dialect)]]), [{ file, pointer, name: 'Root' }]);
}

/** `code line:column`, in document order. */
export function places(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.map(({ code, span }) => `${code} ${String(span.line)}:${String(span.column)}`);
}

export function errorsOf({ diagnostics }: BuiltSchemas): readonly Diagnostic[] {
  return diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
}

/** The processor time of a call in milliseconds, which other work on the machine does not lengthen. */
export function processorTime(call: () => void): number {
  const start = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
