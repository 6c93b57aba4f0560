// A server in a process of its own that streams chats as fast as its client reads, or at a pace. Says its port.
import { createServer } from 'node:http';

const common = '"id":"chatcmpl-bench","object":"chat.completion.chunk","created":1795994206,"model":"bench"';
const frame = (content) =>
  `data: {${common},"choices":[{"index":0,"delta":{"content":${JSON.stringify(content)}},"logprobs":null,"finish_reason":null,"token_ids":null}]}\n\n`;
const head = `data: {${common},"choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":null}]}\n\n`;
const tail = `data: {${common},"choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop","stop_reason":null}]}\n\ndata: [DONE]\n\n`;

const wholes = new Map();

/** The whole body of a stream of so many deltas. */
function whole(deltas) {
  let body = wholes.get(deltas);
  if (body === undefined) {
    body = Buffer.from(
      head + Array.from({ length: deltas }, (_, index) => frame(` word${index % 10}`)).join('') + tail,
    );
    wholes.set(deltas, body);
  }
  return body;
}

const server = createServer(async (request, response) => {
  let text = '';
  for await (const piece of request) text += piece;
  const { deltas, everyMs } = JSON.parse(text).bench;
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  if (everyMs === undefined) {
    response.end(whole(deltas));
    return;
  }
  response.write(head);
  for (let sent = 0; sent < deltas; sent += 1) {
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    response.write(frame(String(performance.timeOrigin + performance.now())));
  }
  response.end(tail);
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
