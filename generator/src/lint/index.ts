import { sortDiagnostics, type Diagnostic } from '../diagnostics/index.js';
import type { Profile } from '../model/index.js';
import { namingSmells } from './naming.js';
import { undescribed } from './undescribed.js';
import { untyped } from './untyped.js';
import { unusedTypes } from './unused-types.js';

/** One rule: what it finds in a profile that compiles and could still be better. */
type LintRule = (profile: Profile) => readonly Diagnostic[];

const rules: readonly LintRule[] = [undescribed, untyped, unusedTypes, namingSmells];

/** The smells of specifications that compile, in document order; each finding is a warning. */
export function lint(profiles: readonly Profile[]): readonly Diagnostic[] {
  return sortDiagnostics(profiles.flatMap((profile) => rules.flatMap((rule) => rule(profile))));
}
