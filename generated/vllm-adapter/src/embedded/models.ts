import { jsonReply, type Reply } from './reply.js';
import type { World } from './scenario.js';

/** The list of the embedded models. */
export function modelsReply({ models }: World): Reply {
  const created = Math.floor(Date.now() / 1000);
  const data = models.map((id) => ({
    id,
    object: 'model',
    created,
    owned_by: 'vllm',
    root: id,
    parent: null,
    max_model_len: 2048,
  }));
  return jsonReply(200, { object: 'list', data });
}
