// A server of a fleet that can store nothing more, while agents of two built hubs work: their panels tell it, and once there is room the fleet has each entry of their audit, once and in order.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { joinOf, startLink } from '../../support/fleet-link.ts';
import { readStream } from '../../support/fleet-outbox.ts';
import { leads, startNats, startNatsCluster } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import { accountWith, agentOf, owner } from '../../support/shared-hubs.ts';
import { mayMount } from '../../support/small-disk.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { AuditEntry } from '../../../contract/schemas/audit.ts';
import type { NatsRoom, NatsServer } from '../../support/nats-server.ts';
import type { Member } from '../../support/shared-hubs.ts';

const account = accountWith(['jun', 'mia']);
const admin = { user: 'admin', pass: 'admin' } as const;
const small = 4_000_000;
const large = 50_000_000;

type Work = Awaited<ReturnType<typeof agentOf>>;

async function connected(servers: readonly NatsServer[]): Promise<NatsConnection> {
  const connection = await connect({
    ...admin,
    servers: servers.map(({ url }) => url),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 50,
  });
  onTestFinished(() => connection.close());
  return connection;
}

/**
 * Takes what there is of room, in messages of these sizes; returns where in the stream those are that were acknowledged. In a cluster what one
 * server does not take another one may, so no more is sent than is too much for the full one.
 */
async function fill(connection: NatsConnection, subject: string, sizes = [100_000, 10_000, 1_000, 100]) {
  const acknowledged: number[] = [];
  const isTaken = async (bytes: number) => {
    const sent = jetstream(connection).publish(subject, new Uint8Array(bytes), { timeout: 2_000 });
    const answer = await sent.catch(() => null);
    if (answer) acknowledged.push(answer.seq);
    return answer !== null;
  };
  for (const bytes of sizes) while ((await isTaken(bytes)) && acknowledged.length * bytes < 2 * small);
  return acknowledged;
}

/** Of the server that it runs itself, which asks nobody. */
async function ownWork({ place, panel }: Member): Promise<Work> {
  const agent = await place.httpAgent(await panel.request('clients:create', { name: 'Own', start: 'ask' }));
  return (name, more = {}) => agent.call('worker__work', { name, ...more });
}

/** Call after call until it is ended; `said` has what became of each. */
function repeat(work: Work, name: string, file: string) {
  const said = new Map<string, string>();
  const over = new AbortController();
  const running = (async () => {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      said.set(`${name}-${turn}`, (await work(`${name}-${turn}`, { file })).text);
      await sleep(100);
    }
  })();
  return { said, end: () => (over.abort(), running) };
}

/** The whole audit of a hub, the oldest entry first. */
async function auditOf(hub: Member, before?: number): Promise<AuditEntry[]> {
  const { entries } = await hub.panel.request('audit:query', { count: 500, ...(before !== undefined && { before }) });
  const oldest = entries.at(-1);
  return oldest ? [...(await auditOf(hub, oldest.id)), ...entries.toReversed()] : [];
}

/** What its panel says about the fleet, beside that all is well. */
function toldBy({ panel }: Member): string[] {
  const { fleet, problems } = panel.snapshot.hub;
  const said = problems.filter(({ id }) => id.startsWith('fleet-')).map(({ reason }) => reason.kind);
  return fleet?.reason ? [...said, fleet.reason.kind] : said;
}

/** Two hubs in the fleet there, each with a server of its own, and agents that call without end: on their own hub, and from mia on jun. `bytes` is the bound of each stream. */
async function working(servers: readonly NatsServer[], bytes: number) {
  const address = servers.map(({ url }) => url).join(',');
  const { link } = await startLink();
  const credential = { kind: 'password', user: 'admin', password: 'admin' } as const;
  const sizes = { auditDays: 1, traceDays: 1, auditBytes: bytes, traceBytes: bytes };
  const init = { ...joinOf(address, 'x', { credential }), ...sizes, replicas: servers.length };
  await until(async () => (await link.init(init).catch(() => null)) !== null, 'the fleet is set up');
  const hubs = [await owner(address, 'jun'), await owner(address, 'mia')] as const;
  const [jun, mia] = hubs;
  const file = path.join(mia.place.folder, 'calls.txt');
  fs.writeFileSync(file, '');
  const works = { jun: await ownWork(jun), mia: await ownWork(mia), far: await agentOf(mia, 'jun') };
  const calls = Object.entries(works).map(([name, work]) => repeat(work, name, file));
  const over = async () => {
    await until(() => hubs.every(hub => toldBy(hub).length === 0), 'nothing is told any more');
    for (const call of calls) await call.end();
    const begun = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean);
    expect(begun.toSorted()).toEqual([...new Set(begun)].toSorted());
    const done = calls.flatMap(({ said }) => [...said].filter(([name, text]) => text === `Done: ${name}`));
    expect(begun).toEqual(expect.arrayContaining(done.map(([name]) => name)));
    for (const hub of hubs) await expectAudit(hub, address);
  };
  return { hubs, over };
}

