// What 200 MB cost in memory when one side reads slowly: the relay against the bare echo host, and how much the hub grows.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { repositoryRoot } from '../support/provided.ts';
import { currentRss, type HostProcess, peakRss, startEcho } from './host-process.ts';
import { rounded } from './measure.ts';
import { startRelay } from './relay-node.ts';
import type { BenchRow } from './row.ts';

const mib = 1024 * 1024;
const totalBytes = 200_000_000;
const frameBytes = 1_000_000;
const frames = totalBytes / frameBytes;
const relayGoalMb = 45;
const hubGoalMb = 40;
/** How long the slow side sleeps after each frame that it has read. */
const slowMs = 5;

/** 200 MB to an endpoint that echoes and back, through a browser's side that is in no hurry. */
export async function benchRelayMemory(): Promise<BenchRow> {
  const echo = await startEcho();
  const hub = await startEchoHub();
  const relay = startRelay(hub.home);
  try {
    await relay.hears('"connected"');
    const frame = Buffer.alloc(frameBytes, 'x');
    await echoEach(echo.host, frame);
    await pump(relay, frame, async () => {
      await sleep(slowMs);
    });
    const [value, baseline] = [peakRss(relay.child.pid ?? 0), peakRss(echo.host.child.pid ?? 0)];
    return growth(`relay: peak memory with 200 MB each way and a slow reader`, value, baseline, relayGoalMb);
  } finally {
    await relay.close();
    await hub.close();
    await echo.close();
  }
}

const loads = {
  pictures: { picture: Buffer.alloc(((frameBytes - 1_000) * 3) / 4, 7).toString('base64') },
  text: { text: 'All work and no play. '.repeat((frameBytes - 1_000) / 22) },
};

/** 200 MB from a browser to the real hub, which reads, parses and traces them more slowly than they come. */
export async function benchHubMemory(home: string, hubPid: number, load: keyof typeof loads): Promise<BenchRow> {
  const relay = startRelay(home);
  try {
    await relay.hears('"connected"');
    await relay.pings(2_000);
    const before = currentRss(hubPid);
    let peak = before;
    const ping = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: loads[load] }));
    await pump(relay, ping, async () => {
      peak = Math.max(peak, currentRss(hubPid));
      await sleep(slowMs);
    });
    return growth(`hub: growth with 200 MB of ${load} from a browser`, peak, before, hubGoalMb);
  } finally {
    await relay.close();
  }
}

/** One frame at a time: a host without backpressure would only show how much it piles up. */
async function echoEach(host: HostProcess, frame: Buffer): Promise<void> {
  for (let sent = 0; sent < frames; sent += 1) {
    const answered = new Promise<void>(resolve => host.onFrame(() => resolve()));
    host.send(frame);
    await answered;
  }
}

/** Sends all frames as fast as they are taken and resolves when as many have come back, each met by `read`. */
async function pump(host: HostProcess, frame: Buffer, read: () => Promise<void>): Promise<void> {
  const { stdin, stdout } = host.child;
  let heard = 0;
  const all = new Promise<void>(resolve =>
    host.onFrame(() => {
      heard += 1;
      if (heard === frames) resolve();
      stdout?.pause();
      void read().then(() => stdout?.resume());
    }),
  );
  for (let sent = 0; sent < frames; sent += 1) {
    if (!host.send(frame) && stdin) await once(stdin, 'drain');
  }
  await all;
}

function growth(name: string, value: number, baseline: number, goalMb: number): BenchRow {
  const grown = (value - baseline) / mib;
  return {
    case: name,
    value: rounded(value / mib),
    unit: 'MiB',
    baseline: rounded(baseline / mib),
    ratio: rounded(value / baseline),
    goal: `at most ${goalMb} MB above`,
    holds: grown <= goalMb,
  };
}

interface EchoHub {
  readonly home: string;
  close(): Promise<void>;
}

/** The real endpoint in a process of its own, which sends every frame back and reads no faster than its answers are taken. */
async function startEchoHub(): Promise<EchoHub> {
  const home = await mkdtemp(join(tmpdir(), 'pilothouse-bench-'));
  await mkdir(join(home, 'secrets'), { mode: 0o700 });
  await writeFile(join(home, 'secrets/hub.key'), randomBytes(32).toString('hex'), { mode: 0o600 });
  const script = join(home, 'hub.mjs');
  await build({
    entryPoints: [join(repositoryRoot, 'test/bench/echo-hub.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
  const child: ChildProcess = spawn(process.execPath, [script, home], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (child.stdout) await once(child.stdout, 'data');
  return {
    home,
    close: async () => {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
      await rm(home, { recursive: true, force: true });
    },
  };
}
