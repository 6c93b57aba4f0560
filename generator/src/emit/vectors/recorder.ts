import { diagnose, type Diagnostic } from '../../diagnostics/index.js';
import type { JsonValue, NamedSchema, Profile, SchemaId, SpecPosition } from '../../model/index.js';
import type { Fault } from './judge.js';
import { equalityKey } from './json.js';
import type { CoveredRule, ExpectedIssue, ProfileVectors, Vector, VectorKind } from './vector.js';

export interface RuleHead {
  readonly rule: string;
  /** Undefined where the type of a vector decides: `shape`, `request`, `capability` or `operation`. */
  readonly kind: VectorKind | undefined;
  readonly at: SpecPosition;
}

interface Draft {
  readonly head: RuleHead;
  kind: VectorKind;
  alone: boolean;
  readonly valid: Set<string>;
  readonly invalid: Set<string>;
}

/** Takes the vectors of one rule. */
export interface RuleRecorder {
  valid(type: NamedSchema, value: JsonValue): void;
  invalid(type: NamedSchema, value: JsonValue, faults: readonly Fault[], alone: boolean): void;
  validStream(type: NamedSchema, messages: readonly JsonValue[]): void;
  invalidStream(
    type: NamedSchema,
    messages: readonly JsonValue[],
    issues: readonly ExpectedIssue[],
    alone: boolean,
  ): void;
  /** Says why there is no vector, or not every one. */
  miss(reason: string): void;
}

/** The most text of the vectors of one profile, in UTF-16 code units; wide schemas have more rules than that covers. */
const maxText = 4 * 1024 * 1024;

/** How many schemas may be judged or sampled for the vectors of one profile: some seconds. */
const maxWork = 5_000_000;

/** Collects vectors: an input that serves several rules is one vector. */
export class Recorder {
  readonly #vectors = new Map<string, Vector>();
  readonly #rules: Draft[] = [];
  readonly #ids = new Map<string, number>();
  readonly #diagnostics: Diagnostic[] = [];
  #text = 0;
  readonly #left: RuleHead[] = [];
  readonly #kinds: ReadonlyMap<SchemaId, VectorKind>;

  constructor(
    private readonly profile: Profile,
    private readonly work: { readonly done: number },
  ) {
    this.#kinds = kindsOf(profile);
  }

  /** Whether the vectors are as large as they may become: a rule is then left without, and told of with the others. */
  isFull(head: RuleHead): boolean {
    if (this.#text <= maxText && this.work.done <= maxWork) return false;
    this.#left.push(head);
    return true;
  }

  rule(head: RuleHead): RuleRecorder {
    const draft: Draft = {
      head,
      kind: head.kind ?? 'shape',
      alone: true,
      valid: new Set(),
      invalid: new Set(),
    };
    this.#rules.push(draft);
    const add = (
      type: NamedSchema,
      input: JsonValue,
      isStream: boolean,
      issues: readonly ExpectedIssue[],
    ): void => {
      const kind = head.kind === 'order' ? 'order' : (this.#kinds.get(type.id) ?? head.kind ?? 'shape');
      if (draft.valid.size + draft.invalid.size === 0) draft.kind = kind;
      const id = this.#add({ head, kind, type, input, isStream, issues });
      (issues.length === 0 ? draft.valid : draft.invalid).add(id);
    };
    return {
      valid: (type, value) => {
        add(type, value, false, []);
      },
      invalid: (type, value, faults, alone) => {
        draft.alone &&= alone;
        add(type, value, false, issuesOf(faults));
      },
      validStream: (type, messages) => {
        add(type, messages, true, []);
      },
      invalidStream: (type, messages, issues, alone) => {
        draft.alone &&= alone;
        add(type, messages, true, issues);
      },
      miss: (reason) => {
        this.miss(head, reason);
      },
    };
  }

  /** A valid value that serves no rule in particular. */
  example(type: NamedSchema, value: JsonValue): void {
    const head: RuleHead = { rule: type.id, kind: undefined, at: type.at };
    const kind = this.#kinds.get(type.id) ?? 'shape';
    this.#add({ head, kind, type, input: value, isStream: false, issues: [] });
  }

  miss({ rule, at }: Pick<RuleHead, 'rule' | 'at'>, reason: string): void {
    this.#diagnostics.push(
      diagnose('rule-without-vector', at, { message: `The rule \`${rule}\` is not covered: ${reason}.` }),
    );
  }

  result(): ProfileVectors {
    const [first] = this.#left;
    if (first !== undefined) {
      this.miss(
        first,
        `the vectors of the profile have reached their limit, so that it and ${String(this.#left.length - 1)} others have none`,
      );
    }
    return {
      vectors: [...this.#vectors.values()],
      rules: this.#rules.map(({ head, kind, valid, invalid, alone }): CoveredRule => ({
        rule: head.rule,
        kind,
        at: head.at,
        valid: [...valid],
        invalid: [...invalid],
        alone,
      })),
      diagnostics: this.#diagnostics,
    };
  }

  #add(draft: {
    readonly head: RuleHead;
    readonly kind: VectorKind;
    readonly type: NamedSchema;
    readonly input: JsonValue;
    readonly isStream: boolean;
    readonly issues: readonly ExpectedIssue[];
  }): string {
    const { head, kind, type, input, isStream, issues } = draft;
    const key = `${isStream ? 'stream' : 'value'} ${type.name} ${equalityKey(input)}`;
    const known = this.#vectors.get(key);
    if (known !== undefined) return known.id;
    this.#text += key.length;
    const verdict = issues.length === 0 ? 'valid' : 'invalid';
    const stem = `${kind}/${type.name}/${verdict}`;
    const number = (this.#ids.get(stem) ?? 0) + 1;
    this.#ids.set(stem, number);
    const id = `${stem}-${String(number)}`;
    this.#vectors.set(key, {
      id,
      rule: head.rule,
      spec: { file: head.at.file, line: head.at.line },
      kind,
      package: this.profile.id,
      type: type.name,
      input,
      expect: { valid: issues.length === 0, issues },
    });
    return id;
  }
}

/** Two keywords that say the same of the same part are one expectation. */
function issuesOf(faults: readonly Fault[]): readonly ExpectedIssue[] {
  const issues = new Map(faults.map(({ code, path }) => [`${code} ${path}`, { code, path }]));
  return [...issues.values()];
}

/** The types whose vectors have a kind of their own. */
function kindsOf(profile: Profile): ReadonlyMap<SchemaId, VectorKind> {
  const kinds = new Map<SchemaId, VectorKind>();
  for (const { request, response, streamEvent } of profile.operations) {
    for (const id of [request, response, streamEvent]) if (id !== undefined) kinds.set(id, 'operation');
  }
  const { envelope, capabilityType } = profile;
  if (capabilityType !== undefined) kinds.set(capabilityType.schema, 'capability');
  if (envelope !== undefined) {
    kinds.set(envelope.schema, 'request');
    const schema = profile.schemas.get(envelope.schema)?.schema;
    const members = schema?.kind === 'keywords' ? (schema.oneOf?.value ?? []) : [];
    for (const member of members) {
      if (member.kind === 'keywords' && member.ref !== undefined) kinds.set(member.ref.value, 'request');
    }
  }
  return kinds;
}
