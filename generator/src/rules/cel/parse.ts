import { parse } from '@bufbuild/cel';
import type { CelMapEntry, CelNode } from './node.js';
import { binaryOperatorOf, macroBody, type ParserCase, type ParserExpr } from './parser-forms.js';
import type { Report } from './report.js';

/** Rules stand in table cells: beyond this length or nesting a source is an attack on the parser, not a rule. */
const MAX_SOURCE_LENGTH = 4096;
const MAX_DEPTH = 100;

const MIN_INT = -(2n ** 63n);
const MAX_INT = 2n ** 63n - 1n;

/** Parses CEL; undefined when a problem was reported. */
export function parseCel(source: string, report: Report): CelNode | undefined {
  if (source.length > MAX_SOURCE_LENGTH) {
    report('rule-syntax', 0, {
      message: 'The expression is longer than profilegen reads.',
      expected: `at most ${String(MAX_SOURCE_LENGTH)} characters`,
      found: `${String(source.length)} characters`,
    });
    return undefined;
  }
  const problems: Parameters<Report>[] = [];
  const node = new ParserTreeReader(source, (...problem) => problems.push(problem)).read();
  for (const problem of problems) report(...problem);
  return problems.length === 0 ? node : undefined;
}

class ParserTreeReader {
  #positions: Readonly<Record<string, number>> = {};
  /** What the author wrote, by the id of what a macro became. */
  #macroCalls: Readonly<Record<string, ParserExpr>> = {};

  constructor(
    private readonly source: string,
    private readonly report: Report,
  ) {}

  read(): CelNode | undefined {
    try {
      const parsed = parse(this.source);
      this.#positions = parsed.sourceInfo?.positions ?? {};
      this.#macroCalls = parsed.sourceInfo?.macroCalls ?? {};
      return this.#node(parsed.expr, 0);
    } catch (error) {
      this.#syntaxError(error);
      return undefined;
    }
  }

