export { letterOf, type Decision } from './alphabet.js';
export type { Automaton, AutomatonRule, AutomatonState, Conflict, SymbolSets, Trace } from './automaton.js';
export { checkTrace, type Breach } from './check.js';
export { compileScope, type CompiledScope, type CompileOptions } from './compile.js';
export {
  formatConstraint,
  type NamedConstraint,
  type NamedKind,
  type ParsedConstraint,
  type PathReference,
  type Reference,
  type TemplateConstraint,
} from './constraint.js';
export type { Dfa, DfaState } from './dfa.js';
export { includes, type Inclusion } from './inclusion.js';
export { linkConstraint, resolvePath, type DeclaredSymbol, type ResolvedPath } from './link.js';
export { maxCount, parseConstraint, type ParseResult } from './parse.js';
export { mutuallyExclusive, unsatisfiable, type ScopeRule } from './scope.js';
export { templateNames, templates, type Template, type TemplateName } from './templates.js';
export {
  accessTrace,
  breakingTrace,
  coveringTraces,
  shortestAccepted,
  shortestRejected,
  shortestTraceThrough,
  type BreakingTrace,
  type Transition,
} from './traces.js';
