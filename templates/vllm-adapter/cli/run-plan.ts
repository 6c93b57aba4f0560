import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { VllmAdapter } from '../adapter.js';
import { terminalOf } from '../emitted/events.js';
import type { AdapterRequest } from '../emitted/operations.js';
import type { ProfileEvent } from '../emitted/profile.js';
import { exitCodes, UsageError } from './exit-codes.js';
import { departure } from './expectation.js';
import { readJsonFile } from './input-file.js';
import { outcomes } from './outcomes.js';
import { readPlan, type Plan, type PlanCase } from './plan.js';

/** The result of one case, in the form of the conformance suite. */
interface CaseResult {
  readonly id: string;
  readonly outcome: 'passed' | 'failed';
  readonly terminal: 'success' | 'error' | 'cancelled';
  readonly events: readonly ProfileEvent[];
  readonly diagnostics: object;
  readonly message?: string;
}

/** Carries out the cases of a plan, one after the other, and writes their results. */
export async function runPlanFile(
  adapter: VllmAdapter,
  planPath: string,
  outputPath: string,
): Promise<number> {
  const plan = readPlan(await readJsonFile(planPath));
  if (typeof plan === 'string') throw new UsageError(`${planPath}: ${plan}`, exitCodes.input);
  const results: CaseResult[] = [];
  for (const item of plan.cases) results.push(await runCase(adapter, plan, item));
  const { profile, schema_version, adapter: name } = plan;
  const document = { profile, schema_version, adapter: name, results };
  await mkdir(dirname(outputPath), { recursive: true });
  await writeFile(outputPath, `${JSON.stringify(document, undefined, 2)}\n`);
  for (const { id, outcome, message } of results) {
    process.stderr.write(
      `${outcome === 'passed' ? 'pass' : 'FAIL'}  ${id}${message === undefined ? '' : `: ${message}`}\n`,
    );
  }
  const failed = results.filter(({ outcome }) => outcome === 'failed').length;
  process.stderr.write(`${String(results.length - failed)} of ${String(results.length)} cases passed\n`);
  return failed === 0 ? exitCodes.fine : exitCodes.findings;
}

async function runCase(adapter: VllmAdapter, plan: Plan, item: PlanCase): Promise<CaseResult> {
  const { body, nnrp } = item.request;
  const envelope = {
    schema_version: plan.schema_version,
    operation: item.operation,
    request_id: item.id,
    body,
    nnrp: { ...(typeof nnrp === 'object' ? nnrp : {}), diagnostics: true },
  };
  const events: ProfileEvent[] = [];
  // A case may submit anything; the adapter answers it with an event.
  for await (const event of adapter.submit(envelope as unknown as AdapterRequest)) events.push(event);
  const last = events.at(-1);
  const kind = last === undefined ? undefined : terminalOf(last)?.kind;
  const terminal = kind === undefined ? undefined : outcomes[kind];
  const message = departure(item.expect, events, terminal);
  return {
    id: item.id,
    outcome: message === undefined ? 'passed' : 'failed',
    terminal: terminal ?? 'error',
    events,
    diagnostics: (last !== undefined && 'diagnostics' in last ? last.diagnostics : undefined) ?? {},
    ...(message === undefined ? {} : { message }),
  };
}
