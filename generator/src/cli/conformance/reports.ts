/** The result of one case, in the form of the NNRP conformance suite. */
export interface CaseResult {
  readonly id: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly terminal: 'success' | 'error' | 'cancelled';
  readonly events: readonly unknown[];
  readonly diagnostics: object;
  readonly message?: string;
}

export interface Run {
  readonly profile: string;
  readonly schema_version: string;
  readonly adapter: string;
  readonly results: readonly CaseResult[];
  /** By case: how long it took. */
  readonly seconds: ReadonlyMap<string, number>;
}

export function resultsDocument({ profile, schema_version, adapter, results }: Run): object {
  return { profile, schema_version, adapter, results };
}

export function textReport({ results }: Run): string {
  const lines = results.map(({ id, outcome, message }) => {
    const verdict = { passed: 'pass', failed: 'FAIL', skipped: 'skip' }[outcome];
    return `${verdict}  ${id}${message === undefined ? '' : `: ${message}`}\n`;
  });
  const passed = results.filter(({ outcome }) => outcome === 'passed').length;
  return `${lines.join('')}${String(passed)} of ${String(results.length)} cases passed\n`;
}

/** The report that build servers read: one test suite, one test case for each case of the plan. */
export function junitReport({ profile, adapter, results, seconds }: Run): string {
  const count = (outcome: CaseResult['outcome']): string =>
    String(results.filter((result) => result.outcome === outcome).length);
  const cases = results.map(({ id, outcome, message = '' }) => {
    const head = `    <testcase classname="${xml(profile)}" name="${xml(id)}" time="${(seconds.get(id) ?? 0).toFixed(3)}"`;
    if (outcome === 'passed') return `${head}/>`;
    const inner =
      outcome === 'failed' ? `<failure message="${xml(message)}"/>` : `<skipped message="${xml(message)}"/>`;
    return `${head}>\n      ${inner}\n    </testcase>`;
  });
  const total = [...seconds.values()].reduce((sum, time) => sum + time, 0).toFixed(3);
  const counts = `tests="${String(results.length)}" failures="${count('failed')}" skipped="${count('skipped')}" time="${total}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${xml(adapter)}" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text inside an attribute; what XML 1.0 has no form for becomes the replacement character. */
function xml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"]/g, (character) => entities[character] ?? character)
    .replace(/[\t\n\r]/g, (character) => `&#${String(character.charCodeAt(0))};`);
}
