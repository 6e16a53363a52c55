// Presence: what it costs that every hub hears of every other, with hubs of real connections, and what one hub keeps of ten thousand.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Kvm } from '@nats-io/kv';
import { FleetHubs } from '../../../electron/core/fleet/link/fleet-hubs.ts';
import { setUpFleet } from '../../../electron/core/fleet/link/fleet-set-up.ts';
import { openFleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';
import { StatePublisher } from '../../../electron/core/state/publisher.ts';
import { buildHubInfo } from '../../support/hub-fixtures.ts';
import { startNats } from '../../support/nats-server.ts';
import { boundRow, rounded } from '../measure.ts';
import { presenceOf } from './presence-facts.ts';
import type { ChildProcess } from 'node:child_process';
import type { NatsServer } from '../../support/nats-server.ts';
import type { BenchRow } from '../row.ts';
import type { Counts, HubsOptions } from './presence-hubs.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const sizes = { replicas: 1, auditDays: 1, traceDays: 1, auditBytes: 10_000_000, traceBytes: 10_000_000 };
/** How long the bucket keeps what is told: as it is set up, and as docs/scale.md has it for large fleets. */
const fleets = [
  { count: 50, ttl: 15_000 },
  { count: 200, ttl: 15_000 },
  { count: 200, ttl: 180_000 },
] as const;
/** Hubs that run are heard of less often in a large fleet: so long until all of them have found that out. */
const settleMs = 20_000;
const usualSeconds = 30;
const processes = 2;
/** Of one core, what a hub may spend on hearing of the others. */
const maxCoreShare = 0.01;
const mostKnown = 10_000;
/** Kilobytes that a hub may keep of each other one. */
const maxKilobytes = 10;

export async function benchPresence(seconds = usualSeconds): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const fleet of fleets) rows.push(await benchFleetOf(fleet, seconds));
  return [...rows, benchView()];
}

async function benchFleetOf({ count, ttl }: (typeof fleets)[number], seconds: number): Promise<BenchRow> {
  const server = await startNats();
  const children: ChildProcess[] = [];
  try {
    const wire = await openFleetWire('pilothouse', 'owner', { servers: server.url });
    // Before the others, which are made where they are missing.
    await new Kvm(wire.connection).create(wire.subjects.bucket('presence'), { ttl });
    await setUpFleet(wire, sizes);
    await wire.connection.close();
    children.push(...startHubs(server.url, count));
    await Promise.all(children.map(answerOf));
    await pause(settleMs);
    const [before, serverBefore] = [await countsOf(children), cpuMs(server)];
    await pause(seconds * 1_000);
    const [after, serverAfter] = [await countsOf(children), cpuMs(server)];
    const row = rowOf(count, before, after, serverAfter - serverBefore);
    return { ...row, case: `${row.case}, kept for ${ttl / 1_000} s` };
  } finally {
    for (const child of children.filter(({ exitCode }) => exitCode === null)) {
      child.disconnect();
      await once(child, 'exit');
    }
    await server.remove();
  }
}

function startHubs(url: string, count: number): ChildProcess[] {
  const names = Array.from({ length: count }, (_, index) => `hub-${index}`);
  return Array.from({ length: processes }, (_, index) => {
    const child = fork(path.join(here, '../../run-ts.mjs'), [path.join(here, 'presence-hubs.ts')], {
      stdio: 'inherit',
    });
    const own = names.filter((_name, at) => at % processes === index);
    child.send({ url, count, names: own } satisfies HubsOptions);
    return child;
  });
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const [answer] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('A process of simulated hubs has ended.'))),
  ]);
  return answer;
}

async function countsOf(children: readonly ChildProcess[]): Promise<Counts[]> {
  const answers = children.map(child => answerOf(child) as Promise<Counts>);
  for (const child of children) child.send('counts');
  return Promise.all(answers);
}

/** Linux counts in hundredths of a second. */
function cpuMs({ pid }: NatsServer): number {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function rowOf(count: number, before: readonly Counts[], after: readonly Counts[], serverMs: number): BenchRow {
  const grown = (key: 'cpuMs' | 'messages' | 'bytes') =>
    after.reduce((sum, one, index) => sum + one[key] - (before[index]?.[key] ?? 0), 0);
  const seconds = ((after[0]?.at ?? 0) - (before[0]?.at ?? 0)) / 1_000;
  const share = grown('cpuMs') / 1_000 / seconds / count;
  const fewest = Math.min(...after.map(one => one.fewest));
  if (fewest < count) throw new Error(`A hub takes only ${fewest} of ${count} for being here.`);
  return {
    ...boundRow(
      `presence: of one core, a hub of ${count}`,
      { value: share * 100, unit: '%' },
      { atMost: maxCoreShare * 100 },
    ),
    notes: [
      `${rounded(grown('messages') / seconds / count)} messages a second to each hub, ${rounded(grown('messages') / seconds)} to all, of ${Math.round(grown('bytes') / grown('messages'))} bytes.`,
      `The server takes ${rounded(serverMs / seconds / 10)} % of one core.`,
    ],
  };
}

/** What one hub keeps of all that it may know, measured without a network. */
function benchView(): BenchRow {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const state = new StatePublisher(buildHubInfo({}));
  const clock = { now: 0 };
  const now = () => clock.now;
  const hubs = new FleetHubs({ state, monotonic: now, now, onChange: () => {}, problem: () => {} });
  const values = (calls: number) =>
    Array.from({ length: mostKnown }, (_, index) => {
      const name = `hub-${index}`;
      return [name, new TextEncoder().encode(JSON.stringify(presenceOf(name, calls, calls)))] as const;
    });
  const hearAll = (calls: number) => {
    const all = values(calls);
    const begin = performance.now();
    for (const [name, value] of all) hubs.heard(name, value, 'self');
    return ((performance.now() - begin) * 1_000) / mostKnown;
  };
  collect();
  const before = process.memoryUsage().heapUsed;
  hearAll(0);
  collect();
  const kilobytes = (process.memoryUsage().heapUsed - before) / 1_024 / mostKnown;
  // Each tells again what it told before, but for its figures.
  const again = [1, 2, 3].map(hearAll);
  if (hubs.rows.length !== mostKnown) throw new Error(`Only ${hubs.rows.length} hubs are known.`);
  return {
    ...boundRow(
      `presence: memory for each of ${mostKnown} hubs`,
      { value: kilobytes, unit: 'kB' },
      { atMost: maxKilobytes },
    ),
    notes: [
      `Hearing of one again takes ${rounded(Math.min(...again))} µs, beside what the client of NATS takes; ${new TextEncoder().encode(JSON.stringify(presenceOf('hub-1000', 100))).length} bytes each.`,
    ],
  };
}
