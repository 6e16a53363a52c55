// A signed policy to 200 simulated hubs at a real server: how long after it was published each of them has it in force.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setUpFleet } from '../../../electron/core/fleet/link/fleet-set-up.ts';
import { policySigner } from '../../support/fleet-signer.ts';
import { startNats } from '../../support/nats-server.ts';
import { boundRow } from '../measure.ts';
import { startHub } from './policy-hub.ts';
import type { ChildProcess } from 'node:child_process';
import type { BenchRow } from '../row.ts';
import type { Applied, HubsOptions } from './policy-hubs.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const hubs = 200;
/** As many as there are cores in the goal. */
const processes = 2;
/** Published one after the other, each once all hubs have the one before. */
const rounds = 20;
const ruleCount = 100;
const restMs = 200;
const givenUpMs = 20_000;
const share = 0.95;
const goalMs = 500;
const sizes = { replicas: 1, auditDays: 1, traceDays: 1, auditBytes: 10_000_000, traceBytes: 10_000_000 };

export async function benchPolicy(): Promise<BenchRow[]> {
  const server = await startNats();
  const children: ChildProcess[] = [];
  try {
    const signer = policySigner('Bench');
    const options = { url: server.url, signers: [signer.signer] };
    const publisher = await startHub(options, 'owner', () => {});
    await setUpFleet(publisher.wire, sizes);
    const counted = new Counted();
    children.push(...startHubs(options, counted));
    const publish = async (version: number) => {
      const envelope = signer.sign({ version, rules: rulesOf(version) });
      const at = Date.now();
      await publisher.keeper.publisher?.publish(envelope, version);
      return at;
    };
    // Until every hub has begun; what it costs is that of starting.
    await publish(1);
    await counted.all(1);
    const times: number[][] = [];
    for (let version = 2; version < rounds + 2; version += 1) {
      await pause(restMs);
      const publishedAt = await publish(version);
      times.push((await counted.all(version)).map(at => at - publishedAt));
    }
    await publisher.end();
    return rowsOf(times);
  } finally {
    for (const child of children.filter(({ exitCode }) => exitCode === null)) {
      child.disconnect();
      await once(child, 'exit');
    }
    await server.remove();
  }
}

function rulesOf(version: number) {
  return Array.from({ length: ruleCount }, (_, index) => ({
    id: `rule-${version}-${index}`,
    effect: 'deny',
    scopes: ['servers:call'],
    servers: [`server-${index}`],
    reason: 'Measured by a bench.',
  }));
}

function startHubs(options: Omit<HubsOptions, 'names'>, counted: Counted): ChildProcess[] {
  const names = Array.from({ length: hubs }, (_, index) => `hub-${index}`);
  return Array.from({ length: processes }, (_, index) => {
    const child = fork(path.join(here, '../../run-ts.mjs'), [path.join(here, 'policy-hubs.ts')], { stdio: 'inherit' });
    child.on('exit', () => counted.end());
    child.on('message', (applied: Applied) => counted.heard(applied));
    child.send({ ...options, names: names.filter((_name, at) => at % processes === index) } satisfies HubsOptions);
    return child;
  });
}

/** When each hub has put which version in force. */
class Counted {
  readonly #applied = new Map<number, Map<string, number>>();
  #ended = false;

  heard({ hub, version, at }: Applied): void {
    const hubsOf = this.#applied.get(version) ?? new Map<string, number>();
    this.#applied.set(version, hubsOf.set(hub, at));
  }

  /** A process has ended, and with it its hubs. */
  end(): void {
    this.#ended = true;
  }

  /** Of those that have it before it is given up. */
  async all(version: number): Promise<number[]> {
    const until = Date.now() + givenUpMs;
    while ((this.#applied.get(version)?.size ?? 0) < hubs && Date.now() < until) {
      if (this.#ended) throw new Error('A process of simulated hubs has ended; what it said is above.');
      await pause(20);
    }
    return [...(this.#applied.get(version)?.values() ?? [])];
  }
}

function rowsOf(times: readonly number[][]): BenchRow[] {
  const missing = times.reduce((sum, one) => sum + hubs - one.length, 0);
  // Whoever has not taken it has taken it after all others.
  const late = times.map(one => [...one, ...Array.from({ length: hubs - one.length }, () => givenUpMs)]);
  const quantile = (all: readonly number[], of: number) =>
    all.toSorted((a, b) => a - b)[Math.ceil(all.length * of) - 1] ?? Number.NaN;
  const each = late.map(one => quantile(one, share));
  const all = late.flat();
  return [
    {
      ...boundRow(
        `policy: ${share * 100} % of ${hubs} hubs have applied it, the slowest of ${rounds} publications`,
        { value: Math.max(...each), unit: 'ms' },
        { atMost: goalMs },
      ),
      notes: [
        `${ruleCount} rules; of all ${all.length} applications the median took ${quantile(all, 0.5)} ms, 95 % took ${quantile(all, share)} ms, the slowest ${Math.max(...all)} ms`,
        `${processes} processes with ${hubs / processes} hubs each, one server, on one machine`,
      ],
    },
    boundRow('policy: not applied at all', { value: missing, unit: 'hubs' }, { atMost: 0 }),
  ];
}
