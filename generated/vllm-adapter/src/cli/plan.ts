/** A case of a conformance plan, as far as it decides on the result. */
export interface PlanCase {
  readonly id: string;
  readonly operation: string;
  readonly request: { readonly body: unknown; readonly nnrp?: unknown };
  readonly expect: { readonly events: readonly ExpectedEvent[]; readonly terminal: string };
}

export interface ExpectedEvent {
  readonly type: string;
  readonly optional?: boolean;
  readonly min_count?: number;
  readonly fields?: object;
}

export interface Plan {
  readonly profile: string;
  readonly schema_version: string;
  readonly adapter: string;
  readonly cases: readonly PlanCase[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads a plan; says what is wrong with a value that is none. */
export function readPlan(value: unknown): Plan | string {
  if (!isFields(value)) return 'the plan is not an object';
  for (const name of ['profile', 'schema_version', 'adapter']) {
    if (typeof value[name] !== 'string') return `the plan has no ${name}`;
  }
  const { cases } = value;
  if (!Array.isArray(cases)) return 'the plan has no cases';
  for (const [index, item] of cases.entries()) {
    const fault = caseFault(item);
    if (fault !== undefined) return `cases.${String(index)} ${fault}`;
  }
  return value as unknown as Plan;
}

function caseFault(item: unknown): string | undefined {
  if (!isFields(item)) return 'is not an object';
  if (typeof item['id'] !== 'string') return 'has no id';
  if (typeof item['operation'] !== 'string') return 'has no operation';
  if (!isFields(item['request'])) return 'has no request';
  const expect = item['expect'];
  if (!isFields(expect) || typeof expect['terminal'] !== 'string') return 'expects no terminal outcome';
  const { events } = expect;
  const areEvents =
    Array.isArray(events) && events.every((event) => isFields(event) && typeof event['type'] === 'string');
  return areEvents ? undefined : 'expects no events';
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
