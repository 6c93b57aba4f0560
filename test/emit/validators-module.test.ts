import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fc from 'fast-check';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { buildSchemas } from '../../generator/src/build/schema/index.js';
import { formatTypeScript } from '../../generator/src/emit/format.js';
import { emitValidators, type CompiledRule } from '../../generator/src/emit/validators/index.js';
import { valueOf } from '../../generator/src/load/data-node.js';
import { loadYaml } from '../../generator/src/load/yaml.js';
import { schemaDocument } from '../support/arbitrary-schemas.js';
import { emitted, emittedText, functionOf, schemaSet } from '../support/emitted-validators.js';
import { temporaryFolder, writeTree } from '../support/folders.js';
import { hasShared, sharedPath } from '../support/shared.js';
import { moduleErrors } from '../support/verify-emitted.js';

const usage = {
  type: ['object', 'null'],
  required: ['total'],
  properties: { total: { type: 'integer', minimum: 0 }, cost: { type: 'number', multipleOf: 0.01 } },
};

const request = {
  type: 'object',
  required: ['model', 'messages', 'stream'],
  additionalProperties: false,
  properties: {
    model: { type: 'string', minLength: 1, maxLength: 64, pattern: '^[a-z/-]+$' },
    messages: { type: 'array', minItems: 1, items: { $ref: 'Message.json#' } },
    stream: { type: 'boolean' },
    stream_options: { type: 'object', properties: { include_usage: { const: true } } },
    metadata: {
      type: 'object',
      maxProperties: 16,
      propertyNames: { maxLength: 64 },
      additionalProperties: { type: 'string' },
    },
  },
  if: { properties: { stream: { const: true } }, required: ['stream'] },
  then: { required: ['stream_options'] },
  else: { properties: { stream_options: false } },
};

const message = {
  type: 'object',
  required: ['role', 'content'],
  properties: {
    role: { enum: ['system', 'user', 'assistant'] },
    content: {
      anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: 'Part.json#' } }, { type: 'null' }],
    },
  },
};

const part = {
  oneOf: [
    {
      type: 'object',
      required: ['type', 'text'],
      properties: { type: { const: 'text' }, text: { type: 'string' } },
    },
    {
      type: 'object',
      required: ['type', 'url'],
      properties: { type: { const: 'image' }, url: { type: 'string' } },
    },
  ],
};

const tree = {
  type: 'object',
  properties: { value: { type: 'number' }, children: { type: 'array', items: { $ref: '#' } } },
};

const profile = { Usage: usage, Request: request, Message: message, Part: part, Tree: tree };

const anyTypes = (names: readonly string[]): string =>
  names.map((name) => `export type ${name} = unknown;`).join('\n');

