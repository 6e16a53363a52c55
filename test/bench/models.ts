// Tokens on their way: from the moment that a provider writes one until the panel, or an asker in the hub, has it; one stream and fifty.
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { askModel } from '../../electron/core/models/sdk/ask-model.ts';
import { createModelFetch } from '../../electron/core/models/wire/model-fetch.ts';
import { openPlace } from '../support/hub-process.ts';
import { startModelServer } from '../support/models/model-server.ts';
import { boundRow, median } from './measure.ts';
import type { ModelServer } from '../support/models/model-server.ts';
import type { ScriptedPiece } from '../support/models/script.ts';
import type { PanelClient } from '../support/panel-client.ts';
import type { BenchRow } from './row.ts';

const tokens = 300;
const rate = 100;
const streams = 50;
const goals = { overDirectMs: 2, lateMs: 50, lost: 0 };
const model = 'qwen2.5:7b';

/** Server, panel and direct client run in this process, so that all of them read one clock; the hub is a process of its own. */
export async function benchModels(): Promise<BenchRow[]> {
  const place = openPlace();
  const server = await startModelServer();
  try {
    const panel = await place.panel(await place.serve());
    const { provider } = await panel.request('models:add', { type: 'compatible', baseUrl: server.openai });
    await panel.request('models:set', { providerId: provider.id, limits: { atOnce: streams } });
    server.answer = () => ({ pieces: stamped() });
    const heard = hearing(panel);
    await toPanel(panel, provider.id, 'warm', heard);
    const direct = median(await toDirectClient(server));
    const panels = median(await toPanel(panel, provider.id, 'one', heard));
    const askers = median(await toAsker(server));
    const many = await Promise.all(
      Array.from({ length: streams }, (_, at) => toPanel(panel, provider.id, `many ${at}`, heard)),
    );
    const directs = await Promise.all(Array.from({ length: streams }, () => toDirectClient(server)));
    return [
      over('from a token to the panel, over a direct client, the middle', panels, direct),
      over('from a token to an asker in the hub, over a direct client, the middle', askers, direct),
      ...lateAndLost(many, directs.flat()),
    ];
  } finally {
    await server.close();
    await place.end();
  }
}

function over(name: string, value: number, direct: number): BenchRow {
  const row = boundRow(name, { value: value - direct, unit: 'ms' }, { atMost: goals.overDirectMs });
  return { ...row, notes: [`${value.toFixed(2)} ms, a direct client ${direct.toFixed(2)} ms`] };
}

function lateAndLost(many: readonly (readonly number[])[], directs: readonly number[]): BenchRow[] {
  const all = many.flat();
  const latest = Math.max(...all);
  const name = `${streams} streams of ${rate} tokens/s at once`;
  const late = boundRow(`${name}: the latest token`, { value: latest, unit: 'ms' }, { atMost: goals.lateMs });
  const lost = { value: streams * tokens - all.length, unit: 'tokens' };
  return [
    {
      ...late,
      notes: [
        `${all.length} tokens, the middle one after ${median(all).toFixed(2)} ms`,
        `as many to direct clients: the latest ${Math.max(...directs).toFixed(2)} ms, the middle ${median(directs).toFixed(2)} ms`,
      ],
    },
    boundRow(`${name}: lost`, lost, { atMost: goals.lost }),
  ];
}

/** Each token is the moment at which it was written. */
function stamped(): ScriptedPiece[] {
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
function hearing(panel: PanelClient): Map<string, number[]> {
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

async function toPanel(panel: PanelClient, providerId: string, testId: string, heard: Map<string, number[]>) {
  const ages: number[] = [];
  heard.set(testId, ages);
  await panel.request('models:test', { providerId, model, testId });
  return ages;
}

async function toAsker(server: ModelServer): Promise<number[]> {
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
function toDirectClient(server: ModelServer): Promise<number[]> {
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
