import { check, checkCondition } from './check.js';
import { unknownValue } from './check-access.js';
import { NO_BRANCHES, NO_FACTS, type Facts } from './facts.js';
import type { CelMacro } from './node.js';
import { elementPath } from './path.js';
import { withBinding, withFacts, type Scope } from './scope.js';
import { bodyParts, type Binding, type Typed, type TypedMacro } from './typed.js';
import {
  BOOL,
  describeType,
  DYN,
  joinTypes,
  kindsOf,
  membersOf,
  STRING,
  withoutNull,
  type CelKind,
  type CelType,
} from './types.js';

/** `range.all(x, test)` and its kin: over the items of a list, or the keys of a map. */
export function checkMacro(node: CelMacro, scope: Scope): Typed {
  const range = check(node.range, scope);
  const element = elementOf(range.type);
  if (element === undefined) {
    const found = describeType(range.type);
    const message = `The macro ${node.macro} cannot go over a value of type ${found}.`;
    scope.report('rule-type', range.offset, { message, expected: 'a list or map', found });
  }
  const binding = macroBinding(node.variable, element ?? DYN, range, scope);
  const inner = withBinding(scope, binding);
  const test = node.test === undefined ? undefined : check(node.test, inner);
  const certain = test === undefined || checkCondition(test, inner);
  const base = { kind: 'macro' as const, binding, range };
  const macro: TypedMacro =
    node.macro === 'map'
      ? {
          ...base,
          macro: 'map',
          ...(test && { test }),
          step: check(node.step, withFacts(inner, factsAfter(test))),
        }
      : { ...base, macro: node.macro, test: test ?? unknownValue(node.offset) };
  const iterable = [...kindsOf(range.known)].every((kind) => kind === 'list' || kind === 'map');
  const fallible = !iterable || !certain || [range, ...bodyParts(macro)].some((part) => part.fallible);
  return { ...macro, offset: node.offset, ...resultOf(macro), fallible, branches: NO_BRANCHES };
}

function factsAfter(test: Typed | undefined): Facts {
  return test === undefined ? NO_FACTS : test.branches.whenTrue;
}

function macroBinding(name: string, type: CelType, range: Typed, scope: Scope): Binding {
  const over = (kind: CelKind): boolean =>
    [...kindsOf(withoutNull(range.type))].every((other) => other === kind);
  return {
    name,
    type,
    known: elementOf(range.known) ?? DYN,
    ...(range.path !== undefined && over('list') && { path: elementPath(range.path) }),
    key: `${name}#${String(scope.nextMacro())}`,
    ...(range.key !== undefined && over('map') && { keysOf: range.key }),
  };
}

/** Undefined when no alternative of the type can be gone over. */
function elementOf(type: CelType): CelType | undefined {
  const found = membersOf(type).flatMap((member): CelType[] => {
    if (member.kind === 'list') return [member.items];
    if (member.kind === 'map') return [member.keys];
    if (member.kind === 'object') return [STRING];
    return member.kind === 'dyn' ? [DYN] : [];
  });
  return found.length === 0 ? undefined : joinTypes(found);
}

function resultOf(macro: TypedMacro): Pick<Typed, 'type' | 'known'> {
  if (macro.macro !== 'filter' && macro.macro !== 'map') return { type: BOOL, known: BOOL };
  const { type, known } = macro.macro === 'map' ? macro.step : macro.binding;
  return { type: { kind: 'list', items: type }, known: { kind: 'list', items: known } };
}
