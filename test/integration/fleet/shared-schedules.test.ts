// Schedules with real processes: hubs that share a server and the server of NATS, which are killed, cut off and come back at random; each call is answered, none runs twice, and what was begun nowhere was not begun.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { startLossyProxy } from '../../support/lossy-proxy.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import { scheduleSeeds } from '../../support/schedule-seeds.ts';
import { agentOf, fleetServer, member, owner } from '../../support/shared-hubs.ts';
import type { LossyProxy } from '../../support/lossy-proxy.ts';
import type { NatsServer } from '../../support/nats-server.ts';
import type { Member } from '../../support/shared-hubs.ts';

const owners = ['jun', 'kai', 'lea'] as const;
const count = 100;

/** Before which call it happens. */
const at = fc.nat(count - 1);
const schedule = fc.record({
  calls: fc.array(
    // To one hub alone, or to whichever takes it.
    fc.record({ waitMs: fc.nat(400), pauseMs: fc.nat(250), isForOne: fc.boolean() }),
    { minLength: count, maxLength: count },
  ),
  cuts: fc.array(fc.record({ at, of: fc.nat(3) }), { minLength: 3, maxLength: 6 }),
  losses: fc.array(
    fc.record({
      ...{ at, of: fc.nat(3), forMs: fc.integer({ min: 100, max: 2_500 }) },
      what: fc.constantFrom({ toServer: true }, { toClient: true }, { toServer: true, toClient: true }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  kills: fc.array(fc.record({ at, of: fc.nat(2) }), { minLength: 1, maxLength: 2 }),
  natsKills: fc.array(at, { minLength: 1, maxLength: 1 }),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer T> ? T : never;

interface Scene {
  readonly nats: NatsServer;
  /** Of the owners, and of mia. */
  readonly ways: readonly LossyProxy[];
  readonly members: readonly Member[];
  /** What is still going on. */
  readonly open: Promise<unknown>[];
}

/** A network that has lost something carries nothing on that connection any more. */
async function lose(way: LossyProxy | undefined, { what, forMs }: Schedule['losses'][number]): Promise<void> {
  way?.swallow(what);
  await sleep(forMs);
  way?.cut();
  way?.swallow({});
}

/** Without a word, and it comes back as the same hub. */
async function killHub({ place }: Member): Promise<void> {
  await place.newestHub()?.kill('SIGKILL');
  await place.serve();
}

async function disturb(given: Schedule, step: number, { nats, ways, members, open }: Scene): Promise<void> {
  for (const { of } of given.cuts.filter(cut => cut.at === step)) ways[of]?.cut();
  for (const loss of given.losses.filter(loss => loss.at === step)) open.push(lose(ways[loss.of], loss));
  for (const { of } of given.kills.filter(kill => kill.at === step)) {
    const one = members[of];
    if (one) open.push(killHub(one));
  }
  if (!given.natsKills.includes(step)) return;
  await nats.kill();
  await nats.restart();
}

type Work = (name: string, more?: object) => Promise<{ readonly text: string }>;

/** What each call was answered. */
async function callOn(seed: number, scene: Scene, file: string, works: { readonly group: Work; readonly one: Work }) {
  const answers = new Map<string, Promise<string>>();
  const [given] = fc.sample(schedule, { seed, numRuns: 1 });
  for (const [step, { waitMs, pauseMs, isForOne }] of given?.calls.entries() ?? []) {
    if (given) await disturb(given, step, scene);
    const name = `call-${seed}-${step}`;
    const answer = (isForOne ? works.one : works.group)(name, { file, waitMs });
    answers.set(
      name,
      answer.then(({ text }) => text),
    );
    await sleep(pauseMs);
  }
  const said: { readonly name: string; readonly text: string }[] = [];
  for (const [name, answer] of answers) said.push({ name, text: await answer });
  await Promise.all(scene.open.splice(0));
  return said;
}

/** It may be asked again without a second thought. */
const isNowhere = (text: string) => /nothing was begun|does not take the call/.test(text);
const isKnown = (text: string) => /^Done: |it was not run again/.test(text) || isNowhere(text);

describeWith(['nats'], 'Schedules of calls to a group and to one hub', () => {
  const seeds = scheduleSeeds(20, 21);
  test(
    'Whatever is cut, lost or killed: every call is answered, none runs twice, and what was begun nowhere did not begin.',
    async () => {
      const nats = await fleetServer(...owners, 'mia');
      const ways = await Promise.all([...owners, 'mia'].map(() => startLossyProxy(nats.port)));
      onTestFinished(async () => void (await Promise.all(ways.map(way => way.close()))));
      const urlOf = (of: number) => ways[of]?.url ?? '';
      const members = await Promise.all(owners.map((name, of) => owner(urlOf(of), name)));
      const mia = await member(urlOf(3), 'mia');
      const works = { group: await agentOf(mia, null), one: await agentOf(mia, 'jun') };
      const file = path.join(mia.place.folder, 'calls.txt');
      fs.writeFileSync(file, '');
      for (const seed of seeds) {
        const said = await callOn(seed, { nats, ways, members, open: [] }, file, works);
        const begun = fs.readFileSync(file, 'utf8').trim().split('\n');
        const which = `schedule ${seed}`;
        expect(begun.toSorted(), which).toEqual([...new Set(begun)].toSorted());
        expect(
          said.filter(({ text }) => !isKnown(text)),
          which,
        ).toEqual([]);
        const done = said.filter(({ text }) => text.startsWith('Done: '));
        expect(done.length, which).toBeGreaterThan(0);
        expect(
          done.filter(({ name, text }) => text !== `Done: ${name}` || !begun.includes(name)),
          which,
        ).toEqual([]);
        expect(
          said.filter(({ name, text }) => isNowhere(text) && begun.includes(name)),
          which,
        ).toEqual([]);
        // All of it is over, and calls are answered as before.
        await until(() => mia.panel.snapshot.hub.fleet?.state === 'online', 'it is back');
        for (const work of [works.group, works.one])
          await expect.poll(async () => (await work('last')).text, { timeout: 30_000 }).toBe('Done: last');
      }
    },
    60_000 + seeds.length * 60_000,
  );
});
