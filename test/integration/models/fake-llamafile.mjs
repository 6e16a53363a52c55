// Stands for a llamafile's server: reads its arguments as llama.cpp does, loads for as long as a file says, then answers on its port.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';

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
  request.resume().on('end', async () => answer(response, existsSync('probe.json') ? await probed() : 'From a file'));
}).listen(Number(valueOf('--port')), '127.0.0.1');

/** What it can do of what it was told to try, as JSON. */
async function probed() {
  const { read, write, port } = JSON.parse(readFileSync('probe.json', 'utf8'));
  const works = act => {
    try {
      act();
      return true;
    } catch {
      return false;
    }
  };
  return JSON.stringify({
    reads: read.map(path => works(() => readFileSync(path))),
    writes: write.map(path => works(() => appendFileSync(path, '\n'))),
    reaches: await new Promise(resolve => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false));
    }),
  });
}

function answer(response, text) {
  const chunk = more =>
    `data: ${JSON.stringify({ id: 'c', created: 1, model, object: 'chat.completion.chunk', ...more })}\n\n`;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(chunk({ choices: [{ index: 0, delta: { role: 'assistant', content: text }, finish_reason: null }] }));
  response.write(chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }));
  response.write(chunk({ choices: [], usage: { prompt_tokens: 4, completion_tokens: 3, total_tokens: 7 } }));
  response.end('data: [DONE]\n\n');
}
