import { describe, expect, it } from 'vitest';
import * as text from '../../generator/src/emit/text/index.js';
import {
  celInt,
  checkCel,
  compileCel,
  compileCelExpression,
  type CelField,
  type CelType,
  type CompiledCel,
} from '../../generator/src/rules/cel/index.js';
import { BOOL, DOUBLE, NULL, optional, required, STRING } from './cel/types.js';

const TOKENS = celInt(0);

function object(...fields: readonly CelField[]): CelType {
  return { kind: 'object', open: true, fields };
}

function nullable(type: CelType): CelType {
  return { kind: 'union', members: [type, NULL] };
}

const USAGE = object(required('prompt', TOKENS), required('completion', TOKENS), required('total', TOKENS));
const CHOICE = object(
  required('index', TOKENS),
  optional('role', { kind: 'string', values: ['system', 'user'] }),
);

const REQUEST = object(
  required('model', STRING),
  required('usage', USAGE),
  optional('stream', BOOL),
  optional('stream_options', object(optional('include_usage', BOOL))),
  optional('temperature', DOUBLE),
  optional('limit', nullable(celInt(0, 100))),
  required('choices', { kind: 'list', items: CHOICE }),
  optional('metadata', { kind: 'map', keys: STRING, values: STRING }),
  required('n', celInt()),
  required('odd-name', STRING),
  required('closed', { kind: 'object', open: false, fields: [required('a', celInt())] }),
  optional('constructor', STRING),
);

const at = { file: 'nscale/profile.md', line: 12, column: 30 };

function environment(validated = true): Parameters<typeof compileCel>[2] {
  return { variables: [{ name: 'this', identifier: 'value', type: REQUEST, validated }], text };
}

function compiled(source: string, validated = true): CompiledCel {
  const { expression, diagnostics } = compileCel(source, at, environment(validated));
  expect(diagnostics).toEqual([]);
  if (expression === undefined) throw new Error('no expression');
  return expression;
}

/** What is reported, as `column code: message`. */
function problems(source: string): readonly string[] {
  const { expression, diagnostics } = compileCel(source, at, environment());
  expect(expression).toBeUndefined();
  expect(diagnostics.every(({ span }) => span.file === at.file && span.line === at.line)).toBe(true);
  return diagnostics.map(
    ({ span, code, message }) => `${String(span.column - at.column)} ${code}: ${message}`,
  );
}

