// The panel of one hub, looked at from another over a real NATS server: only as far as its owner allows.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openFleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';
import { cutIntoParts } from '../../../electron/core/fleet/link/parts.ts';
import { RemotePanel } from '../../../electron/core/fleet/panel/remote-panel.ts';
import { ShownPanels } from '../../../electron/core/fleet/panel/shown-panels.ts';
import { startHubHere } from '../../support/in-process-hub.ts';
import { startNats } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import type { FleetPanelRight } from '../../../contract/schemas/fleet-panel.ts';
import type { PanelEvent } from '../../../contract/schemas/panel-events.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';
import type { FleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';
import type { Hub } from '../../../electron/core/hub.ts';
import type { NatsServer } from '../../support/nats-server.ts';

const endings: (() => Promise<unknown> | void)[] = [];
let nats: NatsServer;
let owner: Hub;
let right: FleetPanelRight | null;
let rulesChanged: () => void = () => {};

beforeEach(async () => {
  right = 'read';
  nats = await startNats({ config: 'max_payload: 4096' });
  endings.push(() => nats.remove());
  owner = await startHubHere(end => endings.push(end));
  const shown = new ShownPanels({
    panel: owner.panel,
    version: '0.1.0',
    rightOf: hub => (hub === 'jun' ? right : null),
    onRules: listener => {
      rulesChanged = listener;
      return () => {};
    },
  });
  const membership = await shown.begin(await wireOf('mia'));
  endings.push(() => membership.end());
});

afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

async function wireOf(hub: string): Promise<FleetWire> {
  const wire = await openFleetWire('pilothouse', hub, {
    servers: nats.url,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 50,
  });
  endings.push(() => wire.connection.close());
  return wire;
}

let looks = 0;

async function look(hub = 'jun', version = '0.1.0', wire: FleetWire | null = null) {
  const events: PanelEvent[] = [];
  const lost: string[] = [];
  const panel = new RemotePanel({
    ...{ wire: wire ?? (await wireOf(hub)), owner: 'mia', version, view: `look-0000${(looks += 1)}` },
    listener: event => events.push(event),
    onLost: reason => lost.push(reason.kind),
  });
  endings.push(() => panel.close());
  return { panel, events, lost };
}

const kindOf = async (reply: Promise<unknown>) =>
  ((await reply) as { error?: { reason?: { kind: string } } }).error?.reason?.kind ?? 'ok';

describeWith(['nats'], 'The panel of another hub', () => {
  test('It shows the whole state, in parts where that is large, marked as the other one’s, and what changes.', async () => {
    await until(() => Object.keys(owner.snapshot().agentConfigs).length > 0, 'programs were found');
    const { panel, events } = await look();
    const reply = await panel.request('state:get', {});
    const state = (reply.ok ? reply.value : null) as Snapshot;
    expect(JSON.stringify(state).length).toBeGreaterThan(4096);
    // Of the owner alone.
    expect([state.agentConfigs, state.confirmations]).toEqual([{}, {}]);
    expect(state.hub.remote).toEqual({ hub: 'mia', right: 'read' });
    await owner.panel.connect(() => {}).request('hub:set-mode', { mode: 'read-only' });
    await until(
      () => events.some(({ event, data }) => event === 'state:patch' && data.hub?.mode === 'read-only'),
      'it is told',
    );
    const [patch] = events.filter(({ event, data }) => event === 'state:patch' && data.hub !== undefined);
    expect(patch?.event === 'state:patch' && patch.data.hub?.remote).toEqual({ hub: 'mia', right: 'read' });
  });

  test('What changes something is refused, and not done; answering needs a right of its own.', async () => {
    const { panel } = await look();
    expect(await kindOf(panel.request('hub:set-mode', { mode: 'stopped' }))).toBe('panel-request-of-owner');
    expect(await kindOf(panel.request('secrets:list', {}))).toBe('panel-request-of-owner');
    expect(owner.snapshot().hub.mode).toBe('running');
    const answer = { promptId: '1', effect: 'allow', lifetime: 'use' };
    expect(await kindOf(panel.request('prompts:answer', answer))).toBe('panel-answer-not-allowed');
    right = 'answer';
    rulesChanged();
    expect(await kindOf(panel.request('prompts:answer', answer))).toBe('prompt-ended');
  });

  test('No answer from elsewhere holds longer than the agent stays, whatever asks for that.', async () => {
    right = 'answer';
    const { panel } = await look();
    const ask = { effect: 'allow', breadth: 'scope' };
    for (const lifetime of ['always', 'lock', undefined, ['use'], 'USE'])
      for (const request of ['prompts:answer', 'prompts:answer-all', 'sites:answer'])
        expect(await kindOf(panel.request(request, { promptId: '1', promptIds: ['1'], ...ask, lifetime }))).toBe(
          'panel-answer-of-owner',
        );
    for (const lifetime of ['use', 'once', 'agent'])
      expect(await kindOf(panel.request('prompts:answer', { promptId: '1', ...ask, lifetime }))).toBe('prompt-ended');
  });

  test('A hub that is not allowed sees nothing, and what was allowed ends at once when it is taken back.', async () => {
    const stranger = await look('eve');
    expect(await kindOf(stranger.panel.request('state:get', {}))).toBe('panel-of-hub-not-allowed');
    const { panel, lost, events } = await look();
    expect(await kindOf(panel.request('state:get', {}))).toBe('ok');
    right = null;
    rulesChanged();
    await until(() => lost.length > 0, 'it is told');
    expect(lost).toEqual(['panel-of-hub-not-allowed']);
    const heard = events.length;
    await owner.panel.connect(() => {}).request('hub:set-mode', { mode: 'read-only' });
    expect(await kindOf(panel.request('state:get', {}))).toBe('panel-of-hub-not-allowed');
    expect(events.length).toBe(heard);
  });

  test('Another version, and a hub that is not there, are told apart.', async () => {
    const { panel } = await look('jun', '9.9.9');
    expect(await kindOf(panel.request('state:get', {}))).toBe('panel-of-other-version');
    const away = new RemotePanel({
      ...{ wire: await wireOf('jun'), owner: 'nobody', version: '0.1.0', view: 'look-nobody' },
      listener: () => {},
      onLost: () => {},
    });
    expect(await kindOf(away.request('state:get', {}))).toBe('panel-of-hub-away');
  });

  test('What another hub says in the name of the owner is not heard, and what the owner says wrongly ends the look.', async () => {
    const wire = await wireOf('jun');
    const { panel, events, lost } = await look('jun', '0.1.0', wire);
    expect(await kindOf(panel.request('state:get', {}))).toBe('ok');
    const eve = await wireOf('eve');
    const frame = { kind: 'event', n: 0, event: 'rules:changed', data: {} };
    const [part] = cutIntoParts(new TextEncoder().encode(JSON.stringify(frame)), 0, 4096);
    eve.connection.publish(eve.subjects.reply('jun', `look-0000${looks}`), part);
    await eve.connection.flush();
    expect(await kindOf(panel.request('state:get', {}))).toBe('ok');
    expect([events.some(({ event }) => event === 'rules:changed'), lost]).toEqual([false, []]);
    // As a hub that was taken over would.
    const mia = await wireOf('mia');
    mia.connection.publish(mia.subjects.reply('jun', `look-0000${looks}`), part);
    await until(() => lost.length > 0, 'it ends');
    expect(lost).toEqual(['panel-of-hub-behind']);
  });

  test('No more looks are open at once than one hub may have, and a closed one makes room.', async () => {
    const wire = await wireOf('jun');
    const looks = await Promise.all(Array.from({ length: 5 }, () => look('jun', '0.1.0', wire)));
    for (const { panel } of looks) expect(await kindOf(panel.request('state:get', {}))).toBe('ok');
    const sixth = await look('jun', '0.1.0', wire);
    expect(await kindOf(sixth.panel.request('state:get', {}))).toBe('panel-views-full');
    looks[0]?.panel.close();
    const seventh = await look('jun', '0.1.0', wire);
    expect(await kindOf(seventh.panel.request('state:get', {}))).toBe('ok');
  });

  test('When the server of NATS is away for a while the panel goes on, or ends with a reason and can be opened anew.', async () => {
    const wire = await wireOf('jun');
    const { panel } = await look('jun', '0.1.0', wire);
    expect(await kindOf(panel.request('state:get', {}))).toBe('ok');
    await nats.restart();
    await until(async () => {
      const again = await look('jun', '0.1.0', wire);
      return (await kindOf(again.panel.request('state:get', {}))) === 'ok';
    }, 'it opens again');
  });
});
