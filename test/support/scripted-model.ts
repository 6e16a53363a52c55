// A model for real agents: it has them call the tools of a script, one after the other, and then say what came of it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { modelWires, searchId } from './model-wires.ts';
import type { AddressInfo } from 'node:net';
import type { Asked, ModelAnswer } from './model-wires.ts';

/** One call: the tool whose name ends so, with arguments made of the results before it. */
export interface ScriptedCall {
  readonly tool: string;
  args(results: readonly string[]): Record<string, unknown>;
}

type LastWord = (results: readonly string[]) => string | Promise<string>;

export interface ScriptedModel {
  /** Where it listens, without a path. */
  readonly origin: string;
  /** What it was asked with tools at hand, the newest last. */
  readonly asked: readonly Asked[];
  /** Requests that are none of a model, as they came. */
  readonly strays: readonly string[];
  close(): Promise<void>;
}

/** Answers on four wires; once all calls of the script are answered, with `last` of their results, which may take its time. */
export async function serveScriptedModel(script: readonly ScriptedCall[], last: LastWord): Promise<ScriptedModel> {
  const asked: Asked[] = [];
  const strays: string[] = [];
  const server = createServer((request, response) => {
    void answerOne(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  const answerOne = async (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '/', 'http://model').pathname;
    const wire = modelWires.find(candidate => candidate.path.test(path));
    const body = await textOf(request);
    if (!wire || request.method !== 'POST') {
      strays.push(`${request.method} ${path}`);
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"not here"}}');
      return;
    }
    const turn = wire.read(JSON.parse(body) as Record<string, unknown>, path);
    if (turn.tools.length > 0) asked.push(turn);
    const events = wire.write(await answerOf(turn, script, last), turn);
    response.writeHead(200, { 'content-type': turn.stream ? 'text/event-stream' : 'application/json' });
    response.end(events.join(''));
  };
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    strays,
    close: () => {
      server.closeAllConnections();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}

/** Agents ask for titles and summaries too, without tools: these get a word. */
async function answerOf(
  { tools, results, searched }: Asked,
  script: readonly ScriptedCall[],
  last: LastWord,
): Promise<ModelAnswer> {
  if (tools.length === 0) return { kind: 'text', text: 'Orders' };
  const next = script[results.length];
  if (!next) return { kind: 'text', text: await last(results) };
  const tool = tools.find(({ name }) => name.endsWith(next.tool));
  if (tool) return { kind: 'call', id: `call_${results.length + 1}`, tool, args: next.args(results) };
  // Claude Code names the tools of servers only, until the model has looked one up.
  const search = tools.find(({ name }) => name === 'ToolSearch');
  const query = `select:mcp__pilothouse__${next.tool}`;
  const id = `${searchId}${results.length + 1}`;
  if (search && !searched.includes(id)) return { kind: 'call', id, tool: search, args: { query, max_results: 5 } };
  return { kind: 'text', text: `No tool ${next.tool} was offered.` };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
