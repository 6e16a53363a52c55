// The outbox of a fleet with real NATS servers: each entry of the audit is in the stream once and in its order, whatever happens on the way.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { connect } from '@nats-io/transport-node';
import { afterEach, expect, test } from 'vitest';
import { accountOf } from '../../support/fleet-account.ts';
import { makeStreams, pause, readStream, startTestHub, withManager } from '../../support/fleet-outbox.ts';
import { startLossyProxy } from '../../support/lossy-proxy.ts';
import { startNats } from '../../support/nats-server.ts';
import { describeWith } from '../../support/provided.ts';
import type { InStream, TestHub } from '../../support/fleet-outbox.ts';
import type { NatsServer } from '../../support/nats-server.ts';

const endings: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

function temporary(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-outbox-'));
  endings.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Hubs have the rights that are printed, and no more. */
async function nats(limits: { max_bytes?: number } = {}): Promise<NatsServer> {
  const server = await startNats({ config: accountOf('mia', 'jun', 'zoe') });
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
    await before.outbox.forget();
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

  test('A connection that is cut in a flood, and one that loses what the hub says or what it is answered, doubles and loses nothing.', async () => {
    const server = await nats();
    const proxy = await startLossyProxy(server.port);
    endings.push(() => proxy.close());
    const mia = await hub({ folder: temporary(), url: proxy.url });
    const losses = [{ toClient: true }, { toServer: true }, { toClient: true, toServer: true }, {}];
    for (const loss of losses) {
      for (let piece = 0; piece < 10; piece += 1) {
        mia.append(50);
        if (piece === 4) proxy.swallow(loss);
        await pause(70);
      }
      // Where an acknowledgement was lost the message is in the stream already.
      proxy.cut();
      proxy.swallow({});
    }
    await mia.sent();
    expect(ids(await readStream(server.url))).toEqual(upTo(2_000));
  });

  test('An acknowledgement that is lost is not waited for again: the stream says what it has.', async () => {
    const server = await nats();
    const proxy = await startLossyProxy(server.port);
    endings.push(() => proxy.close());
    const mia = await hub({ folder: temporary(), url: proxy.url });
    mia.append(1);
    await mia.sent();
    proxy.swallow({ toClient: true });
    mia.append(10);
    await withManager(server.url, async manager => {
      while ((await manager.streams.info('pilothouse-audit')).state.messages < 2) await pause(20);
    });
    proxy.swallow({});
    mia.append(10);
    await mia.sent();
    expect(ids(await readStream(server.url))).toEqual(upTo(21));
  });

  test('A hub that is killed in a flood, again and again, goes on where it was.', async () => {
    const server = await nats();
    const folder = temporary();
    let written = 0;
    for (let round = 0; round < 4; round += 1) {
      const child = spawn(process.execPath, ['test/support/flooding-hub.ts', folder, server.url, '1000000'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const begun = written;
      for await (const line of readline.createInterface(child.stdout)) {
        written = Number(line);
        if (written >= begun + 400) child.kill('SIGKILL');
      }
    }
    const mia = await hub({ folder, url: server.url });
    mia.append(1);
    await mia.sent();
    const found = ids(await readStream(server.url));
    expect(found).toEqual(upTo(mia.store.audit.lastId));
    expect(found.length).toBeGreaterThan(written);
  });

  test('A stream that is full keeps the audit waiting, says so, and is filled up once there is room.', async () => {
    const server = await nats({ max_bytes: 40_000 });
    const mia = await hub({ folder: temporary(), url: server.url });
    mia.append(600);
    while (mia.problems.get('fleet-audit')?.kind !== 'fleet-outbox-full') await pause(20);
    while (!mia.states.at(-1)?.audit) await pause(20);
    await withManager(server.url, manager => manager.streams.update('pilothouse-audit', { max_bytes: 10_000_000 }));
    mia.append(5);
    await mia.sent();
    expect(ids(await readStream(server.url))).toEqual(upTo(605));
    while (mia.problems.size > 0) await pause(20);
  });

  test('What is not sent is not trimmed, and is once it is sent.', async () => {
    const server = await nats();
    const proxy = await startLossyProxy(server.port);
    endings.push(() => proxy.close());
    const mia = await hub({ folder: temporary(), url: proxy.url, retention: 1_000 });
    mia.append(10);
    await mia.sent();
    proxy.swallow({ toServer: true });
    mia.append(4_000);
    while (!mia.problems.has('fleet-audit-waits')) await pause(20);
    expect(await mia.store.audit.count({})).toBeGreaterThanOrEqual(4_000);
    proxy.cut();
    proxy.swallow({});
    await mia.sent();
    mia.append(1_000);
    await mia.sent();
    expect(ids(await readStream(server.url))).toEqual(upTo(5_010));
    mia.store.audit.retain(1_000);
    expect(await mia.store.audit.count({})).toBeLessThanOrEqual(1_001);
    while (mia.problems.has('fleet-audit-waits')) await pause(20);
  });

  test('A hub that was restored from a backup goes on in an epoch of its own, and says so.', async () => {
    const server = await nats();
    const folder = temporary();
    const first = await startTestHub({ folder, url: server.url });
    first.append(20);
    await first.sent();
    await first.end();
    const backup = temporary();
    fs.cpSync(folder, backup, { recursive: true });
    const lost = await startTestHub({ folder, url: server.url });
    lost.append(30);
    await lost.sent();
    await lost.end();
    await pause(5);
    const restored = await hub({ folder: backup, url: server.url });
    restored.append(7);
    await restored.sent();
    const found = await readStream(server.url);
    expect(found.map(({ id, epoch }) => `${epoch}.${id}`)).toEqual([
      ...upTo(50).map(id => `1.${id}`),
      ...upTo(7).map(id => `2.${id + 20}`),
    ]);
    expect(restored.problems.get('fleet-audit-epoch')).toEqual({
      kind: 'fleet-outbox-branched',
      of: 'audit',
      epoch: 2,
    });
  });

  test('A name that another hub has had before goes on behind what that one has sent.', async () => {
    const server = await nats();
    const mia = await startTestHub({ folder: temporary(), url: server.url });
    mia.append(3);
    await mia.sent();
    await mia.end();
    const folder = temporary();
    const other = await startTestHub({ folder, url: server.url, hubId: 'hub-other' });
    other.append(5);
    await other.sent();
    await other.end();
    const again = await hub({ folder, url: server.url, hubId: 'hub-other' });
    again.append(2);
    await again.sent();
    expect(ids(await readStream(server.url))).toEqual([...upTo(3), ...upTo(7)]);
    expect(again.problems.size).toBe(0);
  });

  test('What the server was made to say on the subject of a hub is passed over, and nothing is sent twice.', async () => {
    const server = await nats();
    const proxy = await startLossyProxy(server.port);
    endings.push(() => proxy.close());
    const folder = temporary();
    const mia = await hub({ folder, url: proxy.url });
    const eve = await connect({ servers: server.url, user: 'jun', pass: 'jun', inboxPrefix: '_INBOX.pilothouse.jun' });
    endings.push(() => eve.close());
    const disturb = async () => {
      const before = await withManager(
        server.url,
        async ({ streams }) => (await streams.info('pilothouse-audit')).state,
      );
      eve.publish('$JS.API.INFO', '', { reply: 'pilothouse.audit.mia' });
      await withManager(server.url, async ({ streams }) => {
        while ((await streams.info('pilothouse-audit')).state.messages === before.messages) await pause(10);
      });
    };
    mia.append(10);
    await mia.sent();
    await disturb();
    mia.append(10);
    await mia.sent();
    // What is sent now is in the stream and not acknowledged, and something else comes behind it.
    proxy.swallow({ toClient: true });
    const before = await withManager(server.url, async ({ streams }) => (await streams.info('pilothouse-audit')).state);
    mia.append(10);
    await withManager(server.url, async ({ streams }) => {
      while ((await streams.info('pilothouse-audit')).state.messages === before.messages) await pause(10);
    });
    await disturb();
    proxy.cut();
    proxy.swallow({});
    mia.append(10);
    await mia.sent();
    const found = await readStream(server.url);
    expect(ids(found)).toEqual(upTo(40));
    expect(new Set(found.map(({ epoch }) => epoch))).toEqual(new Set([1]));
    while (mia.problems.size > 0) await pause(20);
  });

  test('A hub of another name has a subject of its own, and one that is renamed goes on under the new one.', async () => {
    const server = await nats();
    const folder = temporary();
    const mia = await startTestHub({ folder, url: server.url });
    const jun = await hub({ folder: temporary(), url: server.url, name: 'jun', hubId: 'hub-jun' });
    for (let round = 0; round < 10; round += 1) {
      mia.append(20);
      jun.append(20);
      await pause(30);
    }
    await Promise.all([mia.sent(), jun.sent()]);
    await mia.end();
    const zoe = await hub({ folder, url: server.url, name: 'zoe' });
    zoe.append(2);
    await zoe.sent();
    const found = await readStream(server.url);
    const of = (name: string) => ids(found.filter(({ hub: sender }) => sender === name));
    expect({ mia: of('mia'), jun: of('jun'), zoe: of('zoe') }).toEqual({
      mia: upTo(200),
      jun: upTo(200),
      zoe: [201, 202],
    });
  });

  test('Where there is no stream the audit waits until it was made.', async () => {
    const server = await startNats({ config: accountOf('mia') });
    endings.push(() => server.remove());
    const mia = await hub({ folder: temporary(), url: server.url });
    mia.append(4);
    while (mia.problems.get('fleet-audit')?.kind !== 'fleet-outbox-no-stream') await pause(20);
    await makeStreams(server.url);
    await mia.sent();
    expect(ids(await readStream(server.url))).toEqual(upTo(4));
  });

  test('Traces go as one summary for each call with its hops, masked, and are here no longer once they are in the stream.', async () => {
    const server = await nats();
    const mia = await hub({
      folder: temporary(),
      url: server.url,
      secrets: ['hunter22'],
      settings: { traces: 'payloads' },
    });
    const [follower] = mia.followers;
    for (let call = 0; call < 3; call += 1) {
      follower?.opened(call * 2, at(1_000 + call), { ...opened, message: payload('{"path":"hunter22"}') });
      follower?.opened(call * 2 + 1, at(1_001), {
        ...opened,
        from: hubItself,
        to: files,
        parent: call * 2,
        message: payload('{}'),
      });
      follower?.closed(call * 2 + 1, at(1_005), { ...closed, message: payload('{}') });
      follower?.closed(call * 2, at(1_010 + call), { ...closed, message: payload(`{"text":"${'x'.repeat(20_000)}"}`) });
    }
    while ((await mia.outbox.position('trace'))?.sequence !== 3) await pause(20);
    const found = await readStream(server.url, 'trace');
    expect(found.map(({ id }) => id)).toEqual(upTo(3));
    const line: Readonly<Record<string, unknown>> = found[0]?.line ?? {};
    expect(line).toMatchObject({
      id: 1,
      at: '1970-01-01T00:00:01.000Z',
      tool: 'files__read',
      ms: 10,
      outcome: 'ok',
      bytes: 19,
    });
    expect(line.hops).toMatchObject([{ to: files, ms: 4, outcome: 'ok' }]);
    const { request, answer } = line.payload as { request: string; answer: string };
    expect(request).toBe('{"path":"••••"}');
    expect(answer.length).toBeLessThan(8_100);
    while (mia.outbox.waitingTraces > 0) await pause(20);
  });

  test('What is too much of traces while offline goes, payloads first, and is counted; the audit stays.', async () => {
    const server = await nats();
    const proxy = await startLossyProxy(server.port);
    endings.push(() => proxy.close());
    const settings = { traces: 'payloads', traceRows: 100, traceBytes: 100_000 } as const;
    const mia = await hub({ folder: temporary(), url: proxy.url, settings });
    proxy.swallow({ toServer: true });
    mia.append(300);
    const [follower] = mia.followers;
    const text = JSON.stringify({ text: 'y'.repeat(2_000) });
    for (let call = 0; call < 150; call += 1) {
      follower?.opened(call, at(call), { ...opened, message: payload(text) });
      follower?.closed(call, at(call), { ...closed, message: payload('{}') });
      await pause(4);
    }
    while (mia.outbox.isOver({ rows: 100, bytes: 100_000 })) await pause(20);
    while ((mia.states.at(-1)?.dropped ?? 0) < 50) await pause(20);
    proxy.cut();
    proxy.swallow({});
    await mia.sent();
    while (mia.outbox.waitingTraces > 0) await pause(20);
    expect(ids(await readStream(server.url))).toEqual(upTo(300));
    const traces = await readStream(server.url, 'trace');
    expect(traces.at(-1)?.id).toBe(150);
    expect(traces.length).toBeLessThanOrEqual(101);
    expect(traces.at(-1)?.line).toHaveProperty('payload');
    // The oldest that were left have lost their payload only.
    expect(traces[1]?.line).not.toHaveProperty('payload');
  });
});

const files = { kind: 'server', id: 'files', label: 'files' } as const;
const hubItself = { kind: 'hub', id: 'hub', label: 'hub' } as const;
const agent = { kind: 'agent', id: 'a1', label: 'Claude' } as const;
const at = (ms: number) => ({ wall: ms, monotonic: ms });
const opened = {
  dir: 'in',
  from: agent,
  to: hubItself,
  kind: 'request',
  method: 'tools/call',
  tool: 'files__read',
  parent: null,
} as const;
const closed = { outcome: 'ok', code: null, reason: null, rule: 'grant 1', waitedMs: 0 } as const;

function payload(text: string) {
  return { bytes: text.length, payload: text, cut: false };
}
