// A server of models that answers by a script, on a free port of this machine: Ollama's wire, OpenAI's and Anthropic's, each strict.
import { createServer } from 'node:http';
import { anthropicWire } from './anthropic-wire.ts';
import { ollamaShow, ollamaWire } from './ollama-wire.ts';
import { openAiWire } from './openai-wire.ts';
import { Refused, says } from './script.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AskedModel, FixtureModel, ModelWire, Scripted, ScriptedTurn } from './script.ts';

export interface ModelServerOptions {
  readonly models?: readonly FixtureModel[];
  /** Whoever comes without this key is refused. */
  readonly key?: string;
  readonly port?: number;
}

export interface ModelServer {
  readonly port: number;
  /** What a provider of each wire is given as its address. */
  readonly ollama: string;
  readonly openai: string;
  readonly anthropic: string;
  /** All that it was asked and did not refuse, oldest first. */
  readonly asked: readonly AskedModel[];
  /** What it refused, and how. */
  readonly refused: readonly string[];
  /** How many answers were broken off by whoever had asked. */
  readonly abandoned: () => number;
  /** What it answers to the next requests, in order; then by `answer`. */
  script(...turns: readonly Scripted[]): void;
  answer: (asked: AskedModel) => Scripted;
  /** Resolves once so many requests have come. */
  heard(count: number): Promise<void>;
  /** Resolves once so many answers were broken off. */
  left(count: number): Promise<void>;
  close(): Promise<void>;
}

const defaultModels: readonly FixtureModel[] = [
  { name: 'qwen2.5:7b', tools: true, context: 32_768 },
  { name: 'llava:7b', tools: false, pictures: true, context: 4_096 },
];
const wires: readonly [RegExp, AskedModel['wire'], ModelWire][] = [
  [/\/api\/chat$/, 'ollama', ollamaWire],
  [/\/chat\/completions$/, 'openai', openAiWire],
  [/\/v1\/messages$/, 'anthropic', anthropicWire],
];

export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const state = new Scripting(options);
  const server = createServer((request, response) => void serve(request, response, state));
  await new Promise<void>(resolve => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const root = `http://127.0.0.1:${port}`;
  return Object.assign(state, {
    ...{ port, ollama: root, openai: `${root}/v1`, anthropic: `${root}/v1` },
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  });
}

class Scripting {
  readonly models: readonly FixtureModel[];
  readonly key: string | undefined;
  readonly asked: AskedModel[] = [];
  readonly refused: string[] = [];
  readonly #queue: Scripted[] = [];
  readonly #waiting: (() => void)[] = [];
  #abandoned = 0;
  answer: (asked: AskedModel) => Scripted = ({ lastText }) => says(`You said: ${lastText}`);

  constructor({ models = defaultModels, key }: ModelServerOptions) {
    this.models = models;
    this.key = key;
  }

  readonly abandoned = () => this.#abandoned;
  readonly script = (...turns: readonly Scripted[]) => void this.#queue.push(...turns);
  readonly heard = (count: number) => this.#until(() => this.asked.length >= count);
  readonly left = (count: number) => this.#until(() => this.#abandoned >= count);

  next(asked: AskedModel): Scripted {
    this.asked.push(asked);
    this.#told();
    return this.#queue.shift() ?? this.answer(asked);
  }

  leave(): void {
    this.#abandoned += 1;
    this.#told();
  }

  #told(): void {
    for (const look of this.#waiting.splice(0)) look();
  }

  async #until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>(resolve => this.#waiting.push(resolve));
  }
}

async function serve(request: IncomingMessage, response: ServerResponse, state: Scripting): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://fixture').pathname;
  const [, name, wire] = wires.find(([pattern]) => pattern.test(path)) ?? [];
  try {
    const body = await bodyOf(request);
    expectKey(request, state.key);
    if (name && wire && request.method === 'POST') {
      await answer(response, state, wire, askedOf(name, wire, { body, request, state }));
    } else sendJson(response, 200, lists(path, body, state));
  } catch (error) {
    const { message, status } = error instanceof Refused ? error : new Refused(String(error), 500);
    state.refused.push(message);
    sendJson(response, status, (wire ?? wireOf(path)).error(message, status));
  }
}

