// Schedules with real processes: three hubs that share a server, connections that are cut and hubs that are killed at random; each call is answered, and none runs twice.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { startLossyProxy } from '../../support/lossy-proxy.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import { agentOf, fleetServer, member, owner } from '../../support/shared-hubs.ts';
import type { Member } from '../../support/shared-hubs.ts';

const owners = ['jun', 'kai', 'lea'] as const;

/** What is done between calls: nothing mostly, a cut of one connection, or the end of a hub, which does not come back. */
const deed = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('call' as const), waitMs: fc.nat(400), pauseMs: fc.nat(60) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cut' as const), of: fc.nat(3) }) },
);
const schedule = fc.array(deed, { minLength: 120, maxLength: 120 });
const seed = 20;

describeWith(['nats'], 'Schedules of calls to a group', () => {
  test('Whatever is cut or killed: every call is answered, and none runs twice.', async () => {
    const nats = await fleetServer(...owners, 'mia');
    const ways = await Promise.all([...owners, 'mia'].map(() => startLossyProxy(nats.port)));
    onTestFinished(async () => {
      for (const way of ways) await way.close();
    });
    const urlOf = (at: number) => ways[at]?.url ?? '';
    const members: Member[] = [];
    for (const [at, name] of owners.entries()) members.push(await owner(urlOf(at), name));
    const mia = await member(urlOf(3), 'mia');
    const work = await agentOf(mia, null);
    const file = path.join(mia.place.folder, 'calls.txt');
    const answers: Promise<string>[] = [];
    const [deeds = []] = fc.sample(schedule, { seed, numRuns: 1 });
    for (const [at, one] of deeds.entries()) {
      if (at === 40 || at === 80) await members[at / 40 - 1]?.hub.kill('SIGKILL');
      if (one.kind === 'cut') ways[one.of]?.cut();
      else {
        answers.push(work(`call-${at}`, { file, waitMs: one.waitMs }).then(({ text }) => text));
        await sleep(one.pauseMs);
      }
    }
    const said = await Promise.all(answers);
    const begun = fs.readFileSync(file, 'utf8').trim().split('\n');
    expect(begun.toSorted()).toEqual([...new Set(begun)].toSorted());
    const known = /^Done: call-\d+$|it was not run again|nothing was begun/;
    expect(said.filter(text => !known.test(text))).toEqual([]);
    const done = said.flatMap(text => /^Done: (call-\d+)$/.exec(text)?.[1] ?? []);
    expect(done.filter(name => !begun.includes(name))).toEqual([]);
    expect(done.length).toBeGreaterThan(said.length / 3);
    // One is left, and serves on.
    await until(() => mia.panel.snapshot.hub.fleet?.state === 'online', 'it is back');
    await until(() => members[2]?.panel.snapshot.hub.fleet?.state === 'online', 'the last one is back too');
    expect((await work('last', { file })).text).toBe('Done: last');
  }, 180_000);
});
