// The connection of a fleet, with a real nats-server, and with three of them.
import { Kvm } from '@nats-io/kv';
import { afterEach, expect, test } from 'vitest';
import { answerHub, askHub } from '../../../electron/core/fleet/link/fleet-asks.ts';
import { fleetSubjects, senderOf } from '../../../electron/core/fleet/link/fleet-subjects.ts';
import { openFleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';
import { leads, startNats, startNatsCluster } from '../../support/nats-server.ts';
import { describeWith } from '../../support/provided.ts';
import type { FleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

async function open(url: string, hub: string): Promise<FleetWire> {
  const wire = await openFleetWire('pilothouse', hub, {
    servers: url.split(','),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 50,
  });
  endings.push(() => wire.connection.close());
  return wire;
}

describeWith(['nats'], 'The connection of a fleet', () => {
  test('A request reaches the hub that it names, with the name of its sender in the subject.', async () => {
    const server = await startNats();
    endings.push(() => server.remove());
    const [mia, jun] = [await open(server.url, 'mia'), await open(server.url, 'jun')];
    jun.connection.subscribe(jun.subjects.requests, {
      callback: (_error, message) => answerHub(jun, message, senderOf(message.subject)),
    });
    await jun.connection.flush();
    const answer = await askHub(mia, { to: 'jun', what: 'hello', id: 'random', text: '', waitMs: 5_000 });
    expect(answer.string()).toBe('mia');
    expect(senderOf(fleetSubjects('p', 'mia').call('files'))).toBe('mia');
    expect(senderOf(fleetSubjects('p', 'mia').reply('jun', '1'))).toBe('mia');
  });

  test('An answer is only what the hub that was asked says, to the very request.', async () => {
    const server = await startNats();
    endings.push(() => server.remove());
    const [mia, jun, eve] = [
      await open(server.url, 'mia'),
      await open(server.url, 'jun'),
      await open(server.url, 'eve'),
    ];
    jun.connection.subscribe(jun.subjects.requests, {
      callback: (_error, message) => {
        eve.connection.publish(eve.subjects.reply('mia', 'random'), 'eve');
        jun.connection.publish(jun.subjects.reply('mia', 'another'), 'another');
        void eve.connection.flush().then(() => answerHub(jun, message, 'jun'));
        // Where it is to be answered says its subject, not the address that it bears.
        answerHub(jun, { ...message, subject: '$KV.pilothouse-shares.eve.mia', reply: message.reply }, 'stored');
      },
    });
    await jun.connection.flush();
    const answer = await askHub(mia, { to: 'jun', what: 'hello', id: 'random', text: '', waitMs: 5_000 });
    expect(answer.string()).toBe('jun');
  });

  test('What was written into a bucket is there after the server that led it was killed.', async () => {
    const servers = await startNatsCluster(3);
    endings.push(() => Promise.all(servers.map(server => server.remove())));
    const [first] = servers;
    if (!first) throw new Error('There are three.');
    const wire = await open(servers.map(({ url }) => url).join(','), 'mia');
    const bucket = await new Kvm(wire.connection).create(wire.subjects.bucket('policy'), { replicas: 3 });
    await bucket.put('current', 'one');
    await leads(wire.connection, `KV_${wire.subjects.bucket('policy')}`, first);
    await first.kill();
    const read = async (): Promise<string> => {
      try {
        return (await (await wire.kv('policy')).get('current'))?.string() ?? '';
      } catch {
        return read();
      }
    };
    expect(await read()).toBe('one');
  });
});
