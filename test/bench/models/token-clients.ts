// Who waits for tokens in the bench: a panel, an extension on Harbor's bridge, an asker in the hub's own code, and a plain HTTP client. Each gives the ages of its tokens, in milliseconds.
import { request } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { askModel } from '../../../electron/core/models/sdk/ask-model.ts';
import { createModelFetch } from '../../../electron/core/models/wire/model-fetch.ts';
import { startLauncher } from '../../integration/native-host/relay-child.ts';
import type { ModelServer } from '../../support/models/model-server.ts';
import type { ScriptedPiece } from '../../support/models/script.ts';
import type { PanelClient } from '../../support/panel-client.ts';

export const tokens = 300;
export const rate = 100;
const model = 'qwen2.5:7b';

/** Each token is the moment at which it was written. */
export function stamped(): ScriptedPiece[] {
  const began = performance.now();
  return Array.from({ length: tokens }, (_, at): ScriptedPiece[] => [
    {
      kind: 'wait',
      get until() {
        return sleep(Math.max(0, began + (at * 1_000) / rate - performance.now()));
      },
    },
    {
      kind: 'text',
      get text() {
        return `${performance.now()} `;
      },
    },
  ]).flat();
}

function ageOf(text: string): number {
  return performance.now() - Number(text);
}

/** Ages of the tokens of each test, as they come. One ear for all: fifty would read each message fifty times. */
export function hearing(panel: PanelClient): Map<string, number[]> {
  const heard = new Map<string, number[]>();
  panel.socket.on('message', data => {
    const text = String(data);
    const [, stamp = ''] = /^\{"event":"models:tested".*"text":"([\d.]+) "/.exec(text) ?? [];
    if (stamp === '') return;
    const age = ageOf(stamp);
    const { data: tested } = JSON.parse(text) as { data: { testId: string } };
    heard.get(tested.testId)?.push(age);
  });
  return heard;
}

export async function toPanel(panel: PanelClient, providerId: string, testId: string, heard: Map<string, number[]>) {
  const ages: number[] = [];
  heard.set(testId, ages);
  await panel.request('models:test', { providerId, model, testId });
  return ages;
}

/** An extension that streams chats over the launcher, as its browser starts it. */
export class BridgeAsker {
  readonly #relay: ReturnType<typeof startLauncher>;
  #nextId = 1;

  constructor(home: string) {
    this.#relay = startLauncher(path.join(home, 'launcher/relay'), ['--native-messaging']);
  }

  async tokens(heard: (token: string) => void): Promise<void> {
    const messages = [{ role: 'user', content: 'Go' }];
    const id = `s${this.#nextId++}`;
    this.#relay.send(JSON.stringify({ type: 'rpc', id, method: 'llm.chat_stream', params: { messages, model } }));
    for (;;) {
      const text = (await this.#relay.take()).toString();
      const [, token] = /"type":"token","token":"([^"]*)"/.exec(text) ?? [];
      if (token !== undefined) heard(token);
      else if (text.includes('"type":"done"')) return;
      else if (text.includes('"error"')) throw new Error(text);
    }
  }

  /** Milliseconds until the first token. */
  async firstToken(): Promise<number> {
    const asked = performance.now();
    let first = Number.NaN;
    await this.tokens(() => {
      if (Number.isNaN(first)) first = performance.now() - asked;
    });
    return first;
  }

  async close(): Promise<void> {
    this.#relay.child.stdin?.end();
    await this.#relay.exited;
  }
}

export async function toBridgeClient(home: string): Promise<number[]> {
  const asker = new BridgeAsker(home);
  try {
    const ages: number[] = [];
    await asker.tokens(token => ages.push(ageOf(token)));
    return ages;
  } finally {
    await asker.close();
  }
}

export async function toAsker(server: ModelServer): Promise<number[]> {
  const baseUrl = server.openai;
  const fetch = createModelFetch({ provider: 'Fixture', baseUrl, silenceMs: 60_000, now: Date.now });
  const access = { type: 'compatible', provider: 'Fixture', baseUrl, key: null, fetch } as const;
  const ages: number[] = [];
  const asked = {
    messages: [{ role: 'user', parts: [{ kind: 'text', text: 'Go' }] }],
    signal: new AbortController().signal,
  } as const;
  for await (const event of askModel(access, model, asked)) if (event.kind === 'text') ages.push(ageOf(event.text));
  return ages;
}

/** Nothing but the connection and its lines. */
export function toDirectClient(server: ModelServer): Promise<number[]> {
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Go' }], stream: true });
  const headers = { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const ages: number[] = [];
    const asking = request(`${server.openai}/chat/completions`, { method: 'POST', headers }, response => {
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        for (const [, content] of text.matchAll(/"content":"([\d.]+) "/g)) ages.push(ageOf(content ?? ''));
      });
      response.on('end', () => resolve(ages)).on('error', reject);
    });
    asking.on('error', reject).end(body);
  });
}
