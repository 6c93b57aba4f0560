/** A stream of decisions; when it runs out every decision is the first, the simplest one. */
export class Decisions {
  #next = 0;

  constructor(private readonly numbers: readonly number[]) {}

  below(limit: number): number {
    const number = this.numbers[this.#next] ?? 0;
    this.#next += 1;
    return number % limit;
  }

  pick<T>(options: readonly T[]): T {
    return options[this.below(options.length)] as T;
  }

  chance(percent: number): boolean {
    return this.below(100) >= 100 - percent;
  }
}

export type Tag = 'bool' | 'int' | 'double' | 'string' | 'ints' | 'texts' | 'items' | 'item' | 'dyn';

/** Where values of each type are sure to be found in a valid message. */
const SURE_PATHS: Readonly<Record<Tag, readonly string[]>> = {
  bool: ['this.flag', 'flag'],
  int: ['this.n', 'n', 'm', 'this.m', 'this.small', 'small', 'this.inner.a', 'this["n"]'],
  double: ['this.ratio', 'ratio', 'double(n)', 'double(this.small)'],
  string: ['this.name', 'name', 'choice.id', 'string(m)'],
  ints: ['this.ints', 'ints', '[1, 2, 3]'],
  texts: ['this.texts', 'texts', '["a", "b"]'],
  items: ['this.items', 'items', '[choice]'],
  item: ['choice'],
  dyn: ['dyn(n)', 'dyn(ratio)', 'dyn(name)', 'dyn(ints)', 'dyn(choice)'],
};

/** Where they may be absent, null or of another type, which is an error of the evaluation. */
const UNSURE_PATHS: Readonly<Record<Tag, readonly string[]>> = {
  bool: ['this.stream', 'this.inner.b', 'stream', 'this.any', 'this.any.on'],
  int: [
    ...[
      'this.count',
      'count',
      'this.nullable',
      'nullable',
      'choice.index',
      'this.ints[0]',
      'this.items[0].index',
    ],
    ...['this.counts.a', 'this.counts["b c"]', 'this.any', 'this.anyObject.index', 'this.outer.inner.index'],
    ...['this["__proto__"]', 'this.any[0]', 'this["extra"]'],
  ],
  double: ['this.weight', 'weight', 'this.doubles[0]', 'this.any'],
  string: [
    ...[
      'this.role',
      'role',
      'this.maybe',
      'choice.text',
      'this.texts[0]',
      'this.items[0].id',
      'this.metadata.key',
    ],
    ...[
      'this.metadata["k"]',
      'this.anyObject.id',
      'this.outer.c',
      'this.mixed',
      'this.constructor',
      'this.any',
    ],
    ...['this.any.text', 'this.anyObject.text', 'this.outer.inner.id'],
  ],
  ints: ['this.any'],
  texts: ['this.any'],
  items: ['this.more', 'this.mixed', 'this.any'],
  item: ['this.items[0]', 'this.anyObject', 'this.outer.inner', 'this.any', 'this.more[1]'],
  dyn: ['this.any', 'this.any.on', 'this.any[1]', 'this["extra"]', 'dyn(null)'],
};

const PRESENCE = [
  ...[
    'this.count',
    'this.stream',
    'this.maybe',
    'this.more',
    'this.metadata',
    'this.outer',
    'this.weight',
    'this.any',
  ],
  ...[
    'this.outer.c',
    'this.outer.inner.index',
    'choice.index',
    'this.anyObject.index',
    'this.inner.b',
    'this.constructor',
  ],
  ...[
    'this.metadata.key',
    'this.any.on',
    'this.items[0].index',
    'this.role',
    'this.doubles',
    'this.n',
    'this.counts.a',
  ],
];

const NULLABLE = [
  'this.nullable',
  'this.maybe',
  'this.anyObject',
  'choice.text',
  'this.any',
  'this.anyObject.text',
];

const LITERALS: Readonly<Record<'bool' | 'int' | 'double' | 'string', readonly string[]>> = {
  bool: ['true', 'false'],
  int: [
    '1',
    '0',
    '-1',
    '2',
    '3',
    '-7',
    '100',
    '9007199254740991',
    '-9007199254740991',
    '9007199254740993',
    '9223372036854775807',
  ],
  double: ['0.5', '1.0', '-2.0', '0.0', '1e300', '-0.0', '3.25'],
  string: [
    `"a"`,
    `""`,
    `"b"`,
    `"tool"`,
    `"1"`,
    `"\\U0001F600"`,
    `"\\uFFFD"`,
    `"it's \\"x\\""`,
    `"true"`,
    `"-12"`,
  ],
};

interface Local {
  readonly name: string;
  readonly tag: Tag;
}

/** A random well-typed expression, of parts that may fail. */
export class ExpressionGenerator {
  #locals: readonly Local[] = [];
  #depth = 0;

