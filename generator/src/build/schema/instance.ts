import type { JsonValue, Located, Schema, SchemaId, SchemaSet } from '../../model/index.js';
import { faultsOfBranches } from './instance-branches.js';
import { fault, mergeFaults, type InstanceFault, type InstanceJudge } from './instance-fault.js';
import { faultsOfArray, faultsOfObject } from './instance-parts.js';
import { faultsOfScalar } from './instance-scalar.js';
import { maxDepth } from './json-value.js';

export type { InstanceFault } from './instance-fault.js';

/** How many schemas may be entered one inside the other: bounds the stack for any schema and value. */
const maxNesting = 600;

/**
 * Checks a value against a schema by interpreting the model: for the examples of a specification, whose schemas are
 * untrusted and must not become code in the generator. Emitted validators judge in the same way.
 *
 * @param schema the id of a schema of the set, or a schema whose references are ids of the set
 * @returns what the value breaks, each with the JSON pointer of the part that breaks it and the position of the
 *   keyword; a value nested deeper than 200 levels is one fault
 */
export function checkInstance(
  schemas: SchemaSet,
  schema: SchemaId | Schema,
  value: JsonValue,
): readonly InstanceFault[] {
  const start = typeof schema === 'string' ? schemas.get(schema)?.schema : schema;
  if (start === undefined) throw new RangeError(`The set has no schema ${JSON.stringify(schema)}.`);
  const part = { pointer: '', value };
  if (isDeeperThan(value, maxDepth)) {
    return [fault(part, `nested deeper than ${String(maxDepth)} levels`, start.at)];
  }
  return createJudge(schemas)(start, part);
}

function createJudge(schemas: SchemaSet): InstanceJudge {
  // A reference judges a part once however many paths lead to it: without that, time could be exponential.
  const judged = new Map<string, readonly InstanceFault[]>();
  let nesting = 0;
  const judge: InstanceJudge = (schema, part) => {
    if (schema.kind === 'boolean') {
      return schema.value ? [] : [fault(part, 'expected nothing here', schema.at)];
    }
    if (schema.nullable && part.value === null) return [];
    if (nesting >= maxNesting)
      return [fault(part, 'its schema is nested too deeply to be checked', schema.at)];
    nesting += 1;
    const faults = mergeFaults([
      schema.ref ? judgeReference(schema.ref, part) : [],
      faultsOfScalar(schema, part),
      faultsOfArray(schema, part, judge),
      faultsOfObject(schema, part, judge),
      faultsOfBranches(schema, part, judge),
    ]);
    nesting -= 1;
    return faults;
  };
  const judgeReference = ({ value: id }: Located<SchemaId>, part: Parameters<InstanceJudge>[1]) => {
    const key = JSON.stringify([id, part.pointer, part.isName === true]);
    const known = judged.get(key);
    if (known) return known;
    const target = schemas.get(id);
    const faults = target ? judge(target.schema, part) : [];
    judged.set(key, faults);
    return faults;
  };
  return judge;
}

function isDeeperThan(value: JsonValue, limit: number): boolean {
  let level: JsonValue[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}
