// The parts of a link: one that fails is begun again, what is told of it is taken back, and none is made to wait by an outage.
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { expect, onTestFinished, test } from 'vitest';
import { joinOf, startLink } from '../../support/fleet-link.ts';
import { startNats } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import type { NamedMember } from '../../../electron/core/fleet/link/fleet-wire.ts';

async function server() {
  const nats = await startNats();
  onTestFinished(() => nats.remove());
  return nats;
}

/** Begins as `begin` has it; tells what happens to it. */
function member(name: string, begin: (attempt: number) => Promise<void>) {
  const told: string[] = [];
  let attempts = 0;
  const named: NamedMember = {
    name,
    member: {
      begin: async () => {
        attempts += 1;
        await begin(attempts);
        told.push('begun');
        return { reconnected: () => told.push('reconnected'), end: async () => void told.push('ended') };
      },
    },
  };
  return { named, told };
}

const sizes = { replicas: 1, auditDays: 1, traceDays: 1, auditBytes: 10_000_000, traceBytes: 10_000_000 };

async function takePresenceBucket(url: string) {
  const connection = await connect({ servers: url });
  await (await jetstreamManager(connection)).streams.delete('KV_pilothouse-presence');
  await connection.close();
}

describeWith(['nats'], 'The parts of a link', () => {
  test('A part that fails to begin is begun again, and what was told of it is taken back.', async () => {
    const nats = await server();
    const seen: string[] = [];
    const busy = member('busy', async attempt => {
      seen.push(...mia.problems.map(({ part }) => part));
      if (attempt <= 2) throw new Error('The database is locked.');
    });
    const fine = member('fine', async () => {});
    const mia = await startLink({ members: [busy.named, fine.named] });
    await mia.link.join(joinOf(nats.url, 'mia'));
    await until(() => busy.told.includes('begun'), 'it has begun');
    expect(seen).toEqual(['busy', 'busy']);
    expect(mia.problems).toEqual([]);
    expect(fine.told).toEqual(['begun']);
    await nats.kill();
    await mia.reaches('offline');
    await nats.restart();
    await mia.reaches('online');
    expect(busy.told).toEqual(['begun', 'reconnected']);
    await mia.link.leave();
    expect(busy.told.at(-1)).toBe('ended');
  });

  test('A part that never begins is told of once, tried again as soon as the connection is back, and forgotten with the fleet.', async () => {
    const nats = await server();
    let attempts = 0;
    const broken = member('broken', async attempt => {
      attempts = attempt;
      throw new Error('It is broken.');
    });
    const mia = await startLink({ members: [broken.named] });
    await mia.link.join(joinOf(nats.url, 'mia'));
    await until(() => attempts > 1, 'it is tried again');
    expect(mia.problems).toMatchObject([{ part: 'broken' }]);
    expect(mia.told).toEqual(['broken']);
    await nats.kill();
    await mia.reaches('offline');
    const before = attempts;
    await nats.restart();
    await until(() => attempts > before, 'it is tried after the outage');
    await mia.link.leave();
    expect(mia.problems).toEqual([]);
  });

  test('Presence that cannot be told is told of once, and no longer when it can be.', async () => {
    const nats = await server();
    const mia = await startLink();
    await mia.link.join(joinOf(nats.url, 'mia'));
    await mia.reaches('online');
    await takePresenceBucket(nats.url);
    for (const mode of ['paused', 'running'] as const) {
      mia.state.setHub({ mode });
      await until(() => mia.problems.length > 0, 'presence is told of');
    }
    expect(mia.problems).toMatchObject([{ part: 'presence' }]);
    await mia.link.init({ ...joinOf(nats.url, 'x'), ...sizes });
    await until(() => mia.problems.length === 0, 'it is taken back');
    expect(mia.told).toEqual(['presence']);
  });

  test('What was told of a part is gone once the fleet is left.', async () => {
    const nats = await server();
    const mia = await startLink();
    await mia.link.join(joinOf(nats.url, 'mia'));
    await mia.reaches('online');
    await takePresenceBucket(nats.url);
    await until(() => mia.problems.length > 0, 'presence is told of');
    await mia.link.leave();
    expect(mia.problems).toEqual([]);
  });

  test('An outage while a part begins is shown at once, and the part hears of it when it has begun.', async () => {
    const nats = await server();
    let open = () => {};
    const slow = member('slow', () => new Promise(resolve => (open = resolve)));
    const mia = await startLink({ members: [slow.named] });
    await mia.link.join(joinOf(nats.url, 'mia'));
    await mia.reaches('online');
    await nats.kill();
    await mia.reaches('offline');
    await nats.restart();
    await mia.reaches('online');
    open();
    await until(() => slow.told.length > 1, 'it has heard of the outage');
    expect(slow.told).toEqual(['begun', 'reconnected']);
  });

  test('Whoever leaves while a part begins has left once that has ended too.', async () => {
    const nats = await server();
    let open = () => {};
    const slow = member('slow', () => new Promise(resolve => (open = resolve)));
    const mia = await startLink({ members: [slow.named] });
    await mia.link.join(joinOf(nats.url, 'mia'));
    await mia.reaches('online');
    const left = mia.link.leave().then(() => slow.told.push('left'));
    await sleep(300);
    open();
    await left;
    expect(slow.told).toEqual(['begun', 'ended', 'left']);
  });

  test('A part that takes long to begin keeps none behind it from beginning.', async () => {
    const nats = await server();
    let open = () => {};
    const slow = member('slow', () => new Promise(resolve => (open = resolve)));
    const fine = member('fine', async () => {});
    const mia = await startLink({ members: [slow.named, fine.named] });
    await mia.link.join(joinOf(nats.url, 'mia'));
    await until(() => fine.told.length > 0, 'the one behind it has begun');
    open();
    await until(() => slow.told.length > 0, 'it has begun too');
    expect([slow.told, fine.told]).toEqual([['begun'], ['begun']]);
  });

  test('A hub that stops is away for the others at once, and comes back as the same row.', async () => {
    const nats = await server();
    const [mia, jun] = [await startLink(), await startLink()];
    await mia.link.join(joinOf(nats.url, 'mia'));
    await jun.link.join(joinOf(nats.url, 'jun'));
    await until(() => mia.hub('jun') !== null, 'jun is seen');
    await jun.stop();
    // Far below the time after which a hub that is silent counts as away.
    await until(() => mia.hub('jun')?.offlineSince !== null, 'jun is away', 5_000);
    const again = await startLink({ home: jun.home });
    await again.link.rejoin();
    await until(() => mia.hub('jun')?.offlineSince === null, 'jun is back');
  });
});
