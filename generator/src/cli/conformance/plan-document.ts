import { documentCheck } from '../../build/document-schema.js';
import { toJson } from '../../build/to-json.js';
import { hasErrors, type Diagnostic } from '../../diagnostics/index.js';
import type { Context } from '../context.js';
import { readJsonDocument } from './documents.js';
import type { Expectation } from './expectation.js';

/** An execution plan, as far as a run needs it. */
export interface RunnablePlan {
  readonly profile: string;
  readonly schema_version: string;
  readonly adapter: string;
  readonly cases: readonly {
    readonly id: string;
    readonly operation: string;
    readonly request: { readonly body?: unknown; readonly nnrp?: unknown };
    readonly expect: Expectation;
  }[];
}

const text = { type: 'string', minLength: 1 } as const;

/** What a run reads of a plan; the conformance suite may state more, and other tools may write it. */
const planSchema = {
  type: 'object',
  required: ['profile', 'schema_version', 'adapter', 'cases'],
  properties: {
    profile: text,
    schema_version: text,
    adapter: text,
    cases: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'operation', 'request', 'expect'],
        properties: {
          id: text,
          operation: text,
          request: { type: 'object', properties: { nnrp: { type: 'object' } } },
          expect: {
            type: 'object',
            required: ['events', 'terminal'],
            properties: {
              events: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['type'],
                  properties: {
                    type: text,
                    optional: { type: 'boolean' },
                    min_count: { type: 'integer', minimum: 0 },
                    fields: { type: 'object' },
                  },
                },
              },
              terminal: { enum: ['success', 'error', 'cancelled'] },
            },
          },
        },
      },
    },
  },
} as const;

const check = documentCheck(planSchema, 'invalid-document');

/** Reads a plan; the diagnostics say where it is none. */
export function readPlan(
  context: Context,
  path: string,
): { readonly plan?: RunnablePlan; readonly diagnostics: readonly Diagnostic[] } {
  const { root, diagnostics } = readJsonDocument(context, path);
  if (root === undefined) return { diagnostics };
  const faults = check(root);
  if (hasErrors(faults)) return { diagnostics: faults };
  // The check has just established the form.
  return { plan: toJson(root) as unknown as RunnablePlan, diagnostics: [] };
}