describe('a rule on a validated value', () => {
  it.each([
    [
      'this.usage.total == this.usage.prompt + this.usage.completion',
      'value.usage.total === value.usage.prompt + value.usage.completion',
    ],
    ['usage.total <= 4096 && model != ""', "value.usage.total <= 4096 && value.model !== ''"],
    [
      '!has(this.stream_options) || this.stream',
      'value.stream_options === undefined || cel.present(value.stream)',
    ],
    [
      'has(this.stream) && this.stream || !has(this.stream_options)',
      '(value.stream !== undefined && value.stream) || value.stream_options === undefined',
    ],
    [
      '!has(this.temperature) || this.temperature >= 0.0 && this.temperature <= 2',
      'value.temperature === undefined || (value.temperature >= 0 && value.temperature <= 2)',
    ],
    [
      '!has(this.limit) || limit == null || limit < 50',
      'value.limit === undefined || value.limit === null || value.limit < 50',
    ],
    [
      '!has(this.metadata) || size(this.metadata) <= 16 && this.metadata.all(k, size(k) <= 64)',
      'value.metadata === undefined || (cel.size(value.metadata) <= 16 && cel.keys(value.metadata).every((k) => cel.size(k) <= 64))',
    ],
    ['choices.all(c, c.index < size(choices))', 'value.choices.every((c) => c.index < value.choices.length)'],
    [
      'choices.exists_one(c, has(c.role) && c.role == "user")',
      "value.choices.filter((c) => c.role !== undefined && c.role === 'user').length === 1",
    ],
    ['choices.map(c, c.index) == [0, 1]', 'cel.equals(value.choices.map((c) => c.index), [0, 1])'],
    [
      'model in ["a", "b"] || model.startsWith("gpt-")',
      "['a', 'b'].includes(value.model) || value.model.startsWith('gpt-')",
    ],
    ['model.matches("^[a-z0-9-]+$")', '/^[a-z0-9\\-]+$/u.test(value.model)'],
    [
      'n % 2 == 0 ? model != "a" : n / 3 > 1',
      "value.n % 2 === 0 ? value.model !== 'a' : Math.trunc(value.n / 3) > 1",
    ],
    ['this["odd-name"] == "x"', "value['odd-name'] === 'x'"],
    ['"extra" in this', "cel.has(value, 'extra')"],
    ['-n < -1', '-value.n < -1'],
    ['(n > 1) == (n > 2)', '(value.n > 1) === (value.n > 2)'],
    ['model + "!" < "b"', "cel.compare(value.model + '!', 'b') < 0"],
  ])('%s', (source, expected) => {
    expect(compiled(source).text).toBe(expected);
  });

  it('leaves to the runtime what JavaScript computes differently', () => {
    expect(compiled('n * n == 4').text).toBe('cel.equals(cel.multiply(value.n, value.n), 4)');
    expect(compiled('n + 1 == n + 2').text).toBe('cel.equals(cel.add(value.n, 1), cel.add(value.n, 2))');
    expect(compiled('1 / n == 1').text).toBe('cel.equals(cel.divide(1, value.n), 1)');
    expect(compiled('n == 9007199254740993').text).toBe('cel.equals(value.n, 9007199254740993n)');
  });

  it('absorbs the error of one side where the other decides', () => {
    const source = 'temperature > 1.0 && stream';
    expect(compiled(source).text).toBe(
      'cel.and(() => cel.present(value.temperature) > 1, () => cel.present(value.stream))',
    );
  });

  it('reads names that every object inherits through the runtime', () => {
    const source = 'has(this.constructor) && this.constructor == "x"';
    expect(compiled(source).text).toBe(
      "cel.has(value, 'constructor') && cel.read(value, 'constructor') === 'x'",
    );
  });

  it('tells the least type that the value must have', () => {
    expect(
      compiled('usage.total > 0 && (!has(this.stream_options) || choices.all(c, c.index >= 0))').parameters,
    ).toEqual([
      {
        name: 'this',
        identifier: 'value',
        type: '{ readonly usage: { readonly total: number }; readonly stream_options?: unknown; readonly choices: readonly { readonly index: number }[] }',
      },
    ]);
  });

  it('tells whether it can throw and whether it needs the runtime', () => {
    expect(compiled('usage.total > 0')).toMatchObject({ mayThrow: false, runtimeNames: [] });
    expect(compiled('stream')).toMatchObject({ mayThrow: true, runtimeNames: ['cel'] });
    expect(compiled('usage.total > 0', false)).toMatchObject({ mayThrow: true, runtimeNames: ['cel'] });
  });

  it('tells what it reads and compares', () => {
    const rule = compiled(
      'choices.all(c, !has(c.role) || c.role == "user") && size(model) <= 64 && this["odd-name"] != ""',
    );
    expect(rule.fields).toEqual(['this.choices', 'this.choices[].role', 'this.model', 'this["odd-name"]']);
    expect(rule.literals.map(({ value, field }) => [value, field])).toEqual([
      ['user', 'this.choices[].role'],
      [64n, 'this.model'],
      ['', 'this["odd-name"]'],
    ]);
  });
});

