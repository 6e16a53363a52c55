// How a gateway hears of its clients: also where the server that had its watch is gone, or somebody has put a thing that nobody signed in their place.
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { expect, onTestFinished, test } from 'vitest';
import { GatewayClients } from '../../../electron/core/fleet/gateway/gateway-clients.ts';
import { openFleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';
import { accountOf } from '../../support/fleet-account.ts';
import { startPolicyFleet } from '../../support/fleet-policy.ts';
import { policySigner } from '../../support/fleet-signer.ts';
import { startNats, startNatsCluster } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import type { FleetMembership, FleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';
import type { NatsServer } from '../../support/nats-server.ts';

const ops = policySigner('Ops');

function signed(version: number, secretHash: string | null): string {
  return ops.signText(
    JSON.stringify({
      ...{ kind: 'pilothouse-gateway-client', fleet: 'pilothouse', id: 'ci', name: 'ci', version, secretHash },
      ...{ signedAt: new Date().toISOString(), expires: null, grants: [] },
    }),
  );
}

interface Follower {
  readonly wire: FleetWire;
  readonly membership: FleetMembership;
  /** The version in force; null without any. */
  readonly version: number | null;
  readonly isRead: boolean;
  readonly refused: readonly string[];
}

async function follow(url: string, options: object = {}): Promise<Follower> {
  const wire = await openFleetWire('pilothouse', 'gateway', { servers: url, maxReconnectAttempts: -1, ...options });
  let version: number | null = null;
  const refused: string[] = [];
  const clients = new GatewayClients({
    signers: [ops.signer],
    now: Date.now,
    first: () => Promise.resolve(),
    taken: (_id, client) => (version = client?.version ?? null),
    refused: (id, so) => refused.push(`${id} ${so}`),
    other: () => {},
    refusedMany: () => {},
    onFault: () => {},
  });
  const membership = await clients.begin(wire);
  onTestFinished(async () => {
    await membership.end();
    await wire.connection.close();
  });
  return {
    ...{ wire, membership, refused },
    get version() {
      return version;
    },
    get isRead() {
      return clients.isRead;
    },
  };
}

/** The port of the server that holds the watch that was begun last; 0 where there is none. */
async function watchPort({ connection }: FleetWire): Promise<number> {
  const manager = await jetstreamManager(connection);
  const consumers = await manager.consumers.list('KV_pilothouse-gateway').next();
  const newest = consumers.toSorted((one, other) => (one.created < other.created ? 1 : -1))[0];
  return Number(newest?.cluster?.leader?.split('-').at(-1) ?? 0);
}

describeWith(['nats'], 'The clients of a gateway', () => {
  test('One that is removed is gone though the server that had the watch was killed and the own connection stands.', async () => {
    const servers = await startNatsCluster(3);
    onTestFinished(async () => {
      for (const one of servers) await one.remove();
    });
    const [near, ...others] = servers;
    if (!near) throw new Error('There is no server.');
    const { wire: admin } = await startPolicyFleet(near.url, 3);
    const bucket = await admin.kv('gateway');
    const put = async (text: string) => {
      while (!(await bucket.put('client.ci', text).catch(() => 0)));
    };
    await put(signed(1, 'a'.repeat(64)));
    const gateway = await follow(near.url);
    await until(() => gateway.version === 1 && gateway.isRead, 'it is in force');
    let far: NatsServer | undefined;
    await until(async () => {
      const holder = await watchPort(admin);
      far = others.find(({ port }) => port === holder);
      if (holder === near.port) gateway.membership.reconnected();
      return far !== undefined;
    }, 'another server has the watch');
    let losses = 0;
    void (async () => {
      for await (const { type } of gateway.wire.connection.status()) if (type === 'disconnect') losses += 1;
    })();
    await far?.kill();
    await put(signed(2, null));
    await until(() => gateway.version === null, 'it is gone');
    await until(() => gateway.isRead, 'all is read');
    expect(losses).toBe(0);
    await put(signed(3, 'b'.repeat(64)));
    await until(() => gateway.version === 3, 'the next one is in force');
  });

  test('An answer of the server that any hub has stored there ends nobody, also at a gateway that starts later.', async () => {
    const nats = await startNats({ config: accountOf('eve', ['gateway', { isGateway: true }]) });
    onTestFinished(() => nats.remove());
    const { wire: admin } = await startPolicyFleet(nats.url);
    const bucket = await admin.kv('gateway');
    await bucket.put('client.ci', signed(1, 'a'.repeat(64)));
    const own = { user: 'gateway', pass: 'gateway' };
    const first = await follow(nats.url, own);
    await until(() => first.version === 1, 'it is in force');
    const eve = await connect({
      ...{ servers: nats.url, user: 'eve', pass: 'eve', inboxPrefix: '_INBOX.pilothouse.eve' },
    });
    onTestFinished(() => eve.close());
    eve.publish('$JS.API.INFO', '', { reply: '$KV.pilothouse-gateway.client.ci' });
    await until(() => first.refused.includes('ci unsigned'), 'it is told');
    expect((await bucket.get('client.ci'))?.string()).not.toContain('signature');
    expect(first.version).toBe(1);
    const second = await follow(nats.url, own);
    await until(() => second.isRead, 'all is read');
    expect(second.version).toBe(1);
    await bucket.put('client.ci', signed(2, null));
    await until(() => first.version === null && second.version === null, 'it is gone from both');
    const third = await follow(nats.url, own);
    await until(() => third.isRead, 'all is read');
    expect(third.version).toBeNull();
  });
});
