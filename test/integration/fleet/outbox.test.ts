// The outbox of a fleet with real NATS servers: each entry of the audit is in the stream once and in its order, whatever happens on the way.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeStreams, pause, readStream, startTestHub, withManager } from '../../support/fleet-outbox.ts';
import { startNats } from '../../support/nats-server.ts';
import { describeWith } from '../../support/provided.ts';
import type { NatsServer } from '../../support/nats-server.ts';
import type { InStream, TestHub } from '../../support/fleet-outbox.ts';

const endings: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

function temporary(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-outbox-'));
  endings.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function nats(limits: { max_bytes?: number } = {}, config = ''): Promise<NatsServer> {
  const server = await startNats({ config });
  endings.push(() => server.remove());
  await makeStreams(server.url, limits);
  return server;
}

async function hub(options: Parameters<typeof startTestHub>[0]): Promise<TestHub> {
  const started = await startTestHub(options);
  endings.push(() => started.end());
  return started;
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const ids = (entries: readonly InStream[]) => entries.map(({ id }) => id);

describeWith(['nats'], 'The outbox of a fleet', () => {
  test('Entries come into the stream once and in order, as the export of the audit has them, masked.', async () => {
    const server = await nats();
    const mia = await hub({ folder: temporary(), url: server.url, secrets: ['server files'] });
    mia.append(3_000);
    await mia.sent();
    const found = await readStream(server.url);
    expect(ids(found)).toEqual(upTo(3_000));
    expect(found[0]?.line).toMatchObject({ id: 1, what: 'files__read', scope: 'entry 1', where: '••••' });
    expect(found[0]?.line).not.toHaveProperty('place');
    expect(mia.problems.size).toBe(0);
  });

  test('What was decided before the hub joined stays with it.', async () => {
    const server = await nats();
    const folder = temporary();
    const before = await startTestHub({ folder, url: server.url });
    before.append(5);
    await before.sent();
    await before.store.outbox.forget();
    await before.end();
    await withManager(server.url, manager => manager.streams.purge('pilothouse-audit'));
    const mia = await hub({ folder, url: server.url, joinedAt: Date.now() });
    mia.append(2);
    await mia.sent();
    expect(ids(await readStream(server.url))).toEqual([6, 7]);
  });

  test('A server that is killed in a flood, again and again, has each entry once and in order.', async () => {
    const server = await nats();
    const mia = await hub({ folder: temporary(), url: server.url });
    for (let round = 0; round < 5; round += 1) {
      for (let piece = 0; piece < 10; piece += 1) {
        mia.append(100);
        await pause(7);
      }
      await server.restart();
    }
    await mia.sent();
    expect(ids(await readStream(server.url))).toEqual(upTo(5_000));
  });
});
