// The trace under load: a million entries that all are kept, what they cost in memory, and how fast they are found.
import { setTimeout as sleep } from 'node:timers/promises';
import { valueFields } from '../../contract/trace-fields.ts';
import { PanelClient } from '../support/panel-client.ts';
import { openStage } from '../support/stage.ts';
import { currentRss } from './host-process.ts';
import { boundRow } from './measure.ts';
import { PingLoad } from './ping-load.ts';
import { TracePanel } from './trace-panel.ts';
import type { TraceCondition, TraceFilter } from '../../contract/schemas/trace.ts';
import type { BenchRow } from './row.ts';

const mb = 1_000_000;
const perSecond = 20_000;
const seconds = 30;
const kept = 1_000_000;
/** How many windows and filters are asked for; the slowest counts. */
const looks = 40;

export async function benchTrace(): Promise<BenchRow[]> {
  const stage = await openStage();
  const panel = await PanelClient.open(stage.url);
  const looking = await TracePanel.open(stage, panel);
  const load = await PingLoad.connect(stage.home);
  const rss = () => currentRss(stage.hub.pid ?? 0);
  try {
    await sleep(2_000);
    const calmFrame = await looking.slowFrame();
    const memory = watchMemory(rss);
    const started = performance.now();
    await load.send(perSecond * seconds, perSecond);
    const took = (performance.now() - started) / 1_000;
    const slowFrame = await looking.slowFrame();
    // One in a thousand more than are kept, so that the oldest have given way.
    await load.send(kept * 1.001 - load.sent, perSecond);
    const peak = memory.stop();
    return [
      row('entries that the hub took', (perSecond * seconds) / took, 'a second', { atLeast: 0.98 * perSecond }),
      row(`entries lost of the newest ${kept}`, await lost(panel, load), 'entries', { atMost: 0 }),
      row('hub: growth over idle', (peak - memory.idle) / mb, 'MB', { atMost: 200 }),
      row('hub: memory of the process', peak / mb, 'MB', { atMost: 300 }),
      boundRow(
        'page: 95 of 100 frames while it follows, beside one at rest',
        { value: slowFrame, baseline: calmFrame, unit: 'ms' },
        { atMost: 20 },
      ),
      ...(await findings(panel, load)),
      ...(await sights(looking)),
    ];
  } finally {
    load.close();
    await looking.close();
    await panel.close();
    await stage.close();
  }
}

