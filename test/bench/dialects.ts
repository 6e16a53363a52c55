// Every wire end to end at a steady rate: a real hub, a real relay with a played extension, four agents on real sockets.
import { setTimeout as sleep } from 'node:timers/promises';
import { PanelClient } from '../support/panel-client.ts';
import { agentWires, approveClients } from './dialects/agents.ts';
import { openDebuggableStage } from './dialects/debuggable-stage.ts';
import { extensions, type PlayedExtension } from './dialects/extensions.ts';
import { LiveMemory, type Memory } from './dialects/live-memory.ts';
import { McpLoad } from './dialects/mcp-agents.ts';
import { currentRss } from './host-process.ts';
import { median, rounded } from './measure.ts';
import type { LoadAgent, LoadClient } from './dialects/tab-reader.ts';
import type { BenchRow } from './row.ts';

const callsPerSecond = 200;
const agentCount = 4;
/** The memory of the first seconds is that of parts which are used for the first time. */
const settledAfter = 10;
/** What the hub may hold more at the end of a minute than after its first seconds, garbage aside. */
const heapGoalMb = 2;
const rssGoalMb = 8;
/** How long the last answers may take after the last call. */
const patienceMs = 20_000;

interface Case {
  readonly wire: keyof typeof agentWires;
  readonly extension: keyof typeof extensions;
}

/** Each wire of agents with our own extension, then each kind of extension with our own wire. */
const cases: readonly Case[] = [
  { wire: 'pilothouse', extension: 'pilothouse' },
  { wire: '/mcp', extension: 'pilothouse' },
  { wire: '/sse', extension: 'pilothouse' },
  { wire: 'claude-frames', extension: 'pilothouse' },
  { wire: 'claude-frames in a folder', extension: 'pilothouse' },
  { wire: 'claude-bridge', extension: 'pilothouse' },
  { wire: 'claudezilla', extension: 'pilothouse' },
  { wire: 'claudezilla, flat', extension: 'pilothouse' },
  { wire: 'pilothouse', extension: 'claude-frames' },
  { wire: 'pilothouse', extension: 'claudezilla' },
];

/** `seconds` for each case. */
export async function benchDialects(seconds = 60): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const tried of cases) rows.push(...(await benchCase(tried, seconds)));
  return rows;
}

async function benchCase({ wire, extension }: Case, seconds: number): Promise<BenchRow[]> {
  const stage = await openDebuggableStage();
  const memory = await LiveMemory.open(stage.hub.pid ?? 0, stage.output());
  const panel = await PanelClient.open(stage.url);
  const played = extensions[extension](stage.home);
  const agents: LoadAgent[] = [];
  try {
    await approveBrowser(panel);
    const client = await approveClients(panel, stage.home);
    await fillTrace(client);
    for (let number = 0; number < agentCount; number += 1)
      agents.push(await agentWires[wire]({ panel, client, userHome: stage.userHome, number }));
    for (const agent of agents) await agent.openTab();
    const load = await run(agents, seconds, memory, played);
    return rowsOf(`agents of ${wire}, extension of ${extension}`, load);
  } finally {
    for (const agent of agents) agent.close();
    await played.close();
    await panel.close();
    memory.close();
    await stage.close();
  }
}

async function approveBrowser(panel: PanelClient): Promise<void> {
  await panel.waitFor(({ browsers }) => Object.keys(browsers).length === 1, 'the extension waits');
  const [browserId = ''] = Object.keys(panel.snapshot.browsers);
  await panel.request('browsers:approve', { browserId });
  await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'the extension is let in');
}

/** The trace takes its memory as it is written, up to a bound that is no matter here: so it is filled first. */
async function fillTrace(client: LoadClient): Promise<void> {
  const filler = await McpLoad.connect(client);
  const [entries, atOnce] = [205_000, 500];
  const params = { fill: 'trace '.repeat(120) };
  for (let sent = 0; sent < entries; sent += atOnce)
    await Promise.all(Array.from({ length: atOnce }, () => filler.request('ping', params)));
  filler.close();
}

interface Sample extends Memory {
  readonly relay: number;
}

interface Load {
  readonly sent: number;
  readonly answered: number;
  readonly wrong: readonly string[];
  readonly latencies: readonly number[];
  readonly early: Sample | null;
  readonly late: Sample;
}

/** Calls at the steady rate, whatever the answers take; the agents take turns. */
async function run(
  agents: readonly LoadAgent[],
  seconds: number,
  memory: LiveMemory,
  { relayPid }: PlayedExtension,
): Promise<Load> {
  const latencies: number[] = [];
  const wrong: string[] = [];
  const look = async (): Promise<Sample> => ({ ...(await memory.read()), relay: currentRss(relayPid) });
  let early: Sample | null = null;
  let sent = 0;
  const started = performance.now();
  const total = seconds * callsPerSecond;
  while (sent < total) {
    const at = (performance.now() - started) / 1_000;
    for (; sent < Math.min(total, at * callsPerSecond); sent += 1) {
      const called = performance.now();
      void agents[sent % agents.length]?.call().then(
        () => latencies.push(performance.now() - called),
        (error: Error) => wrong.push(error.message),
      );
    }
    if (at > Math.min(settledAfter, seconds / 2)) early ??= await look();
    await sleep(1);
  }
  const deadline = performance.now() + patienceMs;
  while (latencies.length + wrong.length < sent && performance.now() < deadline) await sleep(20);
  return { sent, answered: latencies.length, wrong, latencies, early, late: await look() };
}

function rowsOf(name: string, { sent, answered, wrong, latencies, early, late }: Load): BenchRow[] {
  for (const sentence of new Set(wrong)) process.stderr.write(`${name}: ${sentence}\n`);
  const sorted = latencies.toSorted((a, b) => a - b);
  const slow = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
  return [
    {
      case: `${name}: calls that were not answered, of ${sent}`,
      value: sent - answered,
      unit: 'calls',
      baseline: null,
      ratio: null,
      goal: 'none',
      holds: answered === sent,
    },
    growthRow(`${name}: what the hub's objects take`, early?.heap, late.heap, heapGoalMb),
    growthRow(`${name}: memory of the hub`, early?.rss, late.rss, rssGoalMb),
    growthRow(`${name}: memory of the relay`, early?.relay, late.relay, rssGoalMb),
    shownRow(`${name}: the middle delay of a call`, median(latencies)),
    shownRow(`${name}: the delay that 95 of 100 calls keep under`, slow),
  ];
}

function growthRow(name: string, early = Number.NaN, late: number, goalMb: number): BenchRow {
  const [before, after] = [early / 1e6, late / 1e6];
  return {
    case: `${name}, ${rounded(after)} MB at the end: more than after the first seconds`,
    value: rounded(after - before),
    unit: 'MB',
    baseline: rounded(before),
    ratio: rounded(after / before),
    goal: `at most ${goalMb} MB`,
    holds: after - before <= goalMb,
  };
}

function shownRow(name: string, value: number): BenchRow {
  return { case: name, value: rounded(value), unit: 'ms', baseline: null, ratio: null, goal: 'shown', holds: true };
}
