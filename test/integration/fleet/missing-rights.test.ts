// Who lacks a right at a real NATS server is told which: the options of the rights that a hub lacks, or that no hub is to have them; and who has them sets how long streams keep what they have.
import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { FleetReadSchema } from '../../../contract/schemas/fleet-outbox.ts';
import { FleetInitSchema } from '../../../contract/schemas/fleet-requests.ts';
import { ClientBook } from '../../../electron/core/fleet/gateway/client-book.ts';
import { fleetRights } from '../../../electron/core/fleet/link/fleet-rights.ts';
import { openFleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';
import { freeNameAt } from '../../../electron/core/fleet/link/free-name.ts';
import { initFleetAt } from '../../../electron/core/fleet/link/init-fleet.ts';
import { notAllowed } from '../../../electron/core/fleet/link/missing-rights.ts';
import { keepInFleet, readFleetPage } from '../../../electron/core/fleet/outbox/fleet-reader.ts';
import { keepInFleetAt } from '../../../electron/core/fleet/outbox/keep-at.ts';
import { WirePublisher } from '../../../electron/core/fleet/policy/wire-publisher.ts';
import { inEnglish } from '../../../words/english.ts';
import { accountsOf } from '../../support/fleet-account.ts';
import { joinOf, startLink } from '../../support/fleet-link.ts';
import { policySigner } from '../../support/fleet-signer.ts';
import { startNats } from '../../support/nats-server.ts';
import { describeWith } from '../../support/provided.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { FleetPolicyKeeper } from '../../../electron/core/permissions/policy/fleet-policy.ts';

const as = (user: string) => ({ kind: 'password', user, password: user }) as const;
const nobody: Reason['kind'] = 'fleet-not-administrator';

/** Two accounts as they are printed, set up; and the way there for one user. */
async function fleet() {
  const nats = await startNats({ config: accountsOf('mia') });
  onTestFinished(() => nats.remove());
  const { url } = nats;
  const askAs = (user: string, more: object = {}) =>
    FleetInitSchema.parse({ address: url, credential: as(user), ...more });
  await initFleetAt(askAs('admin'), null);
  const wire = await openFleetWire('pilothouse', 'mia', { servers: url, user: 'mia', pass: 'mia' });
  onTestFinished(() => wire.connection.close());
  return { url, askAs, wire };
}

test('Of each subject it is known which option of the rights gives it, and which no rights of a hub give.', () => {
  const said = (subject: string, prefix = 'pilothouse', operation: 'publish' | 'subscription' = 'publish') =>
    inEnglish(notAllowed({ operation, subject }, { prefix, hub: 'mia' }));
  expect(said('pilothouse.audit.mia')).toContain('pilothouse fleet rights mia prints');
  expect(said('$KV.pilothouse-policy.current')).toContain('fleet rights mia --signs prints');
  expect(said('$KV.p-policy.current', 'p')).toContain('fleet rights mia --signs --prefix p prints');
  expect(said('$JS.API.STREAM.MSG.GET.KV_pilothouse-gateway')).toContain('fleet rights mia --gateway prints');
  expect(said('$KV.pilothouse-gateway.>', 'pilothouse', 'subscription')).toContain('fleet rights mia --gateway prints');
  expect(said('pilothouse.call.files.*', 'pilothouse', 'subscription')).toContain(
    'fleet rights mia --serves files prints',
  );
  expect(said('pilothouse.call.*.*', 'pilothouse', 'subscription')).toContain('no hub is to have rights for that');
  const consumer = '$JS.API.CONSUMER.CREATE.pilothouse-audit';
  expect(said(`${consumer}.x.pilothouse.audit.mia`)).toContain('fleet rights mia prints');
  expect(said(`${consumer}.x.pilothouse.audit.*`)).toContain('fleet rights mia --reads-streams prints');
  for (const subject of ['$JS.API.STREAM.UPDATE.pilothouse-audit', '$KV.pilothouse-hubs.jun', 'pilothouse.audit.jun'])
    expect(said(subject)).toContain('no hub is to have rights for that');
  // All that it has been given is its own.
  for (const subject of fleetRights('pilothouse', 'mia').publish.allow)
    expect(said(subject)).toContain('fleet rights mia prints');
});

describeWith(['nats'], 'Who lacks a right', () => {
  test('is told that it is for whoever administers, where a hub frees a name, sets a fleet up, signs clients or sets how long streams keep.', async () => {
    const { askAs } = await fleet();
    const mia = askAs('mia');
    await expect(freeNameAt(mia, 'jun')).rejects.toMatchObject({ reason: { kind: nobody } });
    await expect(initFleetAt(mia, null)).rejects.toMatchObject({ reason: { kind: nobody } });
    await expect(keepInFleetAt(mia, { auditDays: 300, traceDays: null })).rejects.toMatchObject({
      reason: { kind: nobody },
    });
    const client = { id: 'ci', name: 'ci', expires: null, grants: [] };
    const added = async () => {
      const server = { ...mia, roles: [] };
      const book = await ClientBook.open({ server, pem: policySigner().privateKey, now: Date.now, randomBytes });
      return book.add(client).finally(() => book.close());
    };
    await expect(added()).rejects.toMatchObject({ reason: { kind: nobody } });
  });

  test('is told the option of the rights, where a hub reads the streams, publishes a policy, or has another prefix.', async () => {
    const { url, wire } = await fleet();
    await expect(readFleetPage(wire, FleetReadSchema.parse({ of: 'audit' }))).rejects.toMatchObject({
      reason: { kind: 'fleet-not-allowed', hub: 'mia', flags: ' --reads-streams' },
    });
    const publisher = new WirePublisher(wire, { signers: [] } as unknown as FleetPolicyKeeper);
    await expect(publisher.publish(policySigner().sign(), 1)).rejects.toMatchObject({
      reason: { kind: 'fleet-not-allowed', hub: 'mia', flags: ' --signs' },
    });
    const { link } = await startLink();
    const asked = joinOf(url, 'mia', { credential: as('mia'), prefix: 'other' });
    await expect(link.join(asked)).rejects.toThrow('pilothouse fleet rights mia --prefix other prints');
  });

  test('cannot set how long the streams keep what they have by a hub; whoever administers does, and is told what was there otherwise.', async () => {
    const { askAs, wire } = await fleet();
    await expect(keepInFleet(wire, { auditDays: 300, traceDays: null })).rejects.toThrow(
      'pilothouse fleet retention --nats ADDRESS',
    );
    const [admin, none] = [askAs('admin'), { auditDays: null, traceDays: null }];
    expect(await keepInFleetAt(admin, none)).toEqual({ auditDays: 400, traceDays: 14 });
    expect(await keepInFleetAt(admin, { auditDays: 300, traceDays: null })).toEqual({ auditDays: 300, traceDays: 14 });
    expect(await keepInFleetAt(admin, none)).toEqual({ auditDays: 300, traceDays: 14 });
    const { made, differs } = await initFleetAt(askAs('admin', { traceBytes: 1_000_000 }), null);
    expect(made).toEqual([]);
    expect(differs).toEqual([
      { name: 'pilothouse-audit', option: '--audit-days', is: 300, asked: 400 },
      { name: 'pilothouse-trace', option: '--trace-bytes', is: 8_000_000_000, asked: 1_000_000 },
    ]);
    expect((await initFleetAt(askAs('admin', { auditDays: 300 }), null)).differs).toEqual([]);
  });
});
