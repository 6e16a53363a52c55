// The audit of gateways in a real stream: each entry once, however long an acknowledgement was missing, and which gateway it is of.
import { nanos } from '@nats-io/transport-node';
import { expect, onTestFinished, test } from 'vitest';
import { FleetReadSchema } from '../../../contract/schemas/fleet-outbox.ts';
import { GatewayAudit } from '../../../electron/core/fleet/gateway/gateway-audit.ts';
import { openFleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';
import { readFleetPage } from '../../../electron/core/fleet/outbox/fleet-reader.ts';
import { accountsOf } from '../../support/fleet-account.ts';
import { makeStreams, pause, withManager } from '../../support/fleet-outbox.ts';
import { startLossyProxy } from '../../support/lossy-proxy.ts';
import { startNats } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import type { AuditEntry } from '../../../contract/schemas/audit.ts';

const entry: Omit<AuditEntry, 'id' | 'ended'> = {
  ...{ at: Date.now(), clientId: 'ci', agentId: 'a', what: 'files__read', scope: 'servers:call', where: '' },
  ...{ rule: null, outcome: 'allow', changedBy: null, decision: null, why: null, place: null },
};
const windowMs = 1_000;

/** Its rights are those that are printed for a gateway. */
async function fleet(limits = '') {
  const nats = await startNats({
    config: limits + accountsOf(['gateway', { isGateway: true }], ['mia', { readsStreams: true }]),
  });
  onTestFinished(() => nats.remove());
  await makeStreams(nats.url);
  await withManager(nats.url, ({ streams }) =>
    streams.update('pilothouse-audit', { duplicate_window: nanos(windowMs) }),
  );
  const proxy = await startLossyProxy(nats.port);
  onTestFinished(() => proxy.close());
  const count = () =>
    withManager(nats.url, async ({ streams }) => (await streams.info('pilothouse-audit')).state.messages);
  return { nats, proxy, count };
}

async function wireOf(url: string, user: string) {
  const own = { user, pass: user, maxReconnectAttempts: -1, reconnectTimeWait: 50 };
  const wire = await openFleetWire('pilothouse', user, { servers: url, ...own });
  onTestFinished(() => wire.connection.close());
  return wire;
}

async function gateway(url: string, instance: string, name: string | null = null) {
  const wire = await wireOf(url, 'gateway');
  const audit = new GatewayAudit({
    instance: instance.repeat(32),
    mask: value => value,
    nameOf: () => name,
    monotonic: () => performance.now(),
    onFault: () => {},
  });
  const membership = await audit.begin(wire);
  onTestFinished(() => membership.end());
  return audit;
}

async function stored(url: string): Promise<string[]> {
  const wire = await wireOf(url, 'mia');
  const found: string[] = [];
  for (let after: number | null = null; ; ) {
    const page = await readFleetPage(wire, FleetReadSchema.parse({ of: 'audit', after }));
    found.push(...page.entries.map(({ hub, instance, entry: { id } }) => `${hub} ${instance?.[0]} ${id}`));
    if (page.isEnd) return found;
    after = page.after;
  }
}

describeWith(['nats'], 'The audit of a gateway', () => {
  test.each([
    ['the server', 'max_payload: 65536\n', null],
    ['the stream', '', 20_000],
  ])('goes in messages that %s takes, each entry once and in order.', async (_, limits, max_msg_size) => {
    const { nats } = await fleet(limits);
    if (max_msg_size !== null)
      await withManager(nats.url, ({ streams }) => streams.update('pilothouse-audit', { max_msg_size }));
    const audit = await gateway(nats.url, 'a', 'Žofie 🐟'.repeat(20));
    for (let id = 1; id <= 500; id += 1) audit.append(id, entry);
    expect(await audit.kept()).toBeNull();
    expect(audit.stands()).toBeNull();
    expect(await stored(nats.url)).toEqual(Array.from({ length: 500 }, (__, index) => `gateway a ${index + 1}`));
  });

  test.each([
    ['while the connection stands', false],
    ['and the connection is lost', true],
  ])(
    'is in the stream once where nothing is heard for longer than the server knows a message again, %s.',
    async (_, isCut) => {
      const { nats, proxy, count } = await fleet();
      const [one, other] = [await gateway(proxy.url, 'x'), await gateway(nats.url, 'y')];
      one.append(1, entry);
      expect(await one.kept()).toBeNull();
      proxy.swallow({ toClient: true });
      one.append(2, entry);
      await until(async () => (await count()) === 2, 'it is in the stream, and its gateway does not hear of it');
      // More than one page of what another one under that name says meanwhile.
      for (let id = 1; id <= 60; id += 1) {
        other.append(id, entry);
        expect(await other.kept()).toBeNull();
      }
      await pause(2.5 * windowMs);
      if (isCut) proxy.cut();
      proxy.swallow({});
      one.append(3, entry);
      await until(async () => (await one.kept()) === null, 'it is acknowledged');
      const all = await stored(nats.url);
      expect(all.filter(line => line.startsWith('gateway x'))).toEqual(['gateway x 1', 'gateway x 2', 'gateway x 3']);
      expect(all.filter(line => line.startsWith('gateway y'))).toHaveLength(60);
    },
  );

  test('comes into the stream also where it never did, however long that took.', async () => {
    const { nats, proxy } = await fleet();
    const one = await gateway(proxy.url, 'x');
    one.append(1, entry);
    expect(await one.kept()).toBeNull();
    proxy.swallow({ toServer: true });
    one.append(2, entry);
    await pause(2.5 * windowMs);
    proxy.cut();
    proxy.swallow({});
    await until(async () => (await one.kept()) === null, 'it is acknowledged');
    expect(await stored(nats.url)).toEqual(['gateway x 1', 'gateway x 2']);
  });
});