describe('the text of the module', () => {
  test('reads as written by hand', () => {
    const module = emittedText(profile);
    expect(functionOf(module, 'isRequest')).toMatchInlineSnapshot(`
      "export function isRequest(value: unknown): value is Request {
        if (!isObject(value)) return false;
        const { model, messages, stream, stream_options, metadata } = value;
        if (
          typeof model !== 'string' ||
          model === '' ||
          isLongerThan(model, 64) ||
          !requestModelPattern.test(model)
        ) {
          return false;
        }
        if (!isRequestMessages(messages)) return false;
        if (typeof stream !== 'boolean') return false;
        if (stream_options !== undefined && !isRequestStreamOptions(stream_options)) return false;
        if (metadata !== undefined && !isRequestMetadata(metadata)) return false;
        if (stream === true) {
          if (stream_options === undefined) return false;
        } else if (stream_options !== undefined) {
          return false;
        }
        for (const name in value) {
          if (!requestNames.has(name) && Object.hasOwn(value, name)) return false;
        }
        return true;
      }"
    `);
    expect(functionOf(module, 'isPart')).toMatchInlineSnapshot(`
      "export function isPart(value: unknown): value is Part {
        if (!isObject(value)) return false;
        const { type } = value;
        switch (type) {
          case 'text':
            return isPartText(value);
          case 'image':
            return isPartImage(value);
          default:
            return false;
        }
      }"
    `);
    expect(functionOf(module, 'collectMessage')).toMatchInlineSnapshot(`
      "function collectMessage(value: unknown, path: string, issues: Issue[]): void {
        if (!isObject(value)) {
          report(issues, 'type', path, 'object', describe(value), 'Message.json:2:11');
          return;
        }
        const { role, content } = value;
        if (role === undefined) {
          report(
            issues,
            'required',
            \`\${path}/role\`,
            '"system", "user" or "assistant"',
            'nothing',
            'Message.json:4:5',
          );
        } else if (role !== 'system' && role !== 'user' && role !== 'assistant') {
          report(
            issues,
            'enum',
            \`\${path}/role\`,
            '"system", "user" or "assistant"',
            describe(role),
            'Message.json:9:15',
          );
        }
        if (content === undefined) {
          report(issues, 'required', \`\${path}/content\`, 'string, array or null', 'nothing', 'Message.json:5:5');
        } else if (content !== null) {
          if (typeof content !== 'string') {
            if (isArray(content)) {
              collectMessageContentVariant(content, \`\${path}/content\`, issues);
            } else {
              report(
                issues,
                'any_of',
                \`\${path}/content\`,
                'string, array or null',
                describe(content),
                'Message.json:16:16',
              );
            }
          }
        }
      }"
    `);
  });

  test('is laid out as Prettier lays it out', async () => {
    const module = emittedText(profile);
    expect(await formatTypeScript(module)).toBe(module);
  });

  test('is the same for the same schemas', () => {
    expect(emittedText(profile)).toBe(emittedText(structuredClone(profile)));
  });

  test('holds no any, no assertion and no index signature', () => {
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      if (node.kind === ts.SyntaxKind.AnyKeyword || ts.isAsExpression(node) || ts.isNonNullExpression(node)) {
        found.push(node.getText());
      }
      if (ts.isIndexSignatureDeclaration(node)) found.push(node.getText());
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile('validators.ts', emittedText(profile), ts.ScriptTarget.Latest, true));
    expect(found).toEqual([]);
  });
});

describe('under the strictest flags', () => {
  test('a profile compiles', () => {
    expect(moduleErrors(emittedText(profile), anyTypes(Object.keys(profile)))).toEqual([]);
  });

  test('random schemas compile', { timeout: 120_000 }, () => {
    const schemas = fc.sample(schemaDocument({ modern: false, nullable: false }), { numRuns: 120, seed: 3 });
    const inputs: Record<string, unknown> = {};
    for (const [index, schema] of schemas.entries()) {
      try {
        schemaSet({ Root: schema });
        inputs[`Schema${String(index)}`] = schema;
      } catch {
        // A schema that the builder refuses is never emitted.
      }
    }
    expect(Object.keys(inputs).length).toBeGreaterThan(60);
    expect(moduleErrors(emittedText(inputs), anyTypes(Object.keys(inputs)))).toEqual([]);
  });

  test('a recursive type with a data rule compiles and runs', () => {
    const rule: CompiledRule = {
      code: 'r',
      name: 'r',
      condition: 'true',
      expression: `cel.equals(value, value)`,
      runtimeNames: ['cel'],
      at: { file: 'a.md', line: 1, column: 1 },
      description: '',
    };
    const rules = new Map([['Tree.json#', [rule]]]);
    expect(moduleErrors(emittedText({ Tree: tree }, { rules }), anyTypes(['Tree']))).toEqual([]);
    expect(emitted({ Tree: tree }, { rules }).Tree.is({ children: [{ children: [] }] })).toBe(true);
  });

  test('types, properties and helpers may have the names that the module uses itself', () => {
    const properties = [
      'value',
      'path',
      'issues',
      'depth',
      'name',
      'member',
      'item',
      'isObject',
      'report',
      'cel',
      'Number',
      'class',
      'x_PATTERN',
      'aPattern',
    ];
    const own = {
      type: 'object',
      additionalProperties: { type: 'array', items: { const: 1 } },
      properties: Object.fromEntries(properties.map((name) => [name, { type: 'string' }])),
      required: properties,
    };
    const names = ['Issue', 'Equal', 'LongerThan', 'TooDeep', 'Own', 'OwnValue', 'Object1'];
    const schemas: Record<string, unknown> = Object.fromEntries(
      names.map((name) => [name, { ...own, title: name }]),
    );
    schemas['Equal'] = {
      ...own,
      title: 'Equal',
      properties: { ...own.properties, value: { const: { a: 1 } } },
    };
    expect(moduleErrors(emittedText(schemas), anyTypes(names))).toEqual([]);
    const { Issue, Equal } = emitted(schemas as Record<'Issue' | 'Equal', unknown>);
    const valid = Object.fromEntries(properties.map((name) => [name, 'x']));
    expect(Issue.validate({ ...valid, more: [1] })).toEqual([]);
    expect(Issue.validate({ ...valid, more: [2] })).toMatchObject([{ code: 'const', path: '/more/0' }]);
    expect(Equal.is({ ...valid, value: { a: 1 } })).toBe(true);
    expect(Equal.is(valid)).toBe(false);
  });
});

