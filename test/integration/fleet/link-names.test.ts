// Whose a name is: two hubs that ask for one, two of one data home, and a change of name that fails half-way.
import fs from 'node:fs';
import path from 'node:path';
import { connect } from '@nats-io/transport-node';
import { expect, onTestFinished, test } from 'vitest';
import { fleetSecret } from '../../../contract/fleet.ts';
import { fleetRights, rightsText } from '../../../electron/core/fleet/link/fleet-rights.ts';
import { joinOf, startLink } from '../../support/fleet-link.ts';
import { startLossyProxy } from '../../support/lossy-proxy.ts';
import { startNats } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import { createTempHome } from '../../support/temp-home.ts';

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
    const nats = await server('accounts { A { jetstream: enabled, users: [{ user: a, password: one }, { user: b, password: two }] } }');
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

  test('A hub that is called init hears nothing of what the server answers to whoever sets the fleet up.', async () => {
    const rights = rightsText(fleetRights('pilothouse', 'init'));
    const nats = await server(
      `accounts { A { jetstream: enabled, users: [ { user: admin, password: a }\n{ user: init, password: i, permissions: ${rights} } ] } }`,
    );
    const hub = await connect({ servers: nats.url, user: 'init', pass: 'i' });
    onTestFinished(() => hub.close());
    const heard: string[] = [];
    hub.subscribe('_INBOX.pilothouse.init.>', { callback: (_error, { subject }) => void heard.push(subject) });
    await hub.flush();
    const mia = await startLink();
    const credential = { kind: 'password', user: 'admin', password: 'a' } as const;
    const sizes = { replicas: 1, auditDays: 1, traceDays: 1, auditBytes: 10_000_000, traceBytes: 10_000_000 };
    const { made } = await mia.link.init({ ...joinOf(nats.url, 'x', { credential }), ...sizes });
    await hub.flush();
    expect(made).toHaveLength(7);
    expect(heard).toEqual([]);
  });
});
