import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';

import type { ProfileDocument } from '../../generator/src/load/profile-document.js';
import { loadProfile } from '../../generator/src/load/profile-tables.js';
import { decodeSource } from '../../generator/src/load/source.js';
import { hasShared, sharedPath } from '../support/shared.js';

const profile = ['upstream', 'nnrp-openai-compatible-profile.md'] as const;

function loadPublished(...segments: readonly string[]): ProfileDocument {
  const file = segments.at(-1) ?? '';
  return loadProfile(file, decodeSource(file, readFileSync(sharedPath(...segments))).text ?? '');
}

describe.skipIf(!hasShared(...profile))('the published NNRP profile (skipped without ../shared)', () => {
  let published: ProfileDocument;
  beforeAll(() => {
    published = loadPublished(...profile);
  });

  it('loads as it stands', () => {
    expect(published.diagnostics).toEqual([]);
    expect(published.title?.value).toBe('NNRP OpenAI-Compatible API Profile');
    expect(published.tables.other).toEqual([]);
  });

  it('states who it is', () => {
    expect(published.tables.identity.map(({ field, value }) => [field.value, value.value])).toEqual([
      ['Profile name', 'openai-compatible'],
      ['Schema version', 'openai-compatible/1'],
      ['Profile family', 'ai-api'],
      ['Primary schema encoding', 'JSON'],
      ['Streaming event encoding', 'JSON event objects'],
      ['Transport dependency', 'NNRP session and result stream'],
    ]);
  });

  it('has three levels and five rows of operations', () => {
    expect(
      published.tables.levels.map(({ level, requiredOperations }) => [
        level.value,
        requiredOperations.value.map(({ value }) => value),
      ]),
    ).toEqual([
      [1, ['chat.completions.create']],
      [2, ['responses.create']],
      [3, ['models.list', 'embeddings.create']],
    ]);
    expect(published.tables.operations.map(({ wireName }) => wireName.value ?? wireName.text)).toEqual([
      'chat.completions.create',
      'responses.create',
      'models.list',
      'embeddings.create',
      'Event subset of chat/responses',
    ]);
  });

  it('has five envelope fields, six delivery phases and five kinds of failure', () => {
    expect(published.tables.envelope.map(({ field, required }) => [field.value, required.value])).toEqual([
      ['schema_version', true],
      ['operation', true],
      ['request_id', false],
      ['body', true],
      ['nnrp', false],
    ]);
    expect(published.tables.delivery.map(({ phase }) => phase.value)).toEqual([
      'First token or delta',
      'Intermediate delta',
      'Tool call delta',
      'Usage summary',
      'Completion',
      'Failure',
    ]);
    expect(published.tables.failures).toHaveLength(5);
  });

  it('has nine event types, of which three only stand in a list', () => {
    expect(
      published.tables.events.map(({ eventType, requiredFields }) => [
        eventType.value,
        requiredFields?.value.map(({ value }) => value),
      ]),
    ).toEqual([
      ['response.output_text.delta', ['index', 'delta']],
      ['response.tool_call.delta', ['index', 'tool_call']],
      ['response.usage', ['usage']],
      ['response.completed', ['body']],
      ['response.error', ['error']],
      ['response.cancelled', ['reason']],
      ['response.tool_call.started', undefined],
      ['response.tool_call.completed', undefined],
      ['response.tool_call.error', undefined],
    ]);
  });

  it('has six JSON examples under their headings', () => {
    expect(published.examples.map(({ headings, root }) => [headings.at(-1), root !== undefined])).toEqual([
      ['6. Request Envelope', true],
      ['7. Streaming Response Mapping', true],
      ['8. Non-Streaming Response Mapping', true],
      ['10. Error Mapping', true],
      ['11. Usage and Diagnostics', true],
      ['13. Capability Document', true],
    ]);
  });
});

const contract = ['upstream', 'iop-openai-compatible-contract.ko.md'] as const;

describe.skipIf(!hasShared(...contract))('the published IOP contract (skipped without ../shared)', () => {
  it('has a table of its own and five JSON examples', () => {
    const { tables, examples, diagnostics } = loadPublished(...contract);
    expect(diagnostics).toEqual([]);
    expect(tables.other.map(({ rows }) => rows.length)).toEqual([8]);
    expect(examples).toHaveLength(5);
  });
});
