// Many servers at once: what a hundred that idle cost the hub, and whether the panel answers while forty start.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PanelClient } from '../../support/panel-client.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { openStage } from '../../support/stage.ts';
import { rounded } from '../measure.ts';
import { runServers } from './our-ways.ts';
import type { BenchRow } from '../row.ts';

const idleCount = 100;
const startCount = 40;
const idleSeconds = 20;
const ticksPerSecond = 100;

export async function benchCrowd(): Promise<BenchRow[]> {
  const stage = await openStage();
  try {
    const panel = await PanelClient.open(stage.url);
    const starting = await whileStarting(panel);
    await runServers(panel, servers(startCount, idleCount));
    await sleep(3_000);
    const idle = await idleShare(stage.hub.pid ?? 0);
    await panel.close();
    return [starting, idle];
  } finally {
    await stage.close();
  }
}

/** The longest answer of the panel to a question that it is asked all the time. */
async function whileStarting(panel: PanelClient): Promise<BenchRow> {
  const started = new AbortController();
  const times: number[] = [];
  const asking = (async () => {
    while (!started.signal.aborted) {
      const asked = performance.now();
      await panel.request('trace:window', { filter: {}, from: -1, count: 50 });
      times.push(performance.now() - asked);
      await sleep(5);
    }
  })();
  await runServers(panel, servers(0, startCount));
  started.abort();
  await asking;
  const longest = Math.max(...times);
  return bound(`the longest answer of the panel while ${startCount} servers start`, longest, 'ms', 60);
}

async function idleShare(pid: number): Promise<BenchRow> {
  const before = cpuSeconds(pid);
  await sleep(idleSeconds * 1_000);
  const percent = ((cpuSeconds(pid) - before) / idleSeconds) * 100;
  return bound(`what ${idleCount} idle servers cost the hub`, percent, '% of a core', 1);
}

function servers(from: number, to: number): Record<string, unknown> {
  const args = [join(repositoryRoot, 'test/fixtures/servers/well-behaved.mjs')];
  const names = Array.from({ length: to - from }, (_, index) => `crowd-${from + index}`);
  return Object.fromEntries(names.map(name => [name, { command: process.execPath, args }]));
}

/** User and system time of a process, from fields 14 and 15 of /proc/PID/stat. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

function bound(name: string, value: number, unit: string, atMost: number): BenchRow {
  return {
    case: name,
    value: rounded(value),
    unit,
    baseline: null,
    ratio: null,
    goal: `at most ${atMost} ${unit}`,
    holds: value <= atMost,
  };
}
