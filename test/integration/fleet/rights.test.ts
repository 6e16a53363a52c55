// A real NATS server with exactly the rights that are printed: all of a hub's fleet works, and nobody speaks as another.
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, createInbox } from '@nats-io/transport-node';
import { expect, onTestFinished, test } from 'vitest';
import { answerHub, askHub } from '../../../electron/core/fleet/link/fleet-asks.ts';
import { fleetRights, rightsText } from '../../../electron/core/fleet/link/fleet-rights.ts';
import { fleetSubjects, senderOf } from '../../../electron/core/fleet/link/fleet-subjects.ts';
import { openFleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';
import { joinOf, startLink } from '../../support/fleet-link.ts';
import { startNats } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import type { FleetRights } from '../../../electron/core/fleet/link/fleet-rights.ts';
import type { FleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';

const sizes = { replicas: 1, auditDays: 1, traceDays: 1, auditBytes: 10_000_000, traceBytes: 10_000_000 };

/** Jun takes calls to `files`. */
const rightsOf = (hub: string) => fleetRights('pilothouse', hub, { serves: hub === 'jun' ? ['files'] : [] });

/** An account with one user who may everything, and one for each hub, whose password is its name. */
async function fleetServer(...hubs: string[]) {
  const users = hubs.map(hub => `{ user: ${hub}, password: ${hub}, permissions: ${rightsText(rightsOf(hub))} }`);
  const nats = await startNats({
    config: `accounts { FLEET { jetstream: enabled, users: [ { user: admin, password: admin }\n${users.join('\n')} ] } }`,
  });
  onTestFinished(() => nats.remove());
  return nats;
}

/** What only mia, whoever signs, or whoever administers may publish on. */
const foreign = [
  ...['pilothouse.rq.jun.mia.panel-open', 'pilothouse.re.jun.mia.1', 'pilothouse.call.files.mia'],
  ...['pilothouse.audit.mia', 'pilothouse.trace.mia', '_INBOX.pilothouse.jun.1'],
  ...['$KV.pilothouse-hubs.mia', '$KV.pilothouse-presence.mia', '$KV.pilothouse-shares.mia.files'],
  ...['$KV.pilothouse-policy.current', '$JS.API.STREAM.PURGE.KV_pilothouse-policy'],
  ...['$JS.API.STREAM.DELETE.pilothouse-audit', '$JS.API.STREAM.UPDATE.pilothouse-audit'],
];

const as = (hub: string) => ({ kind: 'password', user: hub, password: hub }) as const;

async function wireOf(url: string, hub: string, user = hub): Promise<{ wire: FleetWire; refused: string[] }> {
  const wire = await openFleetWire('pilothouse', hub, { servers: url, user, pass: user });
  onTestFinished(() => wire.connection.close());
  const refused: string[] = [];
  void (async () => {
    for await (const status of wire.connection.status())
      if (status.type === 'error') refused.push(status.error.message);
  })();
  return { wire, refused };
}

describeWith(['nats'], 'The rights of a hub', () => {
  test('It joins, is seen, publishes into its streams, asks, answers and takes calls; it cannot set a fleet up.', async () => {
    const { url } = await fleetServer('mia', 'jun');
    const [mia, jun] = [await startLink(), await startLink()];
    await expect(mia.link.join(joinOf(url, 'mia', { credential: as('mia') }))).rejects.toThrow(
      /has not been set up.*fleet init/,
    );
    await expect(mia.link.init({ ...joinOf(url, 'x', { credential: as('mia') }), ...sizes })).rejects.toThrow(
      /does not let these credentials use/,
    );
    await mia.link.init({ ...joinOf(url, 'x', { credential: as('admin') }), ...sizes });
    await mia.link.join(joinOf(url, 'mia', { credential: as('mia') }));
    await jun.link.join(joinOf(url, 'jun', { credential: as('jun') }));
    await until(() => mia.hub('jun') !== null && jun.hub('mia') !== null, 'they see each other');
    await expect(mia.link.rename('mia-2', { kind: 'kept' })).rejects.toThrow(/fleet rights mia-2/);
    expect([...mia.problems, ...jun.problems]).toEqual([]);

    const { wire, refused } = await wireOf(url, 'mia');
    const other = await wireOf(url, 'jun');
    const { subjects, connection, jetstream } = wire;
    expect((await jetstream.publish(subjects.own('audit'), '{}', { msgID: '1' })).seq).toBe(1);
    expect((await jetstream.publish(subjects.own('trace'), '{}')).seq).toBe(1);
    await (await wire.kv('shares')).put('mia.files', '{}');
    expect((await (await other.wire.kv('shares')).get('mia.files'))?.string()).toBe('{}');
    expect(await (await wire.kv('policy')).get('current')).toBe(null);
    other.wire.connection.subscribe(other.wire.subjects.requests, {
      callback: (_error, message) => answerHub(other.wire, message, 'answer'),
    });
    other.wire.connection.subscribe(other.wire.subjects.calls('files'), {
      queue: 'files',
      callback: (_error, message) => {
        const to = senderOf(message.subject);
        other.wire.connection.publish(other.wire.subjects.reply(to, '1'), 'called');
      },
    });
    const answers = connection.subscribe(`${subjects.prefix}.re.mia.*.1`, { max: 1 });
    await Promise.all([connection.flush(), other.wire.connection.flush()]);
    const ask = { to: 'jun', what: 'hello', id: 'random', text: '', waitMs: 5_000 };
    expect((await askHub(wire, ask)).string()).toBe('answer');
    await expect(askHub(wire, { ...ask, to: 'gone' })).rejects.toThrow(/no responders/);
    connection.publish(subjects.call('files'), 'call');
    for await (const message of answers)
      expect([senderOf(message.subject), message.string()]).toEqual(['jun', 'called']);
    expect([...refused, ...other.refused]).toEqual([]);
  });

  test('Each try to speak as another hub, to read what is not for it, or to change what is shared, is refused by the server.', async () => {
    const { url } = await fleetServer('mia', 'jun');
    const admin = await startLink();
    await admin.link.init({ ...joinOf(url, 'x', { credential: as('admin') }), ...sizes });
    const { wire, refused } = await wireOf(url, 'mia');
    const { subjects: jun } = { subjects: fleetSubjects('pilothouse', 'jun') };
    const publishes = [
      ...[jun.own('audit'), jun.own('trace'), jun.request('mia', 'hello'), jun.reply('mia', '1'), jun.call('files')],
      ...['$KV.pilothouse-presence.jun', '$KV.pilothouse-hubs.jun', '$KV.pilothouse-shares.jun.files'],
      ...['$KV.pilothouse-policy.current', '$KV.pilothouse-gateway.mia', '$KV.pilothouse-shares.mia'],
      ...[`${jun.inbox}.1`, '$JS.API.STREAM.CREATE.mine', '$JS.API.STREAM.DELETE.KV_pilothouse-hubs'],
      ...['$JS.API.STREAM.PURGE.KV_pilothouse-policy', '$JS.API.STREAM.MSG.DELETE.pilothouse-audit'],
      ...['$JS.API.STREAM.UPDATE.pilothouse-audit', '$JS.API.STREAM.MSG.GET.pilothouse-audit'],
      ...['$JS.API.CONSUMER.CREATE.pilothouse-audit', '$JS.API.STREAM.MSG.GET.KV_pilothouse-gateway'],
      ...['$JS.API.DIRECT.GET.KV_pilothouse-hubs', '$JS.API.CONSUMER.MSG.NEXT.KV_pilothouse-hubs.mine'],
    ];
    for (const subject of publishes) {
      wire.connection.publish(subject, 'x');
      await until(() => refused.some(text => text.includes(`"${subject}"`)), `publishing to ${subject} is refused`);
    }
    const reads = [jun.requests, jun.replies, `${jun.inbox}.>`, 'pilothouse.audit.*', '$KV.pilothouse-gateway.>', '>'];
    // What a group is asked, with all that it is told.
    reads.push('pilothouse.call.files.*', 'pilothouse.call.*.*', 'pilothouse.call.>');
    for (const subject of reads) {
      wire.connection.subscribe(subject, { callback: () => {} });
      await until(
        () => refused.some(text => text.includes(`Subscription to "${subject}"`)),
        `reading ${subject} is refused`,
      );
    }
    expect(refused).toHaveLength(publishes.length + reads.length);
  });

  test('A bucket of many megabytes is read to its end, for which a hub has to tell the server again and again that it keeps up.', async () => {
    const { url } = await fleetServer('mia');
    const admin = await startLink();
    await admin.link.init({ ...joinOf(url, 'x', { credential: as('admin') }), ...sizes });
    const { wire: writer } = await wireOf(url, 'admin');
    const names = Array.from({ length: 600 }, (_, index) => `jun.s${index}`);
    const shares = await writer.kv('shares');
    for (const name of names) await shares.put(name, 'x'.repeat(15_000));
    const { wire, refused } = await wireOf(url, 'mia');
    const read = new Set<string>();
    const watched = await (await wire.kv('shares')).watch();
    void (async () => {
      for await (const { key } of watched) read.add(key);
    })();
    await until(() => read.size === names.length, 'all was read');
    expect(refused).toEqual([]);
    // Servers from 2.14 on can be told to ask for it by another name; the one of the tests may be older.
    expect(fleetRights('pilothouse', 'mia').publish.allow).toContain('$JS.FC.*.*.KV_pilothouse-shares.>');
  });

  test('A hub that has sent a request to itself may not answer on the subject that it has named there.', async () => {
    const { url } = await fleetServer('mia', 'jun', 'eve');
    const admin = await startLink();
    await admin.link.init({ ...joinOf(url, 'x', { credential: as('admin') }), ...sizes });
    const [admins, jun, eve] = [await wireOf(url, 'init', 'admin'), await wireOf(url, 'jun'), await wireOf(url, 'eve')];
    await (await admins.wire.kv('policy')).put('current', 'signed');
    const heard: string[] = [];
    jun.wire.connection.subscribe(jun.wire.subjects.requests, {
      callback: (_error, { subject }) => void heard.push(subject),
    });
    const answered: string[] = [];
    eve.wire.connection.subscribe(eve.wire.subjects.requests, {
      callback: (_error, message) => {
        message.respond('{}');
        answered.push(message.reply ?? '');
      },
    });
    await Promise.all([jun.wire.connection.flush(), eve.wire.connection.flush()]);
    for (const reply of foreign) eve.wire.connection.publish('pilothouse.rq.eve.eve.x', '', { reply });
    await until(() => answered.length === foreign.length, 'it hears all of them');
    await eve.wire.connection.flush();
    await until(() => eve.refused.length >= foreign.length, 'each is refused');
    for (const subject of foreign) expect(eve.refused.join('\n')).toContain(`"${subject}"`);
    await jun.wire.connection.flush();
    expect(heard).toEqual([]);
    const { streams } = await admins.wire.manager();
    expect((await streams.info('KV_pilothouse-policy')).state.messages).toBe(1);
    for (const stream of ['KV_pilothouse-hubs', 'KV_pilothouse-presence', 'pilothouse-audit'])
      expect((await streams.info(stream)).state.messages).toBe(0);
  });

  test('Of the streams a hub reads what it has sent itself: the server holds the filter of a consumer against the subject.', async () => {
    const { url } = await fleetServer('mia', 'eve');
    const admin = await startLink();
    await admin.link.init({ ...joinOf(url, 'x', { credential: as('admin') }), ...sizes });
    const [mia, eve] = [await wireOf(url, 'mia'), await wireOf(url, 'eve')];
    await mia.wire.jetstream.publish('pilothouse.audit.mia', 'of mia');
    const made = (own: string, asked: object) =>
      eve.wire.connection.request(
        `$JS.API.CONSUMER.CREATE.pilothouse-audit.x.${own}`,
        JSON.stringify({
          stream_name: 'pilothouse-audit',
          config: { name: 'x', deliver_subject: `${eve.wire.subjects.inbox}.x`, ack_policy: 'none', ...asked },
        }),
      );
    const filters = [{ filter_subject: 'pilothouse.audit.mia' }, { filter_subject: 'pilothouse.audit.*' }, {}];
    for (const asked of filters) {
      const answer = (await made('pilothouse.audit.eve', asked)).json<{ error?: { description: string } }>();
      expect(answer.error?.description).toMatch(/did not match filtered subject/);
    }
    for (const own of ['pilothouse.audit.mia', 'pilothouse.audit.*', 'pilothouse.audit.>'])
      await expect(made(own, { filter_subject: own })).rejects.toThrow(/Permissions Violation/);
  });

  test('What is stored cannot be brought to another hub as if a third had said it.', async () => {
    const { url } = await fleetServer('mia', 'jun', 'eve');
    const admin = await startLink();
    await admin.link.init({ ...joinOf(url, 'x', { credential: as('admin') }), ...sizes });
    const [jun, eve] = [await wireOf(url, 'jun'), await wireOf(url, 'eve')];
    const came: string[] = [];
    // The very subject: some servers find no interest in it where it is one of many that are listened to.
    const asked = fleetSubjects('pilothouse', 'mia').request('jun', 'do');
    jun.wire.connection.subscribe(asked, {
      callback: (_error, { subject }) => void came.push(`${senderOf(subject)} ${subject}`),
    });
    await jun.wire.connection.flush();
    await (await eve.wire.kv('shares')).put('eve.mia', 'stop all');
    const manager = await jetstreamManager(eve.wire.connection);
    await manager.consumers.add('KV_pilothouse-shares', {
      deliver_subject: asked,
      filter_subject: '$KV.pilothouse-shares.eve.mia',
      inactive_threshold: 5_000_000_000,
    });
    await until(() => came.length > 0, 'the server brings it');
    expect(came).toEqual([' $KV.pilothouse-shares.eve.mia']);
  });

  test('An account that has no rights at all is told which it needs.', async () => {
    const nats = await startNats({
      config:
        'accounts { FLEET { jetstream: enabled, users: [ { user: mia, password: mia, permissions: { publish: { deny: ">" } } } ] } }',
    });
    onTestFinished(() => nats.remove());
    const mia = await startLink();
    const { trials } = await mia.link.try(joinOf(nats.url, 'mia', { credential: as('mia') }));
    expect(trials.find(({ state }) => state === 'failed')).toMatchObject({
      step: 'jetstream',
      reason: { kind: 'fleet-not-allowed', hub: 'mia', subject: '$JS.API.INFO' },
    });
  });

  test('A gateway reads clients and writes none; a hub takes calls of the groups that it is named for, and of no other.', async () => {
    const gateway = fleetRights('p', 'gate', { isGateway: true, serves: ['files'] });
    expect(gateway.publish.allow.filter(subject => subject.startsWith('$KV.p-gateway'))).toEqual([]);
    expect(gateway.publish.allow).toContain('$JS.API.STREAM.MSG.GET.KV_p-gateway');
    expect(gateway.subscribe.allow).toContain('p.call.files.*');
    expect(gateway.subscribe.allow).not.toContain('p.call.*.*');
    const taken = (rights: FleetRights) => rights.subscribe.allow.filter(one => one.startsWith('p.call.'));
    expect(taken(fleetRights('p', 'mia', { serves: ['files', 'code'] }))).toEqual(['p.call.files.*', 'p.call.code.*']);
    expect(taken(fleetRights('p', 'mia', { signs: true, readsStreams: true }))).toEqual([]);
    const nats = await startNats({
      config: `authorization { user: gate, password: p, permissions: ${rightsText(gateway)} }`,
    });
    onTestFinished(() => nats.remove());
    const connection = await connect({ servers: nats.url, user: 'gate', pass: 'p', inboxPrefix: '_INBOX.p.gate' });
    expect(createInbox('_INBOX.p.gate')).toMatch(/^_INBOX\.p\.gate\./);
    await connection.close();
  });
});
