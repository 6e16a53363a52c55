// Whose a name is: two hubs that ask for one, two of one data home, and a change of name that fails half-way.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { connect } from '@nats-io/transport-node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fleetSecret } from '../../../contract/fleet.ts';
import { ClientBook } from '../../../electron/core/fleet/gateway/client-book.ts';
import { fleetRights, rightsText } from '../../../electron/core/fleet/link/fleet-rights.ts';
import { openFleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';
import { freeNameAt } from '../../../electron/core/fleet/link/free-name.ts';
import { joinOf, startLink } from '../../support/fleet-link.ts';
import { startLossyProxy } from '../../support/lossy-proxy.ts';
import { startNats } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import { createTempHome } from '../../support/temp-home.ts';
import type { FleetHub } from '../../../contract/schemas/fleet.ts';

async function server(config = '') {
  const nats = await startNats({ config });
  onTestFinished(() => nats.remove());
  return nats;
}

/** What a disk image of that machine would have. */
function copyOf(home: string): string {
  const copy = createTempHome().home;
  fs.cpSync(home, copy, { recursive: true });
  return copy;
}

async function wireAt(url: string) {
  const wire = await openFleetWire('pilothouse', 'TEST', { servers: url });
  onTestFinished(() => wire.connection.close());
  return wire;
}

/** What it says of itself in the fleet. */
function told(hub: FleetHub | null) {
  const { isSelf: _self, offlineSince: _since, ...said } = hub as FleetHub;
  return said;
}

const isTwin = { reason: { kind: 'fleet-twin', hub: 'mia' } };

describeWith(['nats'], 'A name in a fleet', () => {
  test('Of two hubs with one data home the younger stands back, and becomes one of its own by another name.', async () => {
    const nats = await server();
    const began = Date.now() - 10_000;
    const proxy = await startLossyProxy(nats.port);
    onTestFinished(() => proxy.close());
    const mia = await startLink({ startedAt: began });
    await mia.link.join(joinOf(proxy.url, 'mia'));
    await mia.reaches('online');
    const copy = await startLink({ home: copyOf(mia.home), startedAt: began + 5_000 });
    await copy.link.rejoin();
    expect(await copy.reaches('refused')).toMatchObject(isTwin);
    const [before, states] = [proxy.connections, new Set<string | undefined>()];
    copy.state.subscribe(() => states.add(copy.fleet?.state));
    await until(() => proxy.connections > before + 3, 'it is tried again');
    expect([mia.fleet?.state, ...states]).toEqual(['online', 'refused']);
    await copy.link.rename('jun', { kind: 'kept' });
    expect(await copy.reaches('online')).toMatchObject({ name: 'jun' });
    await until(() => mia.hub('jun') !== null && copy.hub('mia') !== null, 'both are seen');
    expect(mia.hub('jun')?.hubId).not.toBe(mia.hub('mia')?.hubId);
    await mia.stop();
    const again = await startLink({ home: mia.home, startedAt: Date.now() });
    await again.link.rejoin();
    expect(await again.reaches('online')).toMatchObject({ name: 'mia' });
  });

  test('Who leaves, or is called otherwise, before it has connected leaves no name behind either; a copy does not take that of its hub.', async () => {
    const nats = await server();
    const held = { isHeld: () => true };
    const mia = await startLink({ startedAt: Date.now() - 120_000 });
    await mia.link.join(joinOf(nats.url, 'mia'));
    await mia.reaches('online');
    const wire = await wireAt(nats.url);
    const [names, presence] = [await wire.kv('hubs'), await wire.kv('presence')];
    await until(async () => (await presence.get('mia'))?.operation === 'PUT', 'it is there for others');
    const copy = await startLink({ ...held, home: copyOf(mia.home), startedAt: Date.now() - 60_000 });
    await copy.link.rejoin();
    await copy.link.leave();
    expect((await names.get('mia'))?.operation).toBe('PUT');
    await mia.stop();

    const back = await startLink({ ...held, home: mia.home, startedAt: Date.now() });
    await back.link.rejoin();
    const { address } = back.fleet ?? { address: '' };
    const place = { address, ca: null, allowPlaintext: false, roles: ['ops'] };
    await back.link.rename('mia-2', { kind: 'kept' }, place);
    expect(back.fleet).toMatchObject({ state: 'joining', name: 'mia-2', roles: ['ops'] });
    expect((await names.get('mia'))?.operation).not.toBe('PUT');
    await back.link.leave();
    expect(back.fleet).toBeNull();
    expect((await names.get('mia-2'))?.operation).toBe('DEL');
  });

  test('A copy that leaves takes neither the name nor the row of the hub that it is a copy of.', async () => {
    const nats = await server();
    const [began, jun] = [Date.now() - 10_000, await startLink()];
    await jun.link.join(joinOf(nats.url, 'jun'));
    const mia = await startLink({ startedAt: began });
    await mia.link.join(joinOf(nats.url, 'mia'));
    await mia.reaches('online');
    const copy = await startLink({ home: copyOf(mia.home), startedAt: began + 5_000 });
    await copy.link.rejoin();
    await copy.reaches('refused');
    await copy.link.leave();
    await expect(copy.link.join(joinOf(nats.url, 'mia'))).rejects.toThrow(/Another hub of this fleet is called mia/);
    expect(jun.hub('mia')).toMatchObject({ offlineSince: null, startedAt: began });
  });

  test('A change of name that cannot be kept leaves the hub in the fleet as it was, and the new name free.', async () => {
    const nats = await server(
      'accounts { A { jetstream: enabled, users: [{ user: a, password: one }, { user: b, password: two }] } }',
    );
    const [mia, jun] = [await startLink(), await startLink()];
    const as = (user: string, password: string) => ({ credential: { kind: 'password', user, password } as const });
    await mia.link.join(joinOf(nats.url, 'mia', as('a', 'one')));
    await mia.reaches('online');
    const secrets = path.join(mia.home, 'secrets');
    fs.renameSync(secrets, `${secrets}.away`);
    fs.writeFileSync(secrets, 'not a folder');
    await expect(mia.link.rename('mia-2', as('b', 'two').credential)).rejects.toThrow();
    fs.rmSync(secrets);
    fs.renameSync(`${secrets}.away`, secrets);
    expect(mia.fleet).toMatchObject({ name: 'mia', state: 'online' });
    expect(mia.secrets.get(fleetSecret)).toBe('one');
    await jun.link.join(joinOf(nats.url, 'mia-2', as('b', 'two')));
    await until(() => jun.hub('mia') !== null, 'mia is seen');
    // The session that is shown is one that runs.
    mia.state.setHub({ mode: 'paused' });
    await until(() => jun.hub('mia')?.mode === 'paused', 'what changes is told');
    await mia.stop();
    const again = await startLink({ home: mia.home });
    await again.link.rejoin();
    expect(await again.reaches('online')).toMatchObject({ name: 'mia' });
  });

  test.each(['init', 'free', 'admin'])(
    'A hub that is called %s hears nothing of what the server answers to whoever administers.',
    async name => {
      const rights = rightsText(fleetRights('pilothouse', name));
      const nats = await server(
        `accounts { A { jetstream: enabled, users: [ { user: admins, password: a }\n{ user: hub, password: i, permissions: ${rights} } ] } }`,
      );
      const hub = await connect({ servers: nats.url, user: 'hub', pass: 'i' });
      onTestFinished(() => hub.close());
      const heard: string[] = [];
      hub.subscribe(`_INBOX.pilothouse.${name}.>`, { callback: (_error, { subject }) => void heard.push(subject) });
      await hub.flush();
      const mia = await startLink();
      const credential = { kind: 'password', user: 'admins', password: 'a' } as const;
      const sizes = { replicas: 1, auditDays: 1, traceDays: 1, auditBytes: 10_000_000, traceBytes: 10_000_000 };
      const { made } = await mia.link.init({ ...joinOf(nats.url, 'x', { credential }), ...sizes });
      await freeNameAt(joinOf(nats.url, 'x', { credential }), 'nobody');
      const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      const book = await ClientBook.open({
        server: joinOf(nats.url, 'x', { credential }),
        pem,
        now: () => Date.now(),
        randomBytes,
      });
      expect(await book.list()).toEqual([]);
      await book.close();
      await hub.flush();
      expect(made).toHaveLength(7);
      expect(heard).toEqual([]);
    },
  );

  test('The name of a hub that is here is not freed; one that is gone leaves neither its row nor what it shared.', async () => {
    const nats = await server();
    const [mia, jun] = [await startLink(), await startLink()];
    await mia.link.join(joinOf(nats.url, 'mia'));
    await jun.link.join(joinOf(nats.url, 'jun'));
    await until(() => jun.hub('mia') !== null, 'mia is seen');
    const shares = await (await wireAt(nats.url)).kv('shares');
    await shares.put('mia.files', '{}');
    await shares.put('mia-2.files', '{}');
    const free = () => freeNameAt({ ...joinOf(nats.url, 'x'), prefix: 'pilothouse' }, 'mia');
    await expect(free()).rejects.toMatchObject({ reason: { kind: 'fleet-name-here', hub: 'mia', version: '0.1.0' } });
    expect((await shares.get('mia.files'))?.operation).toBe('PUT');
    await mia.stop();
    expect(await free()).toBe(true);
    expect((await shares.get('mia.files'))?.operation).toBe('PURGE');
    expect((await shares.get('mia-2.files'))?.operation).toBe('PUT');
    await until(() => jun.hub('mia') === null, 'its row is gone');
    expect(await free()).toBe(false);
  });

  test('A hub whose claim was taken away has its name all the same, and claims it anew.', async () => {
    const nats = await server();
    const [mia, joe] = [await startLink(), await startLink()];
    await mia.link.join(joinOf(nats.url, 'mia'));
    const names = await (await wireAt(nats.url)).kv('hubs');
    await until(async () => (await (await wireAt(nats.url)).kv('presence')).get('mia').then(Boolean), 'it is here');
    await names.purge('mia');
    await expect(joe.link.join(joinOf(nats.url, 'mia'))).rejects.toThrow(/Another hub of this fleet is called mia/);
    await until(async () => (await names.get('mia'))?.operation === 'PUT', 'it is claimed again');
    expect((await names.get('mia'))?.json()).toMatchObject({ hubId: mia.hub('mia')?.hubId });
    expect(mia.fleet).toMatchObject({ state: 'online', reason: null });
  });

  test('Of two hubs that say they have one name the one stays that has claimed it, and the other is told whose it is.', async () => {
    const nats = await server();
    const [mia, joe] = [await startLink(), await startLink()];
    await joe.link.join(joinOf(nats.url, 'joe'));
    await mia.link.join(joinOf(nats.url, 'mia'));
    await joe.reaches('online');
    await mia.reaches('online');
    const names = await (await wireAt(nats.url)).kv('hubs');
    const claimed = { hubId: joe.hub('joe')?.hubId, version: '0.2.0', at: Date.now() };
    await names.put('mia', JSON.stringify(claimed));
    const presence = await (await wireAt(nats.url)).kv('presence');
    await presence.put('mia', JSON.stringify({ ...told(joe.hub('joe')), name: 'mia' }));
    expect(await mia.reaches('refused')).toMatchObject({
      reason: { kind: 'fleet-name-taken', hub: 'mia', version: '0.2.0' },
    });
    await mia.link.leave();
    expect((await names.get('mia'))?.json()).toEqual(claimed);
  });

  test('A claim names the version that the hub runs, also after an update.', async () => {
    const nats = await server();
    const mia = await startLink();
    await mia.link.join(joinOf(nats.url, 'mia'));
    await mia.stop();
    const names = await (await wireAt(nats.url)).kv('hubs');
    const before = (await names.get('mia'))?.json<{ hubId: string; version: string; at: number }>();
    await names.put('mia', JSON.stringify({ ...before, version: '0.0.9' }));
    const again = await startLink({ home: mia.home });
    await again.link.rejoin();
    await again.reaches('online');
    expect((await names.get('mia'))?.json()).toMatchObject({ hubId: before?.hubId, version: '0.1.0' });
  });

  test('Of two hubs that are one in the fleet, as gateways are, the row stays when one of them ends.', async () => {
    const nats = await server();
    const jun = await startLink();
    await jun.link.join(joinOf(nats.url, 'jun'));
    // What is told each few seconds anyway is not told here.
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const one = await startLink({ startedAt: 0 });
    await one.link.join(joinOf(nats.url, 'gateway'));
    const other = await startLink({ home: copyOf(one.home), startedAt: 0 });
    await other.link.rejoin();
    await other.reaches('online');
    await until(() => jun.hub('gateway') !== null, 'they are seen');
    const presence = await (await wireAt(nats.url)).kv('presence');
    const operations: string[] = [];
    const watch = await presence.watch({ key: 'gateway' });
    onTestFinished(() => watch.stop());
    void (async () => {
      for await (const { operation } of watch) operations.push(operation);
    })();
    // It has told last, so it is what it has told that it takes away.
    other.state.setHub({ mode: 'paused' });
    await until(() => jun.hub('gateway')?.mode === 'paused', 'it has told last');
    await other.stop();
    await until(() => operations.join().endsWith('DEL,PUT'), 'the one that is here tells again');
    expect(jun.hub('gateway')).toMatchObject({ offlineSince: null });
  });
});
