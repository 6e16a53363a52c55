// A model answers over each wire: whole, cut anywhere, piece by piece, and in every way that it can fail.
import { createServer } from 'node:http';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { HubError } from '../../../contract/errors.ts';
import { maxModelsOfProvider } from '../../../contract/models.ts';
import { askModel } from '../../../electron/core/models/sdk/ask-model.ts';
import { listModels } from '../../../electron/core/models/wire/list-models.ts';
import { createModelFetch } from '../../../electron/core/models/wire/model-fetch.ts';
import { startModelServer } from '../../support/models/model-server.ts';
import { calls, says, saysInPieces } from '../../support/models/script.ts';
import type { AddressInfo } from 'node:net';
import type { ModelEvent } from '../../../electron/core/models/model-answer.ts';
import type { AskedOfModel } from '../../../electron/core/models/sdk/ask-model.ts';
import type { ModelServer, ModelServerOptions } from '../../support/models/model-server.ts';

const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.close()));
});

async function start(options?: ModelServerOptions): Promise<ModelServer> {
  const server = await startModelServer(options);
  servers.push(server);
  return server;
}

const wires = [
  { type: 'ollama', at: 'ollama', half: 200 },
  { type: 'compatible', at: 'openai', half: 700 },
  { type: 'openai', at: 'openai', half: 700 },
  { type: 'groq', at: 'openai', half: 700 },
  { type: 'anthropic', at: 'anthropic', half: 600 },
] as const;
type Wire = (typeof wires)[number];

function accessTo(server: ModelServer, { type, at }: Wire, key: string | null = null, silenceMs = 60_000) {
  const baseUrl = server[at];
  const fetch = createModelFetch({ provider: 'Fixture', baseUrl, silenceMs, now: Date.now });
  return { type, provider: 'Fixture', baseUrl, key, fetch };
}

const question: AskedOfModel = {
  system: 'Be brief.',
  messages: [{ role: 'user', parts: [{ kind: 'text', text: 'Hello' }] }],
  signal: new AbortController().signal,
};
const clock = {
  name: 'time::now.utc',
  description: 'The time',
  inputSchema: { type: 'object', properties: { zone: { type: 'string' } }, required: ['zone'] },
};

async function all(events: AsyncIterable<ModelEvent>): Promise<{ events: ModelEvent[]; error: unknown }> {
  const got: ModelEvent[] = [];
  try {
    for await (const event of events) got.push(event);
    return { events: got, error: null };
  } catch (error) {
    return { events: got, error };
  }
}

function textOf(events: readonly ModelEvent[]): string {
  return events.map(event => (event.kind === 'text' ? event.text : '')).join('');
}

function reasonIn(error: unknown): unknown {
  return error instanceof HubError ? error.reason : error;
}