  constructor(private readonly decide: Decisions) {}

  expression(tag: Tag): string {
    if (this.#depth >= 4 || this.decide.chance(15)) return this.#leaf(tag);
    this.#depth += 1;
    const text = this.decide.chance(4) && tag !== 'dyn' ? this.expression('dyn') : this.#compound(tag);
    this.#depth -= 1;
    return text;
  }

  #leaf(tag: Tag): string {
    const locals = this.#locals.filter((local) => local.tag === tag).map(({ name }) => name);
    if (locals.length > 0 && this.decide.chance(60)) return this.decide.pick(locals);
    const isScalar = tag === 'bool' || tag === 'int' || tag === 'double' || tag === 'string';
    if (isScalar && this.decide.chance(30)) return this.decide.pick(LITERALS[tag]);
    return this.decide.pick(this.decide.chance(30) ? UNSURE_PATHS[tag] : SURE_PATHS[tag]);
  }

  #compound(tag: Tag): string {
    if (this.decide.chance(10))
      return `(${this.#bool()} ? ${this.expression(tag)} : ${this.expression(tag)})`;
    switch (tag) {
      case 'bool':
        return this.#bool();
      case 'int':
        return this.#int();
      case 'double':
        return this.#double();
      case 'string':
        return this.#string();
      case 'ints':
      case 'texts':
        return this.#list(tag);
      case 'items':
        return `${this.#grouped('items')}.filter(${this.#macro('item', 'bool')})`;
      case 'item':
        return `${this.#grouped('items')}[${this.#index()}]`;
      case 'dyn':
        return this.#dyn();
    }
  }

