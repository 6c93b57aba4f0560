import type { JsonType, KeywordSchema } from '../../../model/index.js';
import { all, any, compare, test, type Condition } from '../code/condition.js';
import type { ModuleContext } from '../module/module-context.js';
import type { Kind } from '../schema/schema-facts.js';

/**
 * The test of one type. `narrowing`: TypeScript must know afterwards that the value is a number, because
 * more tests of it follow.
 */
export function typeTest(ctx: ModuleContext, type: JsonType, subject: string, narrowing = false): Condition {
  switch (type) {
    case 'null':
      return compare(subject, '===', 'null');
    case 'boolean':
    case 'string':
      return compare(`typeof ${subject}`, '===', `'${type}'`);
    case 'integer':
    case 'number': {
      // JSON has no NaN and no infinity; a parser makes one of 1e999.
      const range = type === 'integer' ? 'isInteger' : 'isFinite';
      const inRange = test(`Number.${range}(${subject})`);
      return narrowing ? all(compare(`typeof ${subject}`, '===', `'number'`), inRange) : inRange;
    }
    case 'array':
      return test(`${ctx.runtime('isArray')}(${subject})`);
    case 'object':
      return test(`${ctx.runtime('isObject')}(${subject})`);
  }
}

/** Whether a value is of the kind, for keywords that say nothing of other kinds. */
export function kindTest(ctx: ModuleContext, kind: Kind, subject: string): Condition {
  return kind === 'number' ? compare(`typeof ${subject}`, '===', `'number'`) : typeTest(ctx, kind, subject);
}

export function anyTypeTest(ctx: ModuleContext, types: readonly JsonType[], subject: string): Condition {
  return any(...withoutImplied(types).map((type) => typeTest(ctx, type, subject)));
}

/** Each type once, and no `integer` beside `number`. */
export function withoutImplied(types: readonly JsonType[]): readonly JsonType[] {
  return [...new Set(types)].filter((type) => type !== 'integer' || !types.includes('number'));
}

/** `schema.type`, each once. */
export function typesOf(schema: KeywordSchema): readonly JsonType[] | undefined {
  return schema.type === undefined ? undefined : withoutImplied(schema.type.value);
}
