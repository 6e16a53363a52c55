// What a hub says to those who look at its panel, where the network takes it slowly or not at all: bounded, and nothing is kept for later.
import { expect, onTestFinished, test } from 'vitest';
import { openFleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';
import { KeptLook } from '../../../electron/core/fleet/panel/kept-look.ts';
import { ShownPanels } from '../../../electron/core/fleet/panel/shown-panels.ts';
import { startHubHere } from '../../support/in-process-hub.ts';
import { startLossyProxy } from '../../support/lossy-proxy.ts';
import { startNats } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';
import type { FleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';

async function wireOf(hub: string, servers: string): Promise<FleetWire> {
  const wire = await openFleetWire('pilothouse', hub, { servers, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
  onTestFinished(() => wire.connection.close());
  return wire;
}

const most = 60_000;

/** The panel of mia over a proxy, and jun, who looks at it over none. */
async function openScene() {
  const nats = await startNats();
  onTestFinished(() => nats.remove());
  const proxy = await startLossyProxy(nats.port);
  onTestFinished(() => proxy.close());
  const owner = await startHubHere(onTestFinished);
  let open = 0;
  const shown = new ShownPanels({
    panel: {
      connect: (listener, from) => {
        open += 1;
        const connection = owner.panel.connect(listener, from);
        const close = () => {
          open -= 1;
          connection.close();
        };
        return { request: (name, params) => connection.request(name, params), close };
      },
    },
    version: '0.1.0',
    rightOf: () => 'read',
    onRules: () => () => {},
    mostUnderWay: most,
  });
  const wire = await wireOf('mia', proxy.url);
  const membership = await shown.begin(wire);
  onTestFinished(() => membership.end());
  const ofJun = await wireOf('jun', nats.url);
  const told: string[] = [];
  const look = new KeptLook({
    ...{ wire: () => ofJun, owner: 'mia', version: '0.1.0', randomId: () => `look-${Math.random()}`.replace('.', '-') },
    now: () => Date.now(),
    listener: event => told.push(event.event === 'fleet:look' ? event.data.state : event.event),
  });
  onTestFinished(() => look.close());
  const own = owner.panel.connect(() => {});
  let turns = 0;
  /** Changes the state, which every view is told of. */
  const change = async (times: number) => {
    for (let turn = 0; turn < times; turn += 1)
      await own.request('hub:set-mode', { mode: (turns += 1) % 2 === 1 ? 'read-only' : 'running' });
  };
  const state = async () => {
    const reply = await look.request('state:get', {});
    return reply.ok ? (reply.value as Snapshot) : null;
  };
  return { nats, proxy, owner, wire, told, change, state, views: () => open };
}

describeWith(['nats'], 'The traffic of panels that other hubs look at', () => {
  test('What a server does not take is not sent on and on: the view is closed, and nothing more is kept for it.', async () => {
    const { proxy, wire, change, state, views } = await openScene();
    expect((await state())?.hub.mode).toBe('running');
    proxy.hold();
    const before = wire.connection.stats().outBytes;
    const sent = () => wire.connection.stats().outBytes - before;
    while (views() > 0 && sent() < 4 * most) await change(2);
    expect(sent()).toBeLessThan(2 * most);
    const then = sent();
    await change(20);
    expect([views(), sent()]).toEqual([0, then]);
  });

  test('In an outage nothing is kept for whoever looks, who begins anew behind it and sees what holds then.', async () => {
    const { nats, wire, change, state, views, told } = await openScene();
    expect((await state())?.hub.mode).toBe('running');
    expect(views()).toBe(1);
    await nats.kill();
    await until(() => wire.connection.info === undefined, 'the connection is lost');
    const before = wire.connection.stats().outBytes;
    await change(51);
    expect(wire.connection.stats().outBytes).toBe(before);
    await nats.restart();
    await until(() => told.includes('open'), 'it is looked at anew');
    expect((await state())?.hub.mode).toBe('read-only');
  });

  test('While the server takes it, any amount is sent.', async () => {
    const { wire, change, state, views } = await openScene();
    await state();
    const before = wire.connection.stats().outBytes;
    while (wire.connection.stats().outBytes - before < 3 * most) await change(2);
    expect(views()).toBe(1);
  });
});
