// Three hubs in a cluster of three servers that are killed and come back at any moment: at the end all are online and see each other.
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { joinOf, startLink } from '../../support/fleet-link.ts';
import { startNatsCluster } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import type { FleetMember } from '../../../electron/core/fleet/link/fleet-wire.ts';
import type { TestLink } from '../../support/fleet-link.ts';
import type { NatsServer } from '../../support/nats-server.ts';

const names = ['ada', 'ben', 'eve'] as const;
const sizes = { replicas: 3, auditDays: 1, traceDays: 1, auditBytes: 10_000_000, traceBytes: 10_000_000 };

interface Step {
  readonly server: number;
  readonly deed: 'kill' | 'restart' | 'pause';
  readonly waitMs: number;
}

/** The same steps for the same number. */
function scheduleOf(seed: number, count: number): Step[] {
  const step = fc.record({
    server: fc.integer({ min: 0, max: 2 }),
    deed: fc.constantFrom<Step['deed'][]>('kill', 'kill', 'restart', 'restart', 'pause'),
    waitMs: fc.integer({ min: 0, max: 900 }),
  });
  return fc.sample(fc.array(step, { minLength: count, maxLength: count }), { seed, numRuns: 1 })[0] ?? [];
}

/** Counts how often it was begun and has ended: never twice at once. */
function counted(): { member: FleetMember; running: () => number; most: () => number } {
  let [running, most] = [0, 0];
  return {
    running: () => running,
    most: () => most,
    member: {
      begin: async wire => {
        // As the other parts do: it needs an answer.
        await (await wire.kv('hubs')).get(wire.subjects.hub);
        running += 1;
        most = Math.max(most, running);
        return { reconnected: () => {}, end: async () => void (running -= 1) };
      },
    },
  };
}

async function take({ server, deed, waitMs }: Step, servers: readonly NatsServer[]): Promise<void> {
  const one = servers[server];
  if (deed === 'kill') await one?.kill();
  else if (deed === 'restart') await one?.restart();
  else if (one?.isRunning) {
    process.kill(one.pid, 'SIGSTOP');
    await sleep(waitMs * 3);
    process.kill(one.pid, 'SIGCONT');
  }
  await sleep(waitMs);
}

function seesAll(link: TestLink): boolean {
  return names.every(name => link.hub(name)?.offlineSince === null);
}

const standing = (links: readonly TestLink[]) =>
  JSON.stringify(
    links.map(({ fleet, problems, state }) => ({
      fleet: [fleet?.name, fleet?.state, fleet?.reason],
      problems: problems.map(({ part, error }) => `${part}: ${String(error)}`),
      sees: [...state.all('fleetHubs')].map(({ name, offlineSince }) => [name, offlineSince]),
    })),
  );

describeWith(['nats'], 'Three hubs at a cluster of three', () => {
  test.each([19, 73])('come back together after thirty kills and restarts at any moment (schedule %i).', async seed => {
    const servers = await startNatsCluster(3);
    onTestFinished(async () => void (await Promise.all(servers.map(one => one.remove()))));
    const address = servers.map(({ url }) => url).join(',');
    const parts = names.map(() => counted());
    const links = await Promise.all(
      parts.map(({ member }) => startLink({ members: [{ name: 'counted', member }] })),
    );
    const [first] = links;
    const init = { ...joinOf(address, 'x'), ...sizes };
    await until(async () => (await first?.link.init(init).catch(() => null)) !== null, 'the fleet is set up');
    for (const [index, link] of links.entries()) await link.link.join(joinOf(address, names[index] ?? ''));
    await until(() => links.every(seesAll), 'they see each other');

    const steps = scheduleOf(seed, 30);
    expect(steps.filter(({ deed }) => deed === 'kill').length).toBeGreaterThan(5);
    for (const step of steps) await take(step, servers);
    for (const server of servers) if (!server.isRunning) await server.restart();
    const isWell = () => links.every(link => link.fleet?.state === 'online' && seesAll(link));
    await until(isWell, 'all are online and see each other', 90_000).catch((error: unknown) => {
      throw new Error(`${String(error)} ${standing(links)}`);
    });
    await until(() => links.every(({ problems }) => problems.length === 0), 'nothing is told as broken');
    expect(parts.map(part => [part.running(), part.most()])).toEqual(names.map(() => [1, 1]));
    // What one says now the others hear: none of the watches is one that a server took along.
    links[0]?.state.setHub({ mode: 'paused' });
    await until(() => links.every(link => link.hub('ada')?.mode === 'paused'), 'all hear what one says');
  });
});
