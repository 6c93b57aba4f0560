import { diagnose, printable } from '../diagnostics/index.js';
import type { CelType } from '../rules/cel/index.js';
import type { NamedConstraint } from '../rules/declare/index.js';
import type { LinkContext } from './link-context.js';

/**
 * Whether messages have what the paths of a rule lead to. A field that the documents speak of elsewhere went with a
 * row or a property that was deleted: the rule goes with it and is told. Any other is a misspelling, and an error.
 *
 * @param type the messages that the rule is about
 * @param symbols the names that may start a path
 */
export function checkPaths(
  context: LinkContext,
  { paths }: NamedConstraint,
  type: CelType,
  symbols: ReadonlySet<string>,
): boolean {
  const missing = paths.flatMap(({ name, segments, span }) => {
    const [first = '', ...rest] = segments;
    const field = missingField(type, rest.length > 0 && symbols.has(first) ? rest : segments);
    return field === undefined ? [] : [{ name, field, span }];
  });
  for (const { name, field, span } of missing) {
    const message = `No message has the field "${printable(field)}" of the path`;
    context.report(
      context.loaded.occurrences(field) > 1
        ? diagnose('dangling-reference', span, { message: `${message}: the rule is left out.` })
        : diagnose('rule-unknown-field', span, { message: `${message}.`, found: printable(name) }),
    );
  }
  return missing.length === 0;
}

/** The first name on the path that no value of the type has; undefined where one can have all of them. */
function missingField(type: CelType, path: readonly string[]): string | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return undefined;
  switch (type.kind) {
    case 'dyn':
      return undefined;
    case 'union': {
      const missing = type.members.map((member) => missingField(member, path));
      // That of the member which has the most of the path.
      return missing.includes(undefined)
        ? undefined
        : missing.reduce((last, field) =>
            path.indexOf(field ?? '') > path.indexOf(last ?? '') ? field : last,
          );
    }
    case 'list':
      return name === '[]' ? missingField(type.items, rest) : name;
    case 'map':
      return missingField(type.values, rest);
    case 'object': {
      const field = type.fields.find((candidate) => candidate.name === name);
      return field === undefined ? name : missingField(field.type, rest);
    }
    default:
      return name;
  }
}