describe.each(wires)('$type', wire => {
  it('streams an answer, with its usage', async () => {
    const server = await start();
    server.script(saysInPieces(['Good ', 'morning', ', Ana ☕'], { usage: { input: 21, output: 9 } }));
    const { events, error } = await all(askModel(accessTo(server, wire), 'qwen2.5:7b', question));
    expect(error).toBeNull();
    expect(textOf(events)).toBe('Good morning, Ana ☕');
    expect(events.at(-1)).toEqual({ kind: 'end', finish: 'stop', usage: { input: 21, output: 9 } });
    expect(server.refused).toEqual([]);
  });

  it.each([1, 2, 3, 7, 64])('reads a stream that comes in packets of %i bytes', async packetBytes => {
    const server = await start();
    server.script({ ...saysInPieces(['Grüße ', '从 ', '☕']), packetBytes });
    const { events, error } = await all(askModel(accessTo(server, wire), 'qwen2.5:7b', question));
    expect(error).toBeNull();
    expect(textOf(events)).toBe('Grüße 从 ☕');
  });

  it('calls a tool by the name that its asker knows, and takes its result', async () => {
    const server = await start();
    server.script(calls('time__now_utc', { zone: 'Europe/Berlin' }));
    const first = await all(askModel(accessTo(server, wire), 'qwen2.5:7b', { ...question, tools: [clock] }));
    expect(first.error).toBeNull();
    const call = first.events.flatMap(event => (event.kind === 'tool-call' ? [event.call] : []))[0];
    expect(call).toMatchObject({ name: 'time::now.utc', arguments: { zone: 'Europe/Berlin' } });
    expect(first.events.at(-1)).toMatchObject({ kind: 'end', finish: 'tool-calls' });

    const id = call?.id ?? '';
    server.answer = ({ results }) => says(`It is ${results.join()}`);
    const second = await all(
      askModel(accessTo(server, wire), 'qwen2.5:7b', {
        ...question,
        tools: [clock],
        messages: [
          ...question.messages,
          { role: 'assistant', text: '', toolCalls: [{ id, name: clock.name, arguments: { zone: 'Europe/Berlin' } }] },
          { role: 'tool', callId: id, name: clock.name, text: 'noon', isError: false },
        ],
      }),
    );
    expect(second.error).toBeNull();
    expect(textOf(second.events)).toBe('It is noon');
    expect(server.refused).toEqual([]);
  });

  it('ends an answer whose call does not end', async () => {
    const server = await start();
    const argumentPieces = ['{"zone":"', ...Array.from({ length: 9 }, () => 'a'.repeat(500_000)), '"}'];
    server.script({ pieces: [{ kind: 'tool-call', id: 'call_1', name: 'time__now_utc', argumentPieces }] });
    const { error } = await all(askModel(accessTo(server, wire), 'qwen2.5:7b', { ...question, tools: [clock] }));
    expect(reasonIn(error)).toMatchObject({ kind: 'model-answer-too-long', provider: 'Fixture' });
  });

  it('takes what a page or an agent may hand in: no text, odd arguments, an empty answer before', async () => {
    const server = await start({ models: [{ name: 'qwen2.5:7b', pictures: true }] });
    const picture = { kind: 'file', mediaType: 'image/png', data: 'iVBORw0KGgo=' } as const;
    const text = { kind: 'file', mediaType: 'text/markdown', data: 'IyBIaQ==', name: 'a.md' } as const;
    const { error } = await all(
      askModel(accessTo(server, wire), 'qwen2.5:7b', {
        ...question,
        messages: [
          { role: 'user', parts: [picture, text] },
          { role: 'assistant', text: '', toolCalls: [] },
          { role: 'user', parts: [{ kind: 'text', text: '' }] },
          { role: 'assistant', text: 'Let me see. ', toolCalls: [{ id: 'c1', name: 'old tool', arguments: 'now' }] },
          { role: 'tool', callId: 'c1', name: 'old tool', text: 'refused', isError: true },
        ],
        tools: [clock],
        temperature: 0.4,
        topP: 0.9,
        maxTokens: 200,
      }),
    );
    expect([error, ...server.refused]).toEqual([null]);
  });

  it('keeps what came before the connection was lost', async () => {
    const server = await start();
    server.script({ ...saysInPieces(['The first half ', 'and the second half']), breakAfterBytes: wire.half });
    const { events, error } = await all(askModel(accessTo(server, wire), 'qwen2.5:7b', question));
    expect(reasonIn(error)).toMatchObject({ kind: 'model-connection-lost', provider: 'Fixture' });
    expect(error).toMatchObject({ code: 'ERR_MODEL_FAILED' });
    expect(events.every(({ kind }) => kind !== 'end')).toBe(true);
  });

  it('takes an answer without its end for no answer', async () => {
    const server = await start();
    server.script({ ...saysInPieces(['The first half ', 'and the second half']), endAfterBytes: wire.half });
    const { error } = await all(askModel(accessTo(server, wire), 'qwen2.5:7b', question));
    expect(reasonIn(error)).toMatchObject({ kind: expect.stringMatching(/model-(cut-off|unreadable)/) as unknown });
  });

  it('says what the model said in its stream', async () => {
    const server = await start();
    server.script({ ...saysInPieces(['Let me ']), streamError: 'out of memory' });
    const { events, error } = await all(askModel(accessTo(server, wire), 'qwen2.5:7b', question));
    expect(textOf(events)).toBe('Let me ');
    expect(reasonIn(error)).toEqual({ kind: 'model-said', provider: 'Fixture', said: 'out of memory' });
  });

  it('tells a limited rate from a refused key and from other refusals, and asks once', async () => {
    const server = await start();
    server.script(
      { status: 429, message: 'slow down', retryAfter: 38 },
      { status: 401, message: 'Incorrect API key' },
      { status: 500, message: 'it broke' },
    );
    const ask = async () => reasonIn((await all(askModel(accessTo(server, wire), 'qwen2.5:7b', question))).error);
    expect(await ask()).toEqual({ kind: 'model-rate-limited', provider: 'Fixture', seconds: 38 });
    expect(await ask()).toEqual({ kind: 'model-key-refused', provider: 'Fixture', status: 401 });
    expect(await ask()).toEqual({ kind: 'model-refused', provider: 'Fixture', status: 500, said: 'it broke' });
    expect(server.asked).toHaveLength(3);
  });

  it('shows its key as the provider asks for it', async () => {
    const server = await start({ key: 'sk-right' });
    const right = await all(askModel(accessTo(server, wire, 'sk-right'), 'qwen2.5:7b', question));
    expect(right.error).toBeNull();
    const wrong = await all(askModel(accessTo(server, wire, 'sk-wrong'), 'qwen2.5:7b', question));
    expect(reasonIn(wrong.error)).toMatchObject({ kind: 'model-key-refused' });
  });

  it('ends the request itself when its asker leaves', async () => {
    const server = await start();
    const stop = new AbortController();
    const never = new Promise(() => {});
    server.script({
      pieces: [
        { kind: 'text', text: 'One' },
        { kind: 'wait', until: never },
      ],
    });
    const reading = all(
      (async function* () {
        for await (const event of askModel(accessTo(server, wire), 'qwen2.5:7b', {
          ...question,
          signal: stop.signal,
        })) {
          yield event;
          stop.abort(new Error('left'));
        }
      })(),
    );
    await server.left(1);
    const { events, error } = await reading;
    expect(textOf(events)).toBe('One');
    expect(error).toMatchObject({ message: 'left' });
  });

  it('ends the request itself when its asker reads no more', async () => {
    const server = await start();
    const never = new Promise(() => {});
    server.script({
      pieces: [
        { kind: 'text', text: 'One' },
        { kind: 'wait', until: never },
      ],
    });
    for await (const _event of askModel(accessTo(server, wire), 'qwen2.5:7b', question)) break;
    await server.left(1);
    expect(server.abandoned()).toBe(1);
  });

  it('is not waited for longer than its silence may last', async () => {
    const server = await start();
    server.script({
      pieces: [
        { kind: 'text', text: 'One' },
        { kind: 'wait', until: new Promise(() => {}) },
      ],
    });
    const { events, error } = await all(askModel(accessTo(server, wire, null, 300), 'qwen2.5:7b', question));
    expect(textOf(events)).toBe('One');
    expect(reasonIn(error)).toMatchObject({ kind: 'model-timed-out', provider: 'Fixture' });
  });

  it('is told that nobody listens', async () => {
    const server = await start();
    const access = accessTo(server, wire);
    await server.close();
    const { error } = await all(askModel(access, 'qwen2.5:7b', question));
    expect(reasonIn(error)).toEqual({ kind: 'model-not-running', provider: 'Fixture', at: `127.0.0.1:${server.port}` });
  });
});