  #bool(): string {
    const [a, b] = [() => this.expression('bool'), this.decide.pick(['int', 'double', 'string'] as const)];
    switch (this.decide.below(16)) {
      case 0:
        return `has(${this.decide.pick(PRESENCE)})`;
      case 1:
        return `${this.#grouped('bool')} && ${this.#grouped('bool')}`;
      case 2:
        return `${this.#grouped('bool')} || ${this.#grouped('bool')}`;
      case 3:
        return `!(${a()})`;
      case 4:
        return `${this.#grouped(b)} ${this.decide.pick(['<', '<=', '>', '>='])} ${this.#grouped(b)}`;
      case 5:
        return `${this.#grouped(b)} ${this.decide.pick(['==', '!='])} ${this.#grouped(b)}`;
      case 6:
        return `${this.decide.pick(NULLABLE)} ${this.decide.pick(['==', '!='])} null`;
      case 7:
        return `${this.#grouped('string')} in ${this.decide.pick(['this.texts', `["a", "b", "tool"]`, 'this.metadata', 'this.counts', 'this.any'])}`;
      case 8:
        return `${this.#grouped('int')} in ${this.decide.pick(['this.ints', '[1, 2, 3]', '[1, n]', 'this.any', '{1: "a", 2: "b"}'])}`;
      case 9:
        return `${this.#grouped('string')}.${this.decide.pick(['startsWith', 'endsWith', 'contains'])}(${this.expression('string')})`;
      case 10: {
        const [range, tag] = this.decide.pick([
          ['ints', 'int'],
          ['texts', 'string'],
          ['items', 'item'],
        ] as const);
        return `${this.#grouped(range)}.${this.decide.pick(['all', 'exists', 'exists_one'])}(${this.#macro(tag, 'bool')})`;
      }
      case 11:
        return `${this.decide.pick(['this.metadata', 'this.counts', 'this.any'])}.${this.decide.pick(['all', 'exists'])}(${this.#macro('string', 'bool')})`;
      case 12: {
        const guard = this.decide.pick(PRESENCE);
        return this.decide.chance(50)
          ? `has(${guard}) && ${this.#grouped('bool')}`
          : `!has(${guard}) || ${this.#grouped('bool')}`;
      }
      case 13:
        return `${this.#grouped('int')} ${this.decide.pick(['<', '==', '>='])} ${this.#grouped('double')}`;
      case 14: {
        const tag = this.decide.pick(['ints', 'texts', 'items', 'item', 'dyn', 'bool'] as const);
        return `${this.#grouped(tag)} ${this.decide.pick(['==', '!='])} ${this.#grouped(tag)}`;
      }
      default:
        return `${this.#grouped('string')}.matches(${this.decide.pick([`"^[a-c]+$"`, `"a|b"`, `r"^\\d{1,3}$"`, `"^.$"`])})`;
    }
  }

  #int(): string {
    switch (this.decide.below(6)) {
      case 0:
        return `${this.#grouped('int')} ${this.decide.pick(['+', '-', '*', '/', '%'])} ${this.#grouped('int')}`;
      case 1:
        return `-(${this.expression('int')})`;
      case 2:
        return `size(${this.expression(this.decide.pick(['string', 'ints', 'texts', 'items']))})`;
      case 3:
        return `int(${this.expression(this.decide.pick(['double', 'string', 'int']))})`;
      case 4:
        return `${this.#grouped('ints')}[${this.#index()}]`;
      default:
        return `${this.decide.pick(['this.metadata', 'this.counts', 'this.any'])}.size()`;
    }
  }

  #double(): string {
    switch (this.decide.below(3)) {
      case 0:
        return `${this.#grouped('double')} ${this.decide.pick(['+', '-', '*', '/'])} ${this.#grouped('double')}`;
      case 1:
        return `-(${this.expression('double')})`;
      default:
        return `double(${this.expression(this.decide.pick(['double', 'string', 'int']))})`;
    }
  }

  #string(): string {
    switch (this.decide.below(3)) {
      case 0:
        return `${this.#grouped('string')} + ${this.#grouped('string')}`;
      case 1:
        return `string(${this.expression(this.decide.pick(['int', 'double', 'string', 'bool']))})`;
      default:
        return `${this.#grouped('texts')}[${this.#index()}]`;
    }
  }

  #list(tag: 'ints' | 'texts'): string {
    const item = tag === 'ints' ? 'int' : 'string';
    switch (this.decide.below(4)) {
      case 0:
        return `[${this.expression(item)}, ${this.expression(item)}]`;
      case 1:
        return `${this.#grouped(tag)} + ${this.#grouped(tag)}`;
      case 2: {
        const [range, local] = this.decide.pick([
          ['ints', 'int'],
          ['texts', 'string'],
          ['items', 'item'],
        ] as const);
        const filter = this.decide.chance(30);
        return `${this.#grouped(range)}.map(${this.#macro(local, item, filter)})`;
      }
      default:
        return `${this.#grouped(tag)}.filter(${this.#macro(item, 'bool')})`;
    }
  }

  #dyn(): string {
    switch (this.decide.below(6)) {
      case 0:
        return `dyn(${this.expression(this.decide.pick(['bool', 'int', 'double', 'string', 'ints', 'item']))})`;
      case 1:
        return `${this.#grouped('dyn')} ${this.decide.pick(['+', '-', '*', '/', '%'])} ${this.#grouped('dyn')}`;
      case 2:
        return `dyn([${this.expression('int')}, ${this.expression('double')}, ${this.expression('string')}][${this.#index()}])`;
      case 3:
        return `dyn({"a": ${this.expression('int')}, "b": ${this.expression('double')}}[${this.expression('string')}])`;
      case 4:
        return `dyn({${this.expression('int')}: ${this.expression('dyn')}, ${this.expression('string')}: 1}[${this.expression('dyn')}])`;
      default:
        return `${this.#grouped('dyn')}[${this.expression('dyn')}]`;
    }
  }

  #index(): string {
    return this.decide.chance(30)
      ? this.expression('int')
      : this.decide.pick(['0', '1', '2', 'size(ints) - 1']);
  }

  #grouped(tag: Tag): string {
    const text = this.expression(tag);
    return /^[\w.]+$/.test(text) ? text : `(${text})`;
  }

  /** The arguments of a macro; names repeat and hide each other on purpose. */
  #macro(local: Tag, body: Tag, filter = false): string {
    const before = this.#locals;
    const name = this.decide.pick(['x', 'y', 'value', 'default', 'cel']);
    this.#locals = [
      ...before.filter((other) => !`${other.name}.`.startsWith(`${name}.`)),
      { name, tag: local },
    ];
    if (local === 'item')
      this.#locals = [
        ...this.#locals,
        { name: `${name}.id`, tag: 'string' },
        { name: `${name}.index`, tag: 'int' },
      ];
    const test = filter ? `${this.expression('bool')}, ` : '';
    const text = `${name}, ${test}${this.expression(body)}`;
    this.#locals = before;
    return text;
  }
}
