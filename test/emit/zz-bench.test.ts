import { Ajv } from 'ajv';
import { test } from 'vitest';
import { writeFileSync } from 'node:fs';
import { emitted, emittedText } from '../support/emitted-validators.js';
import ts from 'typescript';
const schemas: any = {
    Usage: { type: ['object','null'], required: ['prompt_tokens'], properties: { prompt_tokens: {type:'integer', minimum: 0}, completion_tokens: {type:'integer'} } },
    Chunk: { type: 'object', required: ['id','object','choices'], additionalProperties: false, properties: {
      id: {type:'string', minLength: 1, maxLength: 64}, object: {const: 'chat.completion.chunk'}, created: {type:'integer'}, model: {type:'string'}, usage: {$ref: 'Usage.json#'},
      choices: {type:'array', items: {type:'object', required:['index','delta'], properties: {index: {type:'integer', minimum: 0}, delta: {type:'object', properties:{role:{enum:['system','user','assistant','tool']}, content:{type:['string','null']}}}, finish_reason: {enum: ['stop','length','tool_calls', null]}}}},
      metadata: {type:'object', maxProperties: 16, propertyNames: {maxLength: 64}, additionalProperties: {type:'string', maxLength: 512}},
    } },
    Event: { oneOf: Array.from({length: 9}, (_, i) => ({$ref: `E${i}.json#`})) },
    Big: { oneOf: Array.from({length: 1000}, (_, i) => ({type:'object', required:['type','a'], properties: {type: {const: 'event.number.' + i}, a: {type:'integer'}}})) },
    Tree: { type: 'object', required: ['value'], properties: { value: {type:'number'}, children: {type:'array', items: {$ref: '#'}} } },
};
for (let i = 0; i < 9; i++) schemas['E' + i] = { type:'object', required:['type','delta'], properties: {type: {const:'response.output_text.delta' + i}, delta: {type:'string'}, index: {type:'integer', minimum:0}} };
const tree = (d: number): any => ({ value: d, children: d ? [tree(d - 1), tree(d - 1)] : [] });
const values: any = {
  Chunk: JSON.parse('{"id":"chatcmpl-abc","object":"chat.completion.chunk","created":1750464000,"model":"meta-llama/Llama-4","choices":[{"index":0,"delta":{"content":"Hello"},"finish_reason":null}],"usage":null,"metadata":{"a":"b","c":"d"}}'),
  Event: JSON.parse('{"type":"response.output_text.delta8","delta":"x","index":0}'),
  Big: JSON.parse('{"type":"event.number.900","a":5}'),
  Tree: tree(8),
};
test('x', { timeout: 500000 }, () => {
  const t = Date.now(); const v = emitted(schemas) as any; console.log('emit+run', Date.now() - t);
  for (const d of [false, true]) {
  const ajv = new Ajv({ strict: false, discriminator: d });
  for (const [n, s] of Object.entries(schemas)) { const c: any = JSON.parse(JSON.stringify(s)); if (d && c.oneOf) { c.discriminator = { propertyName: 'type' }; c.type = 'object'; if (n==='Event') continue; } ajv.addSchema(c, n + '.json'); }
  for (const n of ['Chunk', 'Event', 'Big', 'Tree']) {
    if (d && n !== 'Big') continue;
    const f = ajv.getSchema(n + '.json')!; const g = v[n].is; const val = values[n];
    if (!f(val) || !g(val)) console.log('BAD', n, f(val), g(val), v[n].validate(val));
    const N = n === 'Tree' ? 3000 : n === 'Big' ? 100000 : 2000000;
    for (const [name, fn] of [['ajv', f], ['own', g], ['validate', v[n].validate], ['ajv', f], ['own', g]] as const) {
      for (let i = 0; i < N / 10; i++) fn(val);
      const s = process.hrtime.bigint(); for (let i = 0; i < N; i++) fn(val); const e = Number(process.hrtime.bigint() - s);
      console.log(n, name, (e / N).toFixed(1), 'ns');
    }
  } }
});
