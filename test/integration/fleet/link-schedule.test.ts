// Three hubs in a cluster of three servers that are killed and come back at any moment, with their audit, calls and policy under way: nothing of it is lost or done twice, and at the end all are online and see each other.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { joinOf } from '../../support/fleet-link.ts';
import { rangesOf, readStream } from '../../support/fleet-outbox.ts';
import { policySigner } from '../../support/fleet-signer.ts';
import { callOn, flood, publishOn, shareWorker, startLoadedLink } from '../../support/loaded-link.ts';
import { startNatsCluster } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import { scheduleSeeds } from '../../support/schedule-seeds.ts';
import { createTempHome } from '../../support/temp-home.ts';
import type { FleetMember } from '../../../electron/core/fleet/link/fleet-wire.ts';
import type { TestLink } from '../../support/fleet-link.ts';
import type { PolicySigner } from '../../support/fleet-signer.ts';
import type { Answered, LoadedLink } from '../../support/loaded-link.ts';
import type { NatsServer } from '../../support/nats-server.ts';

const names = ['ada', 'ben', 'eve'] as const;
const sizes = { replicas: 3, auditDays: 1, traceDays: 1, auditBytes: 200_000_000, traceBytes: 10_000_000 };

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

/** It may be asked again without a second thought. */
const isNowhere = (text: string) => /nothing was begun|does not take the call|waits before it starts again/.test(text);

const isDone = ({ name, text }: Answered) => text.includes(`Done: ${name}"`);

/** All that is done meanwhile; ended by `over`, which holds what has become of it against what was acknowledged. */
async function load(loaded: readonly LoadedLink[], signer: PolicySigner) {
  const [ada, ben, eve] = loaded;
  if (!ada || !ben || !eve) throw new Error('There are three.');
  for (const owner of [ada, ben]) await shareWorker(owner, 'eve');
  await until(() => [...eve.hub.state.all('fleetServers')].length === 2, 'what is shared is seen');
  const file = path.join(createTempHome().folder, 'calls.txt');
  fs.writeFileSync(file, '');
  const calls = callOn(eve, await eve.hub.use(null, 'worker'), file);
  const policy = publishOn(ben, signer);
  const floods = loaded.map(flood);
  const callsAre = async () => {
    const isServed = () => calls.answers.at(-1)?.then(isDone) ?? false;
    await until(isServed, 'calls are answered as before');
    await calls.end();
    const said = await Promise.all(calls.answers);
    const begun = fs.readFileSync(file, 'utf8').trim().split('\n');
    expect(begun.toSorted()).toEqual([...new Set(begun)].toSorted());
    expect(said.filter(isDone).length).toBeGreaterThan(0);
    expect(said.filter(one => isDone(one) && !begun.includes(one.name))).toEqual([]);
    expect(said.filter(({ name, text }) => isNowhere(text) && begun.includes(name))).toEqual([]);
    const isKnown = (one: Answered) => isDone(one) || isNowhere(one.text) || one.text.includes('it was not run again');
    expect(said.filter(one => !isKnown(one))).toEqual([]);
  };
  const policyIs = async () => {
    await policy.end();
    const last = policy.acknowledged.at(-1) ?? 0;
    expect(last).toBeGreaterThan(0);
    const holds = ({ keeper }: LoadedLink) => (keeper.held?.policy.version ?? 0) >= last;
    await until(() => loaded.every(holds), `version ${last} is in force everywhere`);
  };
  const auditIs = async (url: string) => {
    for (const end of floods) await end();
    for (const { outbox } of loaded) await outbox.sent();
    const found = await readStream(url);
    for (const { name, outbox } of loaded) {
      const ids = found.flatMap(({ hub, id }) => (hub === name ? [id] : []));
      expect(rangesOf(ids), name).toEqual([[1, outbox.store.audit.lastId]]);
    }
  };
  return async (url: string) => {
    await callsAre();
    await policyIs();
    await auditIs(url);
  };
}

describeWith(['nats'], 'Three hubs at a cluster of three', () => {
  test.each(scheduleSeeds(19, 73))(
    'come back together after kills and restarts at any moment, and nothing that was acknowledged is lost or done twice (schedule %i).',
    async seed => {
      const servers = await startNatsCluster(3);
      onTestFinished(async () => void (await Promise.all(servers.map(one => one.remove()))));
      const address = servers.map(({ url }) => url).join(',');
      const signer = policySigner();
      const parts = names.map(() => counted());
      const loaded: LoadedLink[] = [];
      for (const [index, name] of names.entries()) {
        const members = parts.slice(index, index + 1).map(({ member }) => ({ name: 'counted', member }));
        loaded.push(await startLoadedLink(name, signer, { members }));
      }
      const links = loaded.map(({ link }) => link);
      const init = { ...joinOf(address, 'x'), ...sizes };
      await until(async () => (await links[0]?.link.init(init).catch(() => null)) !== null, 'the fleet is set up');
      for (const [index, link] of links.entries()) await link.link.join(joinOf(address, names[index] ?? ''));
      await until(() => links.every(seesAll), 'they see each other');
      const over = await load(loaded, signer);

      const steps = scheduleOf(seed, 30);
      expect(steps.filter(({ deed }) => deed === 'kill').length).toBeGreaterThan(5);
      for (const step of steps) await take(step, servers);
      for (const server of servers) if (!server.isRunning) await server.restart();
      const isWell = () => links.every(link => link.fleet?.state === 'online' && seesAll(link));
      await until(isWell, 'all are online and see each other', 90_000).catch((error: unknown) => {
        throw new Error(`${String(error)} ${standing(links)}`);
      });
      await until(() => links.every(({ problems }) => problems.length === 0), 'nothing is told as broken');
      await until(() => parts.every(part => part.running() === 1), 'the last of the parts of each has begun');
      expect(parts.map(part => part.most())).toEqual(names.map(() => 1));
      // What one says now the others hear: none of the watches is one that a server took along.
      links[0]?.state.setHub({ mode: 'paused' });
      await until(() => links.every(link => link.hub('ada')?.mode === 'paused'), 'all hear what one says');
      await over(servers[0]?.url ?? '');
    },
    240_000,
  );
});