describe.each([
  {
    type: 'mistral',
    body: [
      { id: '1', created: 1, model: 'm', choices: [{ index: 0, delta: { role: 'assistant', content: 'Bon' } }] },
      {
        ...{ id: '1', created: 1, model: 'm', usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } },
        choices: [{ index: 0, delta: { content: 'jour' }, finish_reason: 'stop' }],
      },
    ],
    end: 'data: [DONE]\n\n',
  },
  {
    type: 'google',
    body: [
      { candidates: [{ content: { role: 'model', parts: [{ text: 'Bon' }] } }] },
      {
        candidates: [{ content: { role: 'model', parts: [{ text: 'jour' }] }, finishReason: 'STOP' }],
        usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
      },
    ],
    end: '',
  },
] as const)('$type', ({ type, body, end }) => {
  it('streams an answer in its own form, with its usage', async () => {
    const events = body.map(one => `data: ${JSON.stringify(one)}\n\n`).join('') + end;
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events);
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}/v1`;
    const fetch = createModelFetch({ provider: 'Fixture', baseUrl, silenceMs: 60_000, now: Date.now });
    const got = await all(askModel({ type, provider: 'Fixture', baseUrl, key: 'k', fetch }, 'm', question));
    server.close();
    expect(got.error).toBeNull();
    expect(textOf(got.events)).toBe('Bonjour');
    expect(got.events.at(-1)).toEqual({ kind: 'end', finish: 'stop', usage: { input: 3, output: 2 } });
  });
});

it('ends a stream whose line does not end', async () => {
  const line = Buffer.alloc(1024 * 1024, 'a');
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const more = () => {
      while (response.write(line));
      response.once('drain', more);
    };
    more();
  });
  onTestFinished(() => server.closeAllConnections());
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  const fetch = createModelFetch({ provider: 'Fixture', baseUrl, silenceMs: 60_000, now: Date.now });
  const access = { type: 'compatible', provider: 'Fixture', baseUrl, key: null, fetch } as const;
  const { error } = await all(askModel(access, 'm', question));
  server.close();
  expect(reasonIn(error)).toMatchObject({ kind: 'model-unreadable', provider: 'Fixture' });
});

it('takes no more models of a list than are kept', async () => {
  const models = Array.from({ length: maxModelsOfProvider + 10 }, (_, at) => ({ name: `m${at}` }));
  const server = await start({ models });
  for (const wire of wires.slice(0, 2)) {
    const listed = await listModels(accessTo(server, wire), new AbortController().signal);
    expect(listed.models.map(({ name }) => name)).toEqual(models.slice(0, maxModelsOfProvider).map(({ name }) => name));
  }
});
