import fc from 'fast-check';
import type { CelType } from '../../../generator/src/rules/cel/index.js';
import { membersOf } from '../../../generator/src/rules/cel/types.js';

const anyText = fc.constantFrom(
  '',
  'a',
  'b',
  'tool',
  '1',
  '-12',
  '\u{1F600}',
  '\uFFFD',
  'ab',
  '__proto__',
  'constructor',
  'true',
);

const anyNumber = fc.constantFrom(
  0,
  1,
  -1,
  2,
  3,
  7,
  0.5,
  -2.5,
  2 ** 53 - 1,
  -(2 ** 53 - 1),
  2 ** 53,
  2 ** 60,
  1e300,
  -0,
);

/** Any JSON value, with keys that objects inherit. */
export const anyJson: fc.Arbitrary<unknown> = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom(null, true, false),
    anyNumber,
    anyText,
    fc.array(tie('json'), { maxLength: 3 }),
    fc
      .array(
        fc.tuple(fc.constantFrom('on', 'text', 'id', 'index', 'a', '__proto__', 'constructor'), tie('json')),
        { maxLength: 3 },
      )
      .map((entries) => Object.fromEntries(entries)),
  ),
})).json;

/** A JSON value that satisfies a type. */
export function valueOf(type: CelType): fc.Arbitrary<unknown> {
  switch (type.kind) {
    case 'int': {
      const { minimum, maximum } = type;
      const edges = [minimum, minimum + 1n, -1n, 0n, 1n, 2n, 3n, 42n, maximum - 1n, maximum].map(Number);
      return fc.constantFrom(...edges.filter((edge) => edge >= minimum && edge <= maximum));
    }
    case 'double':
      return anyNumber;
    case 'string':
      return type.values === undefined ? anyText : fc.constantFrom(...type.values);
    case 'bool':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'dyn':
      return anyJson;
    case 'list':
      return fc.array(valueOf(type.items), { maxLength: 3 });
    case 'map':
      return fc
        .array(
          fc.tuple(fc.constantFrom('a', 'b c', 'key', 'k', '__proto__', 'constructor'), valueOf(type.values)),
          { maxLength: 3 },
        )
        .map((entries) => Object.fromEntries(entries));
    case 'union':
      return fc.oneof(...membersOf(type).map(valueOf));
    case 'object':
      return objectOf(type);
  }
}

function objectOf(type: Extract<CelType, { kind: 'object' }>): fc.Arbitrary<unknown> {
  const fields = type.fields.map(({ name, type: field, optional }) =>
    fc.tuple(fc.constant(name), valueOf(field), optional ? fc.boolean() : fc.constant(true)),
  );
  const extra = fc.tuple(fc.constant('extra'), anyJson, fc.constant(type.open));
  return fc
    .tuple(...fields, extra)
    .map((entries) =>
      Object.fromEntries(entries.flatMap(([name, value, there]) => (there ? [[name, value]] : []))),
    );
}

/** A value of a type of which some parts were replaced by anything. */
export function damaged(type: CelType): fc.Arbitrary<unknown> {
  return fc
    .tuple(valueOf(type), fc.array(fc.tuple(fc.nat(40), anyJson), { maxLength: 5 }))
    .map(([value, damages]) => {
      const copy = { ...(value as Record<string, unknown>) };
      const names = Object.keys(copy);
      for (const [place, replacement] of damages) {
        const name = names[place];
        if (name !== undefined) Object.defineProperty(copy, name, { value: replacement, enumerable: true });
      }
      return copy;
    });
}
