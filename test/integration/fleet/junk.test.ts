// What a hub with the printed rights can have a real NATS server say on the subjects of others does no harm that lasts; names are given on.
import { expect, onTestFinished, test } from 'vitest';
import { answerHub, askHub } from '../../../electron/core/fleet/link/fleet-asks.ts';
import { setUpFleet } from '../../../electron/core/fleet/link/fleet-set-up.ts';
import { openFleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';
import { freeNameAt } from '../../../electron/core/fleet/link/free-name.ts';
import { PolicyMember } from '../../../electron/core/fleet/policy/policy-member.ts';
import { FleetPolicyKeeper } from '../../../electron/core/permissions/policy/fleet-policy.ts';
import { accountOf, accountsOf } from '../../support/fleet-account.ts';
import { joinOf, startLink } from '../../support/fleet-link.ts';
import { policySigner } from '../../support/fleet-signer.ts';
import { startNats, startNatsCluster } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import type { FleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';
import type { NatsServer } from '../../support/nats-server.ts';

const sizes = { replicas: 1, auditDays: 1, traceDays: 1, auditBytes: 10_000_000, traceBytes: 10_000_000 };
const as = (hub: string) => ({ kind: 'password', user: hub, password: hub }) as const;
const ops = policySigner();

async function startFleet(accounts = accountOf): Promise<NatsServer> {
  const nats = await startNats({ config: accounts('mia', ['jun', { signs: true }], 'eve') });
  onTestFinished(() => nats.remove());
  const admin = await startLink();
  await admin.link.init({ ...joinOf(nats.url, 'x', { credential: as('admin') }), ...sizes });
  return nats;
}

async function wireOf(url: string, hub: string, user = hub): Promise<FleetWire> {
  const wire = await openFleetWire('pilothouse', hub, { servers: url, user, pass: user, maxReconnectAttempts: -1 });
  onTestFinished(() => wire.connection.close());
  return wire;
}

/** Has the server put an answer of JetStream on `subject`, and waits until it lies there. */
async function spoil(admin: FleetWire, eve: FleetWire, stream: string, subject: string): Promise<void> {
  const { streams } = await admin.manager();
  const last = async () => (await streams.info(stream)).state.last_seq;
  const before = await last();
  eve.connection.publish('$JS.API.INFO', '', { reply: subject });
  await until(async () => (await last()) > before, `it lies on ${subject}`);
}

async function holder(wire: FleetWire): Promise<FleetPolicyKeeper> {
  const keeper = new FleetPolicyKeeper({
    kept: [],
    keep: () => Promise.resolve(),
    now: () => Date.now(),
    onChanged: () => {},
    show: () => {},
  });
  const member = new PolicyMember({ keeper, signers: () => [ops.signer], onFault: () => {} });
  const membership = await member.begin(wire);
  onTestFinished(() => membership.end());
  return keeper;
}

describeWith(['nats'], 'What the server was made to say', () => {
  test('In the place of a claim or of presence it is nobody’s, and the hub writes its own again.', async () => {
    const nats = await startFleet();
    const [admin, eve] = [await wireOf(nats.url, 'init', 'admin'), await wireOf(nats.url, 'eve')];
    const [mia, jun] = [await startLink(), await startLink()];
    await mia.link.join(joinOf(nats.url, 'mia', { credential: as('mia') }));
    await spoil(admin, eve, 'KV_pilothouse-hubs', '$KV.pilothouse-hubs.mia');
    await spoil(admin, eve, 'KV_pilothouse-presence', '$KV.pilothouse-presence.mia');
    await jun.link.join(joinOf(nats.url, 'jun', { credential: as('jun') }));
    await until(() => jun.hub('mia') !== null, 'mia is seen again');
    await nats.restart();
    await mia.reaches('offline');
    await mia.reaches('online');
    const claim = await (await (await wireOf(nats.url, 'init', 'admin')).kv('hubs')).get('mia');
    expect(claim?.json()).toMatchObject({ version: '0.1.0' });
    expect(mia.problems).toEqual([]);
  });

  test('In the place of the policy it is replaced by the one that holds, by whoever may publish, and a hub that comes then has it.', async () => {
    const nats = await startFleet();
    const [admin, eve] = [await wireOf(nats.url, 'init', 'admin'), await wireOf(nats.url, 'eve')];
    const signing = await holder(await wireOf(nats.url, 'jun'));
    const other = await holder(await wireOf(nats.url, 'mia'));
    const envelope = ops.sign({ version: 7 });
    await signing.publisher?.publish(envelope, 7);
    await until(() => signing.held !== null && other.held !== null, 'it holds');
    // As many as the bucket keeps of its history.
    for (let count = 0; count < 64; count += 1)
      await spoil(admin, eve, 'KV_pilothouse-policy', '$KV.pilothouse-policy.current');
    const bucket = await admin.kv('policy');
    await until(async () => (await bucket.get('current'))?.string() === envelope, 'it is published again');
    await until(() => signing.fault === null && other.fault === null, 'what was told of it is over');
    const later = await holder(await wireOf(nats.url, 'mia'));
    await until(() => later.held?.policy.version === 7, 'it is found');
  });
});

const stored = [
  ['pilothouse-audit', 'pilothouse.audit.mia'],
  ['pilothouse-trace', 'pilothouse.trace.mia'],
  ['KV_pilothouse-hubs', '$KV.pilothouse-hubs.mia'],
  ['KV_pilothouse-presence', '$KV.pilothouse-presence.mia'],
  ['KV_pilothouse-shares', '$KV.pilothouse-shares.mia.files'],
  ['KV_pilothouse-policy', '$KV.pilothouse-policy.current'],
] as const;

/** Asks for everything that it may, to be answered where others write; says into which streams something came. */
async function spoiltIn([admin, eve]: readonly [FleetWire, FleetWire]): Promise<string[]> {
  const { streams } = await admin.manager();
  const ask = (what: string, body: object, reply: string) =>
    eve.connection.publish(`$JS.API.${what}`, JSON.stringify(body), { reply });
  for (const [, subject] of stored) {
    ask('INFO', {}, subject);
    ask('STREAM.INFO.pilothouse-audit', {}, subject);
    ask('STREAM.MSG.GET.KV_pilothouse-hubs', { last_by_subj: '$KV.pilothouse-hubs.eve' }, subject);
    const config = { deliver_subject: subject, ack_policy: 'none', idle_heartbeat: 100_000_000 };
    ask('CONSUMER.CREATE.KV_pilothouse-hubs', { stream_name: 'KV_pilothouse-hubs', config }, subject);
  }
  // What is asked after that is answered after that.
  const bucket = await eve.kv('shares');
  for (let round = 0; round < 20; round += 1) {
    await bucket.put('eve.files', '{}');
    await bucket.get('eve.files');
  }
  const spoilt = await Promise.all(
    stored.map(async ([stream, subject]) => {
      const { state } = await streams.info(stream, { subjects_filter: subject });
      return (state.subjects?.[subject] ?? 0) > 0 ? [stream] : [];
    }),
  );
  return spoilt.flat();
}

async function both(accounts: typeof accountOf): Promise<[FleetWire, FleetWire]> {
  const { url } = await startFleet(accounts);
  return [await wireOf(url, 'init', 'admin'), await wireOf(url, 'eve')];
}

describeWith(['nats'], 'Streams in an account of their own', () => {
  test('hold nothing that the server was made to say, which in one account for all comes into each.', async () => {
    expect(await spoiltIn(await both(accountOf))).toEqual(stored.map(([stream]) => stream));
    expect(await spoiltIn(await both(accountsOf))).toEqual([]);
  });

  test('hold nothing of it in a cluster either, whichever server is asked.', async () => {
    const servers = await startNatsCluster(3, accountsOf('eve'));
    onTestFinished(async () => void (await Promise.all(servers.map(server => server.remove()))));
    const admin = await wireOf(servers[0]?.url ?? '', 'init', 'admin');
    await setUpFleet(admin, { ...sizes, replicas: 3 });
    for (const { url } of servers) expect(await spoiltIn([admin, await wireOf(url, 'eve')])).toEqual([]);
  });

  test('let hubs join, see each other, be answered, share and follow the policy.', async () => {
    const nats = await startFleet(accountsOf);
    const [mia, jun] = [await startLink(), await startLink()];
    await mia.link.join(joinOf(nats.url, 'mia', { credential: as('mia') }));
    await jun.link.join(joinOf(nats.url, 'jun', { credential: as('jun') }));
    await until(() => mia.hub('jun') !== null && jun.hub('mia') !== null, 'they see each other');
    const [one, other] = [await wireOf(nats.url, 'mia'), await wireOf(nats.url, 'jun')];
    other.connection.subscribe(other.subjects.requests, {
      callback: (_error, message) => answerHub(other, message, 'answer'),
    });
    await other.connection.flush();
    const ask = { to: 'jun', what: 'hello', id: 'random', text: '', waitMs: 5_000 };
    expect((await askHub(one, ask)).string()).toBe('answer');
    await expect(askHub(one, { ...ask, to: 'gone' })).rejects.toThrow(/no responders/);
    await (await one.kv('shares')).put('mia.files', '{}');
    expect((await (await other.kv('shares')).get('mia.files'))?.string()).toBe('{}');
    const [signing, holding] = [await holder(other), await holder(one)];
    await signing.publisher?.publish(ops.sign({ version: 2 }), 2);
    await until(() => holding.held?.policy.version === 2, 'it is followed');
    expect([...mia.problems, ...jun.problems]).toEqual([]);
  });
});

describeWith(['nats'], 'The name of a hub that is gone', () => {
  test('is another’s once whoever administers has freed it, and nobody else frees it.', async () => {
    const nats = await startFleet();
    const first = await startLink();
    await first.link.join(joinOf(nats.url, 'mia', { credential: as('mia') }));
    await first.stop();
    const again = await startLink();
    const join = () => again.link.join(joinOf(nats.url, 'mia', { credential: as('mia') }));
    await expect(join()).rejects.toThrow(/pilothouse fleet free mia/);
    const ask = (user: string) => ({
      ...{ address: nats.url, prefix: 'pilothouse', credential: as(user), ca: null, allowPlaintext: false },
    });
    await expect(freeNameAt(ask('eve'), 'mia')).rejects.toMatchObject({ reason: { kind: 'fleet-not-administrator' } });
    expect(await freeNameAt(ask('admin'), 'mia')).toBe(true);
    await join();
    expect(again.fleet?.name).toBe('mia');
    expect(await freeNameAt(ask('admin'), 'nobody')).toBe(false);
  });
});
