// Stands for a llamafile's server: reads its arguments as llama.cpp does, loads for as long as a file says, then answers on its port.
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';

const args = process.argv.slice(2);
const valueOf = name => args[args.indexOf(name) + 1];
for (const needed of ['--host', '--port']) if (!args.includes(needed)) throw new Error(`error: ${needed} is missing`);
if (valueOf('--host') !== '127.0.0.1') throw new Error('error: it would be open to others');
const model = 'tiny';
console.error(`llama_model_loader: loaded ${args.join(' ')}`);
const isLoading = () => existsSync('loading');

createServer((request, response) => {
  if (isLoading()) return response.writeHead(503).end('{"error":{"message":"Loading model","code":503}}');
  if (request.url === '/v1/models')
    return response.end(JSON.stringify({ object: 'list', data: [{ id: model, meta: { n_ctx_train: 4096 } }] }));
  request.resume().on('end', () => answer(response));
}).listen(Number(valueOf('--port')), '127.0.0.1');

function answer(response) {
  const chunk = more =>
    `data: ${JSON.stringify({ id: 'c', created: 1, model, object: 'chat.completion.chunk', ...more })}\n\n`;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(
    chunk({ choices: [{ index: 0, delta: { role: 'assistant', content: 'From a file' }, finish_reason: null }] }),
  );
  response.write(chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }));
  response.write(chunk({ choices: [], usage: { prompt_tokens: 4, completion_tokens: 3, total_tokens: 7 } }));
  response.end('data: [DONE]\n\n');
}