  #syntaxError(error: unknown): void {
    const { location } = error as { location?: { start: { offset: number } } };
    const reason = error instanceof RangeError ? 'nested too deeply' : (error as Error).message;
    const offset = location?.start.offset ?? 0;
    this.report('rule-syntax', offset, {
      message: `The expression is not CEL: ${reason.replace(/^<input>:\d+:\d+: /, '')}.`,
      expected: 'a CEL expression',
      found: this.source.slice(offset, offset + 20) || 'the end of the expression',
    });
  }

  /** The parser takes the white space before an operator for a part of it. */
  #offset(expr: ParserExpr): number {
    const offset = this.#positions[expr.id.toString()] ?? 0;
    const blank = /^\s*/.exec(this.source.slice(offset))?.[0] ?? '';
    return offset + blank.length;
  }

  /** The parser gives the place of the dot; a reader looks at the name after it. */
  #nameOffset(expr: ParserExpr): number {
    const offset = this.#offset(expr);
    if (this.source[offset] !== '.') return offset;
    const blank = /^\.\s*/.exec(this.source.slice(offset));
    return offset + (blank?.[0].length ?? 1);
  }

  #unsupported(expr: ParserExpr, what: string, expected: string): CelNode {
    this.report('rule-unsupported', this.#offset(expr), {
      message: `A rule cannot use ${what}.`,
      expected,
      found: what,
    });
    return { kind: 'literal', offset: this.#offset(expr), value: null };
  }

  #node(expr: ParserExpr | undefined, depth: number): CelNode {
    if (expr === undefined) throw new Error('unfinished expression');
    if (depth > MAX_DEPTH) {
      return this.#unsupported(expr, 'deeper nesting', `at most ${String(MAX_DEPTH)} levels of nesting`);
    }
    const { exprKind } = expr;
    switch (exprKind.case) {
      case 'constExpr':
        return this.#constant(expr, exprKind.value);
      case 'identExpr':
        return { kind: 'name', offset: this.#offset(expr), name: exprKind.value.name };
      case 'selectExpr':
        return this.#select(expr, exprKind.value, depth);
      case 'listExpr': {
        const items = exprKind.value.elements.map((item) => this.#node(item, depth + 1));
        return { kind: 'list', offset: this.#offset(expr), items };
      }
      case 'structExpr':
        return this.#struct(expr, exprKind.value, depth);
      case 'callExpr':
        return this.#call(expr, exprKind.value, depth);
      case 'comprehensionExpr':
        return this.#macro(expr, exprKind.value, depth);
      case undefined:
        throw new Error('unfinished expression');
    }
  }

  #constant(expr: ParserExpr, constant: ParserCase<'constExpr'>): CelNode {
    const { constantKind } = constant;
    const offset = this.#offset(expr);
    if (constantKind.case === 'int64Value') {
      return { kind: 'literal', offset, value: this.#int64(offset, constantKind.value) };
    }
    if (constantKind.case === 'nullValue') return { kind: 'literal', offset, value: null };
    if (constantKind.case === 'uint64Value') {
      return this.#unsupported(expr, 'an unsigned literal', 'an int literal such as 1');
    }
    if (constantKind.case === 'bytesValue') {
      return this.#unsupported(expr, 'a bytes literal', 'a string literal');
    }
    if (
      constantKind.case === 'boolValue' ||
      constantKind.case === 'doubleValue' ||
      constantKind.case === 'stringValue'
    ) {
      return { kind: 'literal', offset, value: constantKind.value };
    }
    throw new Error('unfinished literal');
  }

  #int64(offset: number, value: bigint): bigint {
    if (value >= MIN_INT && value <= MAX_INT) return value;
    this.report('rule-syntax', offset, {
      message: 'The int literal does not fit in 64 bits.',
      expected: `an int from ${String(MIN_INT)} to ${String(MAX_INT)}`,
      found: String(value),
    });
    return 0n;
  }

  #select(expr: ParserExpr, select: ParserCase<'selectExpr'>, depth: number): CelNode {
    const operand = this.#node(select.operand, depth + 1);
    const { field, testOnly } = select;
    const named = testOnly ? (this.#macroCall(expr).args[0] ?? expr) : expr;
    return { kind: testOnly ? 'has' : 'select', offset: this.#nameOffset(named), operand, field };
  }

  #macroCall(expr: ParserExpr): ParserCase<'callExpr'> {
    const written = this.#macroCalls[expr.id.toString()];
    if (written?.exprKind.case !== 'callExpr') throw new Error('unfinished macro');
    return written.exprKind.value;
  }

  #struct(expr: ParserExpr, struct: ParserCase<'structExpr'>, depth: number): CelNode {
    if (struct.messageName !== '') return this.#unsupported(expr, 'a message', 'a map such as {"a": 1}');
    const entries = struct.entries.map((entry): CelMapEntry => {
      if (entry.keyKind.case !== 'mapKey') throw new Error('unfinished map');
      return { key: this.#node(entry.keyKind.value, depth + 1), value: this.#node(entry.value, depth + 1) };
    });
    return { kind: 'map', offset: this.#offset(expr), entries };
  }

  #call(expr: ParserExpr, call: ParserCase<'callExpr'>, depth: number): CelNode {
    const offset = this.#offset(expr);
    const [first, second, third] = call.args;
    const operand = (argument: ParserExpr | undefined): CelNode => this.#node(argument, depth + 1);
    const operator = binaryOperatorOf(call.function);
    if (operator !== undefined) {
      return { kind: 'binary', offset, operator, left: operand(first), right: operand(second) };
    }
    switch (call.function) {
      case '_&&_':
      case '_||_':
        return this.#chain(expr, call.function, depth);
      case '!_':
      case '-_':
        return { kind: call.function === '!_' ? 'not' : 'negate', offset, operand: operand(first) };
      case '_[_]':
        return { kind: 'index', offset, operand: operand(first), index: operand(second) };
      case '_?_:_': {
        const [test, whenTrue, whenFalse] = [operand(first), operand(second), operand(third)];
        return { kind: 'conditional', offset, test, whenTrue, whenFalse };
      }
      default: {
        const args = call.args.map(operand);
        const target = call.target === undefined ? {} : { target: operand(call.target) };
        return { kind: 'call', offset: this.#nameOffset(expr), name: call.function, ...target, args };
      }
    }
  }

  /** The parser balances a chain into a tree; its terms from left to right are the operands again. */
  #chain(expr: ParserExpr, operator: '_&&_' | '_||_', depth: number): CelNode {
    const terms: ParserExpr[] = [];
    const collect = (term: ParserExpr): void => {
      const { exprKind } = term;
      if (exprKind.case === 'callExpr' && exprKind.value.function === operator)
        exprKind.value.args.forEach(collect);
      else terms.push(term);
    };
    collect(expr);
    const operands = terms.map((term) => this.#node(term, depth + 1));
    return { kind: operator === '_&&_' ? 'and' : 'or', offset: this.#offset(expr), operands };
  }

  #macro(expr: ParserExpr, fold: ParserCase<'comprehensionExpr'>, depth: number): CelNode {
    const body = macroBody(this.#macroCall(expr).function, fold);
    const part = (of: ParserExpr | undefined): CelNode => this.#node(of, depth + 1);
    const base = {
      kind: 'macro' as const,
      offset: this.#nameOffset(expr),
      variable: fold.iterVar,
      range: part(fold.iterRange),
    };
    if (body.macro !== 'map') return { ...base, macro: body.macro, test: part(body.test) };
    const step = part(body.step);
    return { ...base, macro: 'map', ...('test' in body && { test: part(body.test) }), step };
  }
}