function wireOf(path: string): ModelWire {
  return path.startsWith('/api/') ? ollamaWire : openAiWire;
}

function askedOf(
  wire: AskedModel['wire'],
  { read }: ModelWire,
  { body, request: { headers }, state }: { body: string; request: IncomingMessage; state: Scripting },
): AskedModel {
  const parsed = parse(body);
  if (wire === 'anthropic' && headers['anthropic-version'] === undefined)
    throw new Refused('anthropic-version: header is required');
  return { wire, ...read(parsed, state), body: parsed as Record<string, unknown>, headers };
}

async function answer(response: ServerResponse, state: Scripting, wire: ModelWire, asked: AskedModel): Promise<void> {
  const turn = state.next(asked);
  if ('status' in turn) {
    if (turn.retryAfter !== undefined) response.setHeader('retry-after', String(turn.retryAfter));
    return sendJson(response, turn.status, wire.error(turn.message, turn.status));
  }
  if (!asked.stream) return sendJson(response, 200, wire.whole(turn, asked));
  response.on('close', () => {
    if (!response.writableFinished) state.leave();
  });
  response.writeHead(200, { 'content-type': wire.contentType });
  response.flushHeaders();
  await send(response, wire.stream(turn, asked), turn);
}

async function send(
  response: ServerResponse,
  events: Iterable<string | Promise<unknown>>,
  { packetBytes, breakAfterBytes = Infinity, endAfterBytes = Infinity }: ScriptedTurn,
): Promise<void> {
  let left = Math.min(breakAfterBytes, endAfterBytes);
  for (const event of events) {
    if (typeof event !== 'string') {
      await event;
      continue;
    }
    const bytes = Buffer.from(event).subarray(0, left);
    left -= bytes.length;
    const size = packetBytes ?? bytes.length;
    for (let at = 0; at < bytes.length; at += size) await write(response, bytes.subarray(at, at + size));
    if (response.destroyed) return;
    if (left <= 0) break;
  }
  if (left <= 0 && breakAfterBytes <= endAfterBytes) response.socket?.destroy();
  else response.end();
}

/** Each packet on its own way, as far as the system does that. */
function write(response: ServerResponse, bytes: Buffer): Promise<void> {
  return new Promise(resolve => {
    response.write(bytes, () => resolve());
    if (response.destroyed) resolve();
  });
}

/** What is asked without a conversation: who is there and which models there are. */
function lists(path: string, body: string, { models }: Scripting): unknown {
  const modified = '2026-01-02T03:04:05Z';
  if (path === '/api/version') return { version: '0.12.6' };
  if (path === '/api/tags')
    return { models: models.map(({ name }) => ({ name, model: name, modified_at: modified, size: 4_683_075_271 })) };
  if (path === '/api/show') {
    const asked = parse(body) as { model?: string };
    const model = models.find(({ name }) => name === asked.model);
    if (!model) throw new Refused(`model '${asked.model}' not found`, 404);
    return ollamaShow(model);
  }
  if (path === '/v1/models')
    return {
      object: 'list',
      data: models.map(({ name, context }) => ({
        ...{ id: name, object: 'model', type: 'model', created: 1_700_000_000, owned_by: 'fixture' },
        ...{ display_name: name, created_at: modified, ...(context && { max_model_len: context }) },
      })),
      has_more: false,
    };
  throw new Refused(`404 page not found: ${path}`, 404);
}

function expectKey({ headers }: IncomingMessage, key: string | undefined): void {
  const given = [headers['x-api-key'], headers.authorization?.replace(/^Bearer /, '')];
  if (key !== undefined && !given.includes(key)) throw new Refused('Incorrect API key provided.', 401);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    throw new Refused('We could not parse the JSON body of your request.');
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