describe('a rule on a value that was not validated', () => {
  it.each([
    ['usage.total > 3', "cel.compare(cel.read(value, 'usage', 'total'), 3) > 0"],
    ['model == "[DONE]"', "cel.read(value, 'model') === '[DONE]'"],
    [
      '!has(this.stream) || this.stream',
      "!cel.has(value, 'stream') || cel.asBool(cel.read(value, 'stream'))",
    ],
    [
      'choices.exists(c, has(c.role))',
      "cel.items(cel.read(value, 'choices')).some((c) => cel.has(c, 'role'))",
    ],
    [
      'temperature + 0.5 > 1.0',
      "cel.compare(cel.add(cel.double(cel.read(value, 'temperature')), 0.5), 1) > 0",
    ],
  ])('%s', (source, expected) => {
    expect(compiled(source, false).text).toBe(expected);
  });

  it('takes a value of several types', () => {
    const type: CelType = { kind: 'union', members: [REQUEST, STRING] };
    const variables = [{ name: 'this', identifier: 'message', type, validated: false }];
    const { expression } = compileCel('this == "[DONE]"', at, { variables, text });
    expect(expression?.text).toBe("message === '[DONE]'");
    expect(compileCel('size(choices) == 0', at, { variables, text }).expression?.text).toBe(
      "cel.size(cel.read(message, 'choices')) === 0",
    );
  });
});

describe('a value to store', () => {
  const variables = [{ name: 'request', identifier: 'request', type: REQUEST, validated: true }];
  const value = (source: string): string | undefined =>
    compileCelExpression(source, at, { variables, text }).expression?.text;

  it.each([
    ['request.model', 'request.model'],
    ['has(request.stream) ? "on" : "off"', "request.stream !== undefined ? 'on' : 'off'"],
    [
      '{"enable_thinking": false, "__proto__": 1}',
      "cel.toJson({ enable_thinking: false, ['__proto__']: 1 })",
    ],
    ['request.n * 2', 'cel.toJson(cel.multiply(request.n, 2))'],
    ['1.5', '1.5'],
  ])('%s', (source, expected) => {
    expect(value(source)).toBe(expected);
  });

  it('does not see the fields of a variable other than this', () => {
    const { diagnostics } = compileCelExpression('model', at, { variables, text });
    expect(diagnostics.map(({ code }) => code)).toEqual(['rule-unknown-field']);
  });
});

