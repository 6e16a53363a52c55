// Joining, leaving, coming back and being called otherwise, with real NATS servers.
import { jetstreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { connect } from '@nats-io/transport-node';
import { expect, onTestFinished, test } from 'vitest';
import { fleetSecret } from '../../../contract/fleet.ts';
import { joinOf, startLink } from '../../support/fleet-link.ts';
import { startLossyProxy } from '../../support/lossy-proxy.ts';
import { startNats, startNatsCluster } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import type { NamedMember } from '../../../electron/core/fleet/link/fleet-wire.ts';

async function server(...options: Parameters<typeof startNats>) {
  const started = await startNats(...options);
  onTestFinished(() => started.remove());
  return started;
}

const steps = (trials: readonly { step: string; state: string }[]) =>
  trials.map(({ step, state }) => `${step} ${state}`);

describeWith(['nats'], 'A hub in a fleet', () => {
  test('Two hubs that join see each other, and one that leaves is gone for the other at once.', async () => {
    const { url } = await server();
    const [mia, jun] = [await startLink(), await startLink()];
    await mia.link.join(joinOf(url, 'mia', { roles: ['laptop'] }));
    await jun.link.join(joinOf(url, 'jun'));
    await mia.reaches('online');
    await until(() => mia.hub('jun') !== null && jun.hub('mia') !== null, 'they see each other');
    expect(jun.hub('mia')).toMatchObject({
      roles: ['laptop'],
      mode: 'running',
      isSelf: false,
      offlineSince: null,
      questions: null,
    });
    expect([...mia.state.all('fleetHubs')][0]).toMatchObject({ name: 'mia', isSelf: true });
    expect(mia.fleet?.roundTripMs).toBeGreaterThan(0);
    mia.state.setHub({ mode: 'paused' });
    await until(() => jun.hub('mia')?.mode === 'paused', 'the mode is told');
    await mia.link.leave();
    await until(() => jun.hub('mia') === null, 'mia is gone');
    expect(mia.fleet).toBe(null);
    expect([...mia.state.all('fleetHubs')]).toEqual([]);
    await jun.link.rename('mia', { kind: 'kept' });
    expect(await jun.reaches('online')).toMatchObject({ name: 'mia' });
  });

  test('A name that another hub has is refused, until that one is called otherwise.', async () => {
    const { url } = await server();
    const [mia, jun] = [await startLink(), await startLink()];
    await mia.link.join(joinOf(url, 'mia'));
    await expect(jun.link.join(joinOf(url, 'mia'))).rejects.toThrow(/Another hub of this fleet is called mia.*rename/);
    expect(jun.fleet).toBe(null);
    const { trials } = await jun.link.try(joinOf(url, 'mia'));
    expect(steps(trials)).toContain('name failed');
    expect(trials.every(({ state, ms }) => state === 'skipped' || ms !== null)).toBe(true);
    await mia.link.rename('mia-2', { kind: 'kept' });
    await jun.link.join(joinOf(url, 'mia'));
    await jun.reaches('online');
    await until(() => mia.hub('mia') !== null && jun.hub('mia-2') !== null, 'both are seen under their names');
    await expect(mia.link.rename('mia', { kind: 'kept' })).rejects.toThrow(/Another hub/);
    expect(await mia.reaches('online')).toMatchObject({ name: 'mia-2' });
  });

  test('A hub that was stopped comes back by itself, with the hubs that it knew.', async () => {
    const { url } = await server();
    const [first, jun] = [await startLink(), await startLink()];
    await first.link.join(joinOf(url, 'mia', { roles: ['laptop'] }));
    await jun.link.join(joinOf(url, 'jun'));
    await until(() => first.hub('jun') !== null, 'jun is seen');
    await first.stop();
    await jun.stop();
    const again = await startLink({ home: first.home });
    await again.link.rejoin();
    expect(again.fleet).toMatchObject({ name: 'mia', roles: ['laptop'] });
    expect(again.hub('jun')).not.toBe(null);
    await again.reaches('online');
    await until(() => typeof again.hub('jun')?.offlineSince === 'number', 'jun has stopped', 25_000);
    await again.link.leave();
    await again.stop();
    const left = await startLink({ home: first.home });
    await left.link.rejoin();
    expect(left.fleet).toBe(null);
  });

  test('While the server is away the hub is offline and its rows stay; afterwards all is as before.', async () => {
    const nats = await server();
    const told: string[] = [];
    const member: NamedMember = {
      name: 'told',
      member: {
        begin: async () => {
          told.push('begun');
          return { reconnected: () => told.push('reconnected'), end: async () => void told.push('ended') };
        },
      },
    };
    const broken: NamedMember = { name: 'broken', member: { begin: () => Promise.reject(new Error('It is broken.')) } };
    const [mia, jun] = [await startLink({ members: [broken, member] }), await startLink()];
    await mia.link.join(joinOf(nats.url, 'mia'));
    await jun.link.join(joinOf(nats.url, 'jun'));
    await until(() => mia.hub('jun') !== null, 'jun is seen');
    await nats.kill();
    expect(await mia.reaches('offline')).toMatchObject({ reason: { kind: 'fleet-server-lost' }, roundTripMs: null });
    expect(mia.hub('jun')).toMatchObject({ offlineSince: null });
    await nats.restart();
    await mia.reaches('online');
    await jun.reaches('online');
    jun.state.setHub({ mode: 'read-only' });
    await until(() => mia.hub('jun')?.mode === 'read-only', 'presence is told again');
    expect(told).toEqual(['begun', 'reconnected']);
    expect(mia.problems).toMatchObject([{ part: 'broken' }]);
    await mia.link.leave();
    expect(told.at(-1)).toBe('ended');
  });

  test('A hub starts offline where nothing answers, and comes in by itself once the server is there.', async () => {
    const nats = await server();
    const first = await startLink();
    await first.link.join(joinOf(nats.url, 'mia'));
    await first.stop();
    await nats.kill();
    const again = await startLink({ home: first.home });
    await again.link.rejoin();
    expect(await again.reaches('offline')).toMatchObject({ reason: { kind: 'fleet-connection-refused' } });
    await nats.restart();
    await again.reaches('online');
  });

  test('A hub whose buckets were taken away is refused until they are there again.', async () => {
    const nats = await server();
    const mia = await startLink();
    await mia.link.join(joinOf(nats.url, 'mia'));
    const connection = await connect({ servers: nats.url });
    await (await jetstreamManager(connection)).streams.delete('KV_pilothouse-presence');
    await connection.close();
    await nats.restart();
    expect(await mia.reaches('refused')).toMatchObject({
      reason: { kind: 'fleet-no-buckets', missing: ['KV_pilothouse-presence'] },
    });
    await mia.link.init({ ...joinOf(nats.url, 'x'), ...sizes });
    await mia.reaches('online');
    await until(() => mia.problems.length === 0, 'nothing is told as broken');
  });

  test('A hub that is silent is offline for the others, with what was last known.', async () => {
    const { url, port } = await server();
    const proxy = await startLossyProxy(port);
    onTestFinished(() => proxy.close());
    const [mia, jun] = [await startLink(), await startLink()];
    await mia.link.join(joinOf(url, 'mia'));
    await jun.link.join(joinOf(proxy.url, 'jun'));
    await until(() => mia.hub('jun') !== null, 'jun is seen');
    proxy.swallow({ toServer: true, toClient: true });
    await until(() => mia.hub('jun')?.offlineSince !== null, 'jun is offline');
    expect(mia.hub('jun')).toMatchObject({ mode: 'running', version: '0.1.0' });
  });

  test('Wrong credentials are refused when joining; those that are taken away later are refused and taken again once they hold.', async () => {
    const users = (password: string) =>
      `accounts { A { jetstream: enabled, users: [{ user: mia, password: "${password}" }] } }`;
    const nats = await server({ config: users('right') });
    const mia = await startLink();
    const wrong = joinOf(nats.url, 'mia', { credential: { kind: 'password', user: 'mia', password: 'wrong' } });
    expect(steps((await mia.link.try(wrong)).trials).slice(0, 4)).toEqual([
      'address fine',
      'connection fine',
      'credentials failed',
      'jetstream skipped',
    ]);
    await expect(mia.link.join(wrong)).rejects.toThrow(/does not take these credentials/);
    await mia.link.join(joinOf(nats.url.replace('//', '//mia:right@'), 'mia'));
    expect(await mia.reaches('online')).toMatchObject({ credential: 'password', address: nats.url });
    expect(mia.secrets.get(fleetSecret)).toBe('right');
    expect(JSON.stringify(mia.fleet)).not.toContain('right');
    nats.configure(users('another'));
    expect(await mia.reaches('refused')).toMatchObject({ reason: { kind: 'fleet-credential-ended' } });
    nats.configure(users('right'));
    await mia.reaches('online');
    await mia.link.leave();
    expect(mia.secrets.get(fleetSecret)).toBe(undefined);
  });

  test('What stands in the way is told apart.', async () => {
    const mia = await startLink();
    const { url, port } = await server();
    const reasonAt = async (address: string, more: Parameters<typeof joinOf>[2] = {}, link = mia) => {
      const failed = (await link.link.try(joinOf(address, 'mia', more))).trials.find(({ state }) => state === 'failed');
      return [failed?.step, failed?.reason?.kind];
    };
    expect(await reasonAt('http://127.0.0.1')).toEqual(['address', 'fleet-address-other']);
    expect(await reasonAt('nats://nats.example')).toEqual(['address', 'fleet-plaintext']);
    expect(await reasonAt('nats://no-such-host.invalid', { allowPlaintext: true })).toEqual([
      'connection',
      'fleet-no-host',
    ]);
    expect(await reasonAt('nats://127.0.0.1:1')).toEqual(['connection', 'fleet-connection-refused']);
    expect(await reasonAt(`tls://127.0.0.1:${port}`)).toEqual(['connection', 'fleet-no-tls']);
    expect(await reasonAt(url, { credential: { kind: 'creds', text: 'nothing' } })).toEqual([
      'credentials',
      'fleet-credential-form',
    ]);
    expect(await reasonAt(url, { credential: { kind: 'nkey', seed: 'SUNOTHING' } })).toEqual([
      'credentials',
      'fleet-credential-form',
    ]);
    expect(await reasonAt(url, { ca: '/nonexistent/ca.pem' })).toEqual(['connection', 'fleet-ca-unreadable']);
    expect(await reasonAt(url)).toEqual(['buckets', 'fleet-no-buckets']);
    await mia.link.init({ ...joinOf(url, 'x'), ...sizes });
    expect(await reasonAt(url, { signers: [{ name: 'Jun', key: 'nothing' }] })).toEqual([
      'signers',
      'fleet-signer-key',
    ]);
    expect(await reasonAt(url)).toEqual([undefined, undefined]);
    expect(await reasonAt(url, {}, await startLink({ offMs: 120_000 }))).toEqual(['clock', 'fleet-clock']);
    expect(await reasonAt(url, {}, await startLink({ offMs: -120_000 }))).toEqual(['clock', 'fleet-clock']);
  });

  test('A server without JetStream for the account is none for a fleet.', async () => {
    const { url } = await server({ config: 'accounts { A { users: [{ user: mia, password: p }] } }' });
    const mia = await startLink();
    const credential = { kind: 'password', user: 'mia', password: 'p' } as const;
    await expect(mia.link.join(joinOf(url, 'mia', { credential }))).rejects.toThrow(/offers no JetStream/);
  });

  test('What is set up is found the second time, and has its limits.', async () => {
    const { url } = await server();
    const mia = await startLink();
    const init = { ...joinOf(url, 'x'), ...sizes };
    const { made } = await mia.link.init(init);
    expect(made).toHaveLength(7);
    expect(await mia.link.init(init)).toEqual({ made: [], found: made });
    const connection = await connect({ servers: url });
    onTestFinished(() => connection.close());
    const status = await (await new Kvm(connection).open('pilothouse-presence')).status();
    expect(status).toMatchObject({ ttl: 15_000, history: 1 });
  });

  test('A hub stays in the fleet while one of three servers is killed.', async () => {
    const servers = await startNatsCluster(3);
    onTestFinished(async () => void (await Promise.all(servers.map(one => one.remove()))));
    const [mia, jun] = [await startLink(), await startLink()];
    const address = servers.map(({ url }) => url).join(',');
    await until(async () => {
      return await mia.link.init({ ...joinOf(address, 'x'), ...sizes, replicas: 3 }).then(
        () => true,
        () => false,
      );
    }, 'the cluster has its leader');
    await mia.link.join(joinOf(address, 'mia'));
    await jun.link.join(joinOf(address, 'jun'));
    await until(() => mia.hub('jun') !== null && jun.hub('mia') !== null, 'they see each other');
    await servers[0]?.kill();
    jun.state.setHub({ mode: 'paused' });
    await until(() => mia.hub('jun')?.mode === 'paused', 'mia hears of jun again');
    await mia.reaches('online');
  });
});

const sizes = { replicas: 1, auditDays: 1, traceDays: 1, auditBytes: 10_000_000, traceBytes: 10_000_000 };
