// One to four worker hubs, each a process with a server that computes 5 ms a call, behind one hub that asks: how much more they do together.
import fs from 'node:fs';
import os from 'node:os';
import { startFleetHub } from '../../support/fleet-hub.ts';
import { startNats } from '../../support/nats-server.ts';
import { endWorker, startWorker } from './worker-process.ts';
import type { ChildProcess } from 'node:child_process';
import type { FleetHub } from '../../support/fleet-hub.ts';
import type { BenchRow } from '../row.ts';

const computeMs = 5;
const seconds = 5;
const warmSeconds = 2;
const mostWorkers = 4;
const least = 0.85;
/** Calls under way for each worker: one computes, and the others are on their way. */
const ahead = 4;

interface Rate {
  readonly workers: number;
  readonly perSecond: number;
  /** Of all processes of this bench; null where the system does not tell. */
  readonly cpuMsPerCall: number | null;
  /** Of the time of all cores, what nobody has used, other programs of the machine among them. */
  readonly idle: number;
}

export async function benchFleetWorkers(): Promise<BenchRow[]> {
  const nats = await startNats();
  const workers: ChildProcess[] = [];
  let asker: FleetHub | null = null;
  try {
    asker = await startFleetHub(nats.url, 'mia');
    const rates: Rate[] = [];
    let serverId = '';
    for (let count = 1; count <= mostWorkers; count++) {
      workers.push(await startWorker({ url: nats.url, name: `worker-${count}`, asker: 'mia', share: 'worker' }));
      if (serverId === '') serverId = await asker.use(null, 'worker');
      await callsIn(asker, serverId, count, warmSeconds);
      rates.push(await rateOf(asker, serverId, count));
    }
    return rates.map(rate => rowOf(rate, rates[0] as Rate));
  } finally {
    for (const worker of workers) await endWorker(worker);
    await asker?.end();
    await nats.remove();
  }
}

async function rateOf(asker: FleetHub, serverId: string, workers: number): Promise<Rate> {
  const [begin, cpu, before] = [performance.now(), cpuMs(), coreTimes()];
  const calls = await callsIn(asker, serverId, workers, seconds);
  const perSecond = calls / ((performance.now() - begin) / 1_000);
  const [used, after] = [cpuMs(), coreTimes()];
  const idle = (after.idle - before.idle) / (after.all - before.all);
  return { workers, perSecond, idle, cpuMsPerCall: cpu === null || used === null ? null : (used - cpu) / calls };
}

/** How many calls are answered in so many seconds. */
async function callsIn(asker: FleetHub, serverId: string, workers: number, within: number): Promise<number> {
  const end = performance.now() + within * 1_000;
  let calls = 0;
  const oneAfterAnother = async () => {
    while (performance.now() < end) {
      await asker.request(serverId, 'tools/call', { name: 'work', arguments: { computeMs } });
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: workers * ahead }, oneAfterAnother));
  return calls;
}

/** Workers are as many times as fast as the cores have time for: where some of that was left, it would have been enough for more calls. */
function rowOf({ workers, perSecond, cpuMsPerCall, idle }: Rate, one: Rate): BenchRow {
  const cores = os.cpus().length;
  const leftMs = idle * cores * 1_000;
  const most = cpuMsPerCall === null ? perSecond / (1 - idle) : perSecond + leftMs / cpuMsPerCall;
  const linear = workers * one.perSecond;
  const bound = Math.min(linear, most);
  return {
    case: `${workers} worker ${workers === 1 ? 'hub' : 'hubs'}, ${computeMs} ms of computing a call`,
    value: perSecond,
    unit: 'calls/s',
    baseline: one.perSecond,
    ratio: perSecond / one.perSecond,
    goal: `at least ${least} × linear until the cores are used up`,
    holds: perSecond >= least * bound,
    notes: [
      `Linear would be ${linear.toFixed(0)} calls/s; ${cores} cores, of whose time ${(idle * 100).toFixed(0)} % was left, bear ${most.toFixed(0)} calls/s.`,
      cpuMsPerCall === null
        ? 'How much processor time a call takes is not known here.'
        : `A call takes ${cpuMsPerCall.toFixed(2)} ms of processor time over all processes.`,
    ],
  };
}

function coreTimes(): { readonly idle: number; readonly all: number } {
  const times = os.cpus().map(({ times }) => times);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return { idle: sum(times.map(({ idle }) => idle)), all: sum(times.map(one => sum(Object.values(one)))) };
}

/** Processor time of this process and all below it, as Linux tells; null elsewhere. */
function cpuMs(): number | null {
  if (process.platform !== 'linux') return null;
  const all = fs.readdirSync('/proc').flatMap(name => {
    const [, pid, rest = ''] = /^(\d+) \(.*\) (.*)$/s.exec(statOf(name)) ?? [];
    const fields = rest.split(' ');
    // Of proc(5): the parent is the fourth field, time of the process itself the 14th and 15th, in hundredths of a second.
    return pid === undefined
      ? []
      : [{ pid: Number(pid), parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * 10 }];
  });
  const below = (pid: number): number =>
    all.filter(one => one.parent === pid).reduce((sum, one) => sum + one.ms + below(one.pid), 0);
  return (all.find(({ pid }) => pid === process.pid)?.ms ?? 0) + below(process.pid);
}

function statOf(name: string): string {
  try {
    return /^\d+$/.test(name) ? fs.readFileSync(`/proc/${name}/stat`, 'utf8') : '';
  } catch {
    // It has ended.
    return '';
  }
}
