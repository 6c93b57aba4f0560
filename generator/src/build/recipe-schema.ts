/**
 * What a recipe file holds (NNRP profile, section 14): the operation, the request body, the events and the outcome
 * that are expected. `$schema` may name the published schema; it is never resolved.
 */
export const recipeSchema = {
  type: 'object',
  required: ['id', 'profile', 'schema_version', 'operation', 'request', 'expect'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    id: { type: 'string', minLength: 1 },
    profile: { type: 'string', minLength: 1 },
    schema_version: { type: 'string', minLength: 1 },
    operation: { type: 'string', minLength: 1 },
    required_capabilities: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      uniqueItems: true,
    },
    status: { enum: ['mandatory', 'optional', 'experimental', 'deprecated'] },
    parameters: { type: 'object', additionalProperties: { type: 'string' } },
    request: {
      type: 'object',
      required: ['body'],
      additionalProperties: false,
      properties: { body: { type: 'object' }, nnrp: { type: 'object' } },
    },
    expect: {
      type: 'object',
      required: ['events', 'terminal'],
      additionalProperties: false,
      properties: {
        events: {
          type: 'array',
          items: {
            type: 'object',
            required: ['type'],
            additionalProperties: false,
            properties: {
              type: { type: 'string', minLength: 1 },
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
} as const;
