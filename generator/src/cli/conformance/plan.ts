import {
  hasErrors,
  printable,
  renderDiagnostics,
  toPrintable,
  type Diagnostic,
} from '../../diagnostics/index.js';
import type { ExecutionPlan, PlanArtifacts } from '../../emit/conformance/index.js';
import { valueOf, type DataNode } from '../../load/index.js';
import type { JsonValue, Profile } from '../../model/index.js';
import { UsageError, type Context } from '../context.js';
import { exitCodeOf, exitCodes, type ExitCode } from '../exit-codes.js';
import { startProgress } from '../progress.js';
import { jsonText, terminalText } from '../terminal-text.js';
import { documentFault, readJsonDocument } from './documents.js';
import { writeNamedFile } from './output.js';
import { buildProfiles } from './profiles.js';

export interface PlanOptions {
  readonly specs: string;
  readonly profile: string;
  readonly capabilities: string;
  readonly output: string;
  readonly results: string;
  readonly evidence: string;
  readonly json: boolean;
}

/** Writes the execution plan of an adapter: the recipes that its capability document claims. */
export async function plan(context: Context, options: PlanOptions): Promise<ExitCode> {
  const progress = await startProgress(context, options.json);
  const built = await buildProfiles(context, options.specs, [options.profile], progress);
  progress.stop();
  const [profile] = built.profiles;
  const document = readJsonDocument(context, options.capabilities);
  const faults = [...built.diagnostics, ...document.diagnostics];
  if (profile === undefined || document.root === undefined) return fail(context, faults, options.json);
  const checked = await checkCapabilities(profile, document.root);
  const diagnostics = [...faults, ...checked.faults];
  if (hasErrors(diagnostics)) return fail(context, diagnostics, options.json);
  const artifacts: PlanArtifacts = { results_path: options.results, evidence_dir: options.evidence };
  const { executionPlan } = await import('../../emit/conformance/index.js');
  const made = executionPlan(profile, checked.value, artifacts);
  writeNamedFile(context, options.output, `${JSON.stringify(made, null, 2)}\n`);
  printSummary(context, options, made);
  return exitCodes.fine;
}

function fail(context: Context, diagnostics: readonly Diagnostic[], json: boolean): ExitCode {
  if (json) context.stdout.write(jsonText({ diagnostics: diagnostics.map(toPrintable) }));
  else context.stderr.write(renderDiagnostics(diagnostics, 'text'));
  return exitCodeOf(diagnostics);
}

interface CheckedCapabilities {
  readonly value: JsonValue;
  readonly faults: readonly Diagnostic[];
}

/** A capability document has the type that the profile declares, and is one of this profile and version. */
async function checkCapabilities(profile: Profile, root: DataNode): Promise<CheckedCapabilities> {
  const { checkInstance } = await import('../../build/schema/index.js');
  const { spanAt } = await import('../../build/link-capabilities.js');
  const { toJson } = await import('../../build/to-json.js');
  const { capabilityType, recipes } = profile;
  if (capabilityType === undefined || recipes.length === 0) {
    throw new UsageError(
      `profile "${profile.id}" has no capability documents and recipes to make a plan from`,
    );
  }
  const value = toJson(root);
  const shape = checkInstance(profile.schemas, capabilityType.schema, value).map(({ pointer, message, at }) =>
    documentFault(spanAt(root, pointer), pointer, message, [{ span: at, message: 'demanded here' }]),
  );
  return { value, faults: [...shape, ...identityFaults(profile, root)] };
}

const identityRows = [
  ['profile', 'Profile name'],
  ['schema_version', 'Schema version'],
] as const;

function identityFaults(profile: Profile, root: DataNode): readonly Diagnostic[] {
  return identityRows.flatMap(([member, row]) => {
    const stated = profile.identity.find(({ name }) => name === row);
    const node = valueOf(root, member);
    if (stated === undefined || node?.kind !== 'scalar' || node.value === stated.value) return [];
    const message = `the ${row.toLowerCase()} is "${printable(String(node.value))}", and that of the profile "${printable(stated.value)}"`;
    return [documentFault(node.span, `/${member}`, message, [{ span: stated.at, message: 'stated here' }])];
  });
}

function printSummary(context: Context, { output, json }: PlanOptions, made: ExecutionPlan): void {
  const total = (name: 'selected_cases' | 'not_claimed_cases' | 'informational_cases'): number =>
    made.coverage_matrix.reduce((sum, { summary }) => sum + summary[name], 0);
  const counts = {
    selected: total('selected_cases'),
    not_claimed: total('not_claimed_cases'),
    informational: total('informational_cases'),
  };
  if (json) {
    context.stdout.write(jsonText({ output, ...counts, cases: made.cases.map(({ id }) => id) }));
    return;
  }
  for (const { id, status } of made.cases) context.stdout.write(terminalText(`${status}  ${id}\n`));
  context.stdout.write(
    terminalText(
      `${output}: ${String(counts.selected)} selected, ${String(counts.not_claimed)} not claimed, ${String(counts.informational)} informational\n`,
    ),
  );
}