describe('hostile specifications', () => {
  const attack = `'"\`*/ \${globalThis.__pwned = 1} \u2028\u202e\u0000\\ //`;
  const schema = {
    type: 'object',
    title: attack,
    description: attack,
    properties: JSON.parse(`{"__proto__":{"const":${JSON.stringify(attack)}}}`) as object,
    required: [attack],
    additionalProperties: { enum: [attack, { [attack]: attack }] },
    patternProperties: { ['\u202e`\'"']: { pattern: '\u2028`/' } },
    dependencies: { [attack]: ['__proto__'] },
  };

  test('no text of a specification becomes code', () => {
    const { Root } = emitted({ Root: schema });
    const valid = JSON.parse(
      `{"__proto__":${JSON.stringify(attack)},${JSON.stringify(attack)}:${JSON.stringify(attack)}}`,
    ) as object;
    expect(Root.validate(valid)).toEqual([]);
    expect(Root.validate({}).map(({ code }) => code)).toEqual(['required']);
    expect('__pwned' in globalThis).toBe(false);
    expect(moduleErrors(emittedText({ Root: schema }), anyTypes(['Root']))).toEqual([]);
  });

  if (hasShared('hostile', 'oracle.mjs')) {
    test('the emitted modules pass the oracle', { timeout: 120_000 }, () => {
      const folder = temporaryFolder();
      const modules: Record<string, string> = { 'attack.ts': emittedText({ Root: schema }) };
      const names = readdirSync(sharedPath('hostile')).filter((name) =>
        /^(0|1[013]|2|3|4[04]|5).*\.yaml$/.test(name),
      );
      for (const name of names) modules[`${name.replace(/\W/g, '-')}.ts`] = moduleOf(name);
      writeTree(folder, modules);
      expect(Object.keys(modules).length).toBeGreaterThan(10);
      const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
      const report = execFileSync(
        process.execPath,
        [sharedPath('hostile', 'oracle.mjs'), folder, typescript],
        { encoding: 'utf8' },
      );
      expect(report).toContain('0 finding(s)');
    });
  } else {
    test.skip('the emitted modules pass the oracle: ../shared/hostile is not there', () => undefined);
  }

  /** The module for the component schemas of a document, under counted names. */
  function moduleOf(name: string): string {
    const { root } = loadYaml(name, readFileSync(sharedPath('hostile', name), 'utf8'));
    const components = valueOf(valueOf(root, 'components'), 'schemas');
    if (root === undefined || components?.kind !== 'mapping') return '';
    const roots = components.entries.map(({ key }, index) => ({
      file: name,
      pointer: `/components/schemas/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      name: `Schema${String(index)}`,
    }));
    const { schemas } = buildSchemas(new Map([[name, { file: name, root, dialect: 'asyncapi-2' }]]), roots);
    return emitValidators(schemas, { runtimeImport: '@example/runtime', typesImport: './types.js' });
  }
});
