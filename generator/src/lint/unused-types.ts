import { diagnose, type Diagnostic } from '../diagnostics/index.js';
import type { Profile } from '../model/index.js';

/** What the documents declare and nothing refers to: no message, operation, event, rule or other type. */
export function unusedTypes(profile: Profile): readonly Diagnostic[] {
  return profile.unused.map(({ name, at }) =>
    diagnose('lint-unused-type', at, { message: `"${name}" is declared and never used.` }),
  );
}