async function expectAudit(hub: Member, address: string): Promise<void> {
  const audit = await auditOf(hub);
  const here = audit.slice(audit.findIndex(({ what }) => what === 'fleet:join'));
  await hub.panel.waitFor(({ hub: { fleet } }) => fleet?.outbox.audit === 0, 'nothing waits any more');
  const there = (await readStream(address, 'audit', admin)).filter(entry => entry.hub === hub.name);
  const inFleet = there.map(({ id, epoch, line: { at, what } }) => ({ epoch, id, at, what }));
  const asHere = here.map(({ id, at, what }) => ({ epoch: 1, id, at: new Date(at).toISOString(), what }));
  expect(inFleet).toEqual(asHere);
}

/** Each of them writes more entries from now on. */
async function goOn(hubs: readonly Member[]): Promise<void> {
  const newest = async ({ panel }: Member) => (await panel.request('audit:query', { count: 1 })).entries[0]?.id ?? 0;
  for (const hub of hubs) {
    const from = await newest(hub);
    await until(async () => (await newest(hub)) >= from + 10, `${hub.name} goes on`);
  }
}

async function expectStored(connection: NatsConnection, stream: string, sequences: readonly number[]): Promise<void> {
  const { streams } = await jetstreamManager(connection);
  for (const seq of sequences) expect(await streams.getMessage(stream, { seq })).toMatchObject({ seq });
}

/** What fills the server: where it is bounded itself, a stream that is not. */
const fillers = { files: 'pilothouse.audit.zoe', disk: 'pilothouse.audit.zoe', limit: 'other' } as const;

async function alone(by: NatsRoom['by'], said: string): Promise<void> {
  const nats = await startNats({ room: { by, bytes: small }, config: account });
  onTestFinished(() => nats.remove());
  const connection = await connected([nats]);
  const { hubs, over } = await working([nats], by === 'limit' ? 1_000_000 : large);
  const { streams } = await jetstreamManager(connection);
  await streams.add({ name: 'other', subjects: ['other'] });
  await goOn(hubs);
  expect(hubs.flatMap(toldBy)).toEqual([]);
  const acknowledged = await fill(connection, fillers[by]);
  // One whose connection is cut for the silence tells that instead.
  const isTold = (hub: Member) => toldBy(hub).includes(said) || hub.panel.snapshot.hub.fleet?.state === 'offline';
  for (const hub of hubs) await until(() => isTold(hub), `${hub.name} tells ${said}`);
  await goOn(hubs);
  for (const { name, panel } of hubs) {
    const waiting = () => panel.snapshot.hub.fleet?.outbox.audit ?? 0;
    await until(() => waiting() >= 10, `${name} tells how much waits`);
  }
  await nats.restart({ by, bytes: large });
  await over();
  await expectStored(connection, by === 'limit' ? 'other' : 'pilothouse-audit', acknowledged);
}

/** It leads both streams when it becomes full. */
async function ofThree(by: NatsRoom['by']): Promise<void> {
  const room = { by, bytes: small };
  const servers = await startNatsCluster(3, account, index => (index === 2 ? { room } : {}));
  onTestFinished(async () => void (await Promise.all(servers.map(one => one.remove()))));
  const full = servers[2];
  if (!full) throw new Error('There are three.');
  const connection = await connected(servers.slice(0, 2));
  const { hubs, over } = await working(servers, large);
  await goOn(hubs);
  for (const stream of ['pilothouse-trace', 'pilothouse-audit']) await leads(connection, stream, full);
  const acknowledged = await fill(connection, fillers[by], [100_000]);
  // Which of it is silent, and for how long, is for those to say who choose another leader.
  for (const hub of hubs) await until(() => toldBy(hub).length > 0, `${hub.name} tells something`);
  await goOn(hubs);
  await full.restart({ by, bytes: large });
  await over();
  await expectStored(connection, 'pilothouse-audit', acknowledged);
}

const ways = [
  ['a bound on its files', 'files', 'fleet-outbox-silent'],
  ['a limit that it heeds', 'limit', 'fleet-outbox-full'],
] as const;

describeWith(['nats'], 'A server that can store nothing more', () => {
  test.each(ways)(
    'By %s: it is told, and nothing that it or a hub has acknowledged is lost or there twice.',
    (_, by, said) => alone(by, said),
    240_000,
  );

  test('As one of three: the same.', () => ofThree('files'), 240_000);
});

describe.skipIf(!mayMount())(
  'A server with a full disk (needs name spaces in which a small one can be mounted)',
  () => {
    test(
      'It is told, and nothing that it or a hub has acknowledged is lost or there twice.',
      () => alone('disk', 'fleet-outbox-silent'),
      240_000,
    );

    test('As one of three: the same.', () => ofThree('disk'), 240_000);
  },
);