describe('problems', () => {
  it.each([
    [
      'usage.totl == 1',
      [
        '6 rule-unknown-field: There is no field "totl" in this.usage (for an undeclared key write "totl" in this.usage).',
      ],
    ],
    ['has( this . closed . b )', ['21 rule-unknown-field: There is no field "b" in this.closed.']],
    ['"b" in this.closed', ['0 rule-unknown-field: There is no field "b" in this.closed.']],
    ['nothing > 1', ['0 rule-unknown-field: There is no variable or field "nothing".']],
    ['n + 1.0 == 2', ['2 rule-type: The operation int + double has no overload.']],
    [
      'choices[0].role == "usr"',
      ['16 rule-constant: The operation ("system" | "user") == "usr" is never true.'],
    ],
    ['n && model', ['0 rule-type: A condition cannot be int.', '5 rule-type: A condition cannot be string.']],
    ['model', ['0 rule-type: A condition cannot be string.']],
    ['size(n) == 1', ['0 rule-type: There is no size(int).']],
    ['model.startsWith(1)', ['6 rule-type: There is no string.startsWith(int).']],
    ['n.all(x, true)', ['0 rule-type: The macro all cannot go over a value of type int.']],
    ['model.foo', ['6 rule-type: A value of type string has no fields.']],
    ['choices["a"]', ['7 rule-type: A value of type list(object) cannot be indexed by string.']],
    ['now() > 1', ['0 rule-unsupported: A rule cannot call now in this form.']],
    ['model.size(1).bar()', ['14 rule-unsupported: A rule cannot call bar in this form.']],
    [
      '1u == 1u',
      [
        '0 rule-unsupported: A rule cannot use an unsigned literal.',
        '6 rule-unsupported: A rule cannot use an unsigned literal.',
      ],
    ],
    [
      'b"x" == b"x"',
      [
        '0 rule-unsupported: A rule cannot use a bytes literal.',
        '8 rule-unsupported: A rule cannot use a bytes literal.',
      ],
    ],
    ['Foo{a: 1}', ['0 rule-unsupported: A rule cannot use a message.']],
    ['has(n)', ['0 rule-unsupported: has() takes a field: has(this.field).']],
    ['model.matches(model)', ['14 rule-unsupported: The pattern of matches() must be a string literal.']],
    [
      'model.matches("(?i)a")',
      ['14 rule-unsupported: Groups with a name, flag or look-around are not supported.'],
    ],
    [
      'model.matches("a*a*b")',
      ['14 rule-unsupported: The pattern is not known to take linear time on every text.'],
    ],
    ['n == 9223372036854775808', ['5 rule-syntax: The int literal does not fit in 64 bits.']],
  ])('%s', (source, expected) => {
    expect(problems(source)).toEqual(expected);
  });

  it.each([
    'n ==',
    '(n',
    '',
    'n = 1',
    '"\\ud800" == model',
    'n == 1 /* x */',
    '('.repeat(4000),
    '!'.repeat(5000),
  ])('is no CEL: %.20s', (source) => {
    const { expression, diagnostics } = compileCel(source, at, environment());
    expect(expression).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(['rule-syntax']);
  });

  it('refuses nesting that no rule needs', () => {
    const source = `${'size(['.repeat(120)}1${'])'.repeat(120)} == 1`;
    expect(problems(source)).toEqual([
      expect.stringMatching(/rule-unsupported: A rule cannot use deeper nesting/),
    ]);
  });

  it('reports every problem of a rule, with what was expected', () => {
    const { diagnostics } = compileCel('foo == 1 && now() || n == "x"', at, environment());
    expect(diagnostics.map(({ span, code }) => [span.column - at.column, code])).toEqual([
      [0, 'rule-unknown-field'],
      [12, 'rule-unsupported'],
      [23, 'rule-constant'],
    ]);
    expect(diagnostics[2]).toMatchObject({
      expected: 'two types that have a value in common',
      found: 'int == string',
    });
    expect(diagnostics[1]?.expected).toContain('startsWith');
  });

  it('stand where the caller says that an offset stands', () => {
    const source = 'n == 1 || n == 2 || foo';
    const cell = source.replaceAll('|', '\\|');
    const spanOf = (offset: number): typeof at => {
      const pipes = source.slice(0, offset).split('|').length - 1;
      return { ...at, column: at.column + offset + pipes };
    };
    const { diagnostics } = compileCel(source, spanOf, environment());
    expect(diagnostics.map(({ span }) => span)).toEqual([{ ...at, column: at.column + cell.indexOf('foo') }]);
  });

  it('can be found without printing', () => {
    const variables = [{ name: 'this', type: REQUEST, validated: true }];
    expect(checkCel('usage.total > 1', at, variables)).toMatchObject({
      references: { fields: ['this.usage.total'] },
      diagnostics: [],
    });
    expect(checkCel('usage.total', at, variables).diagnostics).toHaveLength(1);
    expect(checkCel('usage.total', at, variables, 'value').diagnostics).toEqual([]);
  });
});

describe('text of a source', () => {
  it('cannot become code', () => {
    const hostile = '\'); process.exit(1); ("\\n${x}`\u2028*/';
    const type = object(required(hostile, STRING));
    const key = JSON.stringify(hostile).replace('\u2028', '\\u2028');
    const variables = [{ name: 'this', identifier: 'value', type, validated: true }];
    const { expression } = compileCel(`this[${key}] == ${key}`, at, { variables, text });
    const literal = text.stringLiteral(hostile);
    expect(expression?.text).toBe(`value[${literal}] === ${literal}`);
  });

  it.each(['class', 'await', 'value', 'cel', 'String', 'undefined'])(
    'does not hide a name that the code needs: %s',
    (name) => {
      const { text: printed } = compiled(`choices.exists(${name}, ${name}.index == n && string(n) == model)`);
      expect(printed).toBe(
        `value.choices.some((${name}2) => ${name}2.index === value.n && String(value.n) === value.model)`,
      );
    },
  );
});