function watchMemory(rss: () => number) {
  const idle = rss();
  let peak = idle;
  const timer = setInterval(() => (peak = Math.max(peak, rss())), 50);
  return {
    idle,
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

/** Each answered ping is one entry; their own numbers in the method's id rise by one. */
async function lost(panel: PanelClient, load: PingLoad): Promise<number> {
  const { total, matched } = await panel.request('trace:window', { filter: {}, from: 0, count: 1 });
  const answered = await panel.request('trace:window', { filter: { outcome: 'ok', text: 'ping' }, from: 0, count: 1 });
  let lost = kept - Math.min(total, matched, answered.matched);
  for (let look = 0; look < looks; look += 1) {
    const from = Math.floor((look / looks) * (total - 200));
    const { entries } = await panel.request('trace:window', { filter: {}, from, count: 200 });
    const first = entries[0]?.seq ?? Number.NaN;
    lost += entries.filter((entry, index) => entry.seq !== first + index).length;
  }
  return lost + (load.sent - load.answered);
}

const conditions: readonly TraceCondition[] = [
  { field: 'method', has: 'ping' },
  { field: 'tool', has: 'navigate' },
  { field: 'server', has: 'everything' },
  { field: 'tab', is: 42 },
  { field: 'dir', is: 'in' },
  { field: 'size', over: 10 },
  { field: 'latency', over: 1 },
  {
    any: [
      { field: 'latency', over: 5 },
      { all: [{ field: 'text', has: 'ping' }, { not: { field: 'status', is: 'ok' } }] },
    ],
  },
];

/** Looks again after each of a few bursts of messages, as a panel does that follows. */
async function following(panel: PanelClient, load: PingLoad): Promise<number> {
  const where = { all: [{ field: 'method', has: 'ping' }, { not: { field: 'status', is: 'error' } }] } as const;
  const ask = { filter: { where }, from: -1, count: 200 };
  await panel.request('trace:window', ask);
  let longest = 0;
  for (let look = 0; look < looks; look += 1) {
    await load.send(200, perSecond);
    longest = Math.max(longest, await slowest([ask], one => panel.request('trace:window', one)));
  }
  return longest;
}

function values(panel: PanelClient): Promise<number> {
  return slowest(valueFields, field => panel.request('trace:values', { field, count: 50 }));
}

async function findings(panel: PanelClient, load: PingLoad): Promise<BenchRow[]> {
  const { total, entries } = await panel.request('trace:window', { filter: {}, from: -1, count: 200 });
  const [entry] = entries;
  const everywhere = Array.from({ length: looks }, (_, look) => Math.floor((look / looks) * total));
  const window = await slowest(everywhere, from => panel.request('trace:window', { filter: {}, from, count: 200 }));
  const fields: Partial<TraceFilter>[] = [
    { outcome: 'ok' },
    { outcome: 'pending' },
    { agentId: entry?.from.id ?? '' },
    ...conditions.map(where => ({ where })),
  ];
  const filter = await slowest(fields, some => panel.request('trace:window', { filter: some, from: -1, count: 200 }));
  const words = ['ping', 'BROWSER', 'nothing has this', 'x'];
  const text = await slowest(words, some =>
    panel.request('trace:window', { filter: { text: some }, from: -1, count: 200 }),
  );
  return [
    row('the slowest window at any place', window, 'ms', { atMost: 50 }),
    row('the slowest filter by a field', filter, 'ms', { atMost: 300 }),
    row('the slowest search for a text', text, 'ms', { atMost: 1_000 }),
    row('the slowest look of somebody who follows a filter', await following(panel, load), 'ms', { atMost: 50 }),
    row('the slowest list of the values of a field', await values(panel), 'ms', { atMost: 300 }),
  ];
}

/** Filters that let through all that passed, with their counterparts that let through nothing. */
const byField = [
  ['method:ping', 'method:pong'],
  ['dir:in', 'tool:navigate'],
  ['size>10', 'tab:4242'],
  ['not status:error', 'status:error'],
  ['latency<100000', 'server:everything'],
] as const;
const byText = [
  ['ping', 'nothing-has-this'],
  ['BROWSER', 'nor-this'],
] as const;

/** What a person at the panel waits for. */
async function sights(page: TracePanel): Promise<BenchRow[]> {
  await page.endFollowing();
  // Far from each other, first and last place among them.
  const places = Array.from({ length: looks }, (_, look) => (look * 0.618034) % 1).with(1, 1);
  const filters = async (pairs: readonly (readonly [string, string])[]) => {
    const times: number[] = [];
    for (const [all, none] of pairs) {
      times.push(await page.filter(none, 'nothing'), await page.filter(all, 'everything'));
    }
    return Math.max(...times);
  };
  const scrolls: number[] = [];
  for (const place of places) scrolls.push(await page.scrollTo(place));
  return [
    row('page: the slowest scroll to any place', Math.max(...scrolls), 'ms', { atMost: 50 }),
    row('page: the slowest filter by a field', await filters(byField), 'ms', { atMost: 300 }),
    row('page: the slowest search for a text', await filters(byText), 'ms', { atMost: 1_000 }),
    row('page: the largest heap', page.heap / mb, 'MB', { atMost: 250 }),
  ];
}

async function slowest<T>(cases: readonly T[], ask: (some: T) => Promise<unknown>): Promise<number> {
  let longest = 0;
  for (const some of cases) {
    const started = performance.now();
    await ask(some);
    longest = Math.max(longest, performance.now() - started);
  }
  return longest;
}

function row(name: string, value: number, unit: string, bound: { atMost: number } | { atLeast: number }): BenchRow {
  return boundRow(name, { value, unit }, bound);
}
