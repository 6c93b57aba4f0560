import { DYN, joinTypes, membersOf, type CelType } from './types.js';

/** What a select of a name, or an index by that name, gives on a type. */
export interface FieldLookup {
  readonly type: CelType;
  /** Whether a value of the type may lack the field. */
  readonly optional: boolean;
  /**
   * Whether what stands under the name is sure to be of `type`: no alternative is `dyn`, or an object that lets
   * the name pass undeclared. (An alternative without fields does not matter: reading it is an error.)
   */
  readonly sure: boolean;
}

/** Undefined when no alternative of the type can have a field of that name. */
export function lookupField(type: CelType, name: string): FieldLookup | undefined {
  const found: CelType[] = [];
  let optional = false;
  let sure = true;
  for (const member of membersOf(type)) {
    const field =
      member.kind === 'object' ? member.fields.find((candidate) => candidate.name === name) : undefined;
    if (field !== undefined) found.push(field.type);
    if (member.kind === 'map') found.push(member.values);
    if (member.kind === 'dyn') found.push(DYN);
    optional ||= field === undefined || field.optional;
    sure &&= member.kind === 'object' ? field !== undefined || !member.open : member.kind !== 'dyn';
  }
  return found.length === 0 ? undefined : { type: joinTypes(found), optional, sure };
}

/** The names that a value of the type may be asked for, for messages and for the names of `this`. */
export function fieldNamesOf(type: CelType): readonly string[] {
  const names = membersOf(type).flatMap((member) =>
    member.kind === 'object' ? member.fields.map((field) => field.name) : [],
  );
  return [...new Set(names)];
}
