// The lock of the screen as logind tells of it, on a real message bus, up to the grants and pauses that follow it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startLogind } from '../../support/fake-logind.ts';
import { usePlace } from '../../support/hub-process.ts';
import { startBus } from '../../support/message-bus.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import type { FakeLogind } from '../../support/fake-logind.ts';
import type { PanelClient } from '../../support/panel-client.ts';

async function ownBus() {
  const folder = mkdtempSync(path.join(tmpdir(), 'pilothouse-bus-'));
  const bus = await startBus(folder);
  onTestFinished(async () => {
    await bus.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return bus;
}

async function scene() {
  const bus = await ownBus();
  const logind = await startLogind(bus.socket);
  const place = usePlace();
  const hub = await place.serve([], { env: { DBUS_SYSTEM_BUS_ADDRESS: bus.address } });
  const panel = await place.panel(hub);
  await panel.waitFor(({ hub: info }) => info.locks, 'the lock is reported');
  const { client } = await panel.request('clients:create', { name: 'Locked', start: 'ask' });
  return { bus, logind, panel, place, clientId: client.id };
}

async function grantUntilLock(panel: PanelClient, clientId: string): Promise<void> {
  const subject = { kind: 'client', id: clientId } as const;
  const whole = { tools: null, reading: false, resource: { kind: 'any' }, lifetime: 'lock', agentId: null } as const;
  await panel.request('grants:set', { effect: 'allow', subject, scope: 'browser:navigate', ...whole });
  await panel.waitFor(({ grants }) => Object.keys(grants).length === 1, 'it is granted');
}

describeWith(['message bus'], 'the lock of the screen', () => {
  test.each<[string, (logind: FakeLogind) => void]>([
    ['is asked to lock', logind => logind.lock('this user')],
    ['has locked by itself', logind => logind.hint('this user', true)],
    ['goes to sleep', logind => logind.sleep(true)],
  ])(
    'Where the machine %s, what was granted until then ends, and all is paused if the user wants that.',
    async (_how, locks) => {
      const { logind, panel, clientId } = await scene();
      await panel.request('hub:set-pause-on-lock', { on: true });
      await grantUntilLock(panel, clientId);
      locks(logind);
      await panel.waitFor(({ grants }) => Object.keys(grants).length === 0, 'the grant has ended');
      await panel.waitFor(({ hub }) => hub.mode === 'paused', 'all is paused');
    },
  );

  test("An unlocked screen, another user's screen, waking up, and somebody who is not logind end nothing.", async () => {
    const { bus, logind, panel, clientId } = await scene();
    const impostor = await startLogind(bus.socket, null);
    await panel.request('hub:set-pause-on-lock', { on: true });
    await grantUntilLock(panel, clientId);
    impostor.lock('this user');
    impostor.hint('this user', true);
    impostor.sleep(true);
    logind.hint('this user', false);
    logind.sleep(false);
    logind.lock('another');
    logind.hint('another', true);
    await until(() => logind.asked() === 2, 'it has asked whose those sessions are');
    // Each of them is one turn of the hub at least, after that answer.
    for (let turn = 0; turn < 3; turn += 1) await panel.request('state:get', {});
    expect([Object.keys(panel.snapshot.grants).length, panel.snapshot.hub.mode]).toEqual([1, 'running']);
    logind.lock('this user');
    await panel.waitFor(({ hub }) => hub.mode === 'paused', 'all is paused');
    await impostor.close();
  });

  test('When logind goes, the lifetime is offered no more and what hung on it ends; when it is back, it is offered again.', async () => {
    const { bus, logind, panel, clientId } = await scene();
    await grantUntilLock(panel, clientId);
    await logind.close();
    await panel.waitFor(({ hub }) => !hub.locks, 'the lock is reported no more');
    await panel.waitFor(({ grants }) => Object.keys(grants).length === 0, 'the grant has ended');
    await expect(grantUntilLock(panel, clientId)).rejects.toThrow('is not reported on this machine');
    await startLogind(bus.socket);
    await panel.waitFor(({ hub }) => hub.locks, 'the lock is reported again');
  });

  test('When the whole bus goes, the lifetime is offered no more, and the hub goes on and ends in order.', async () => {
    const { bus, panel, clientId } = await scene();
    await grantUntilLock(panel, clientId);
    await bus.stop();
    await panel.waitFor(({ hub }) => !hub.locks, 'the lock is reported no more');
    await panel.waitFor(({ grants }) => Object.keys(grants).length === 0, 'the grant has ended');
    expect(panel.snapshot.hub.mode).toBe('running');
  });

  test('A bus without logind reports no lock, and a logind that comes later does.', async () => {
    const bus = await ownBus();
    const place = usePlace();
    const panel = await place.panel(await place.serve([], { env: { DBUS_SYSTEM_BUS_ADDRESS: bus.address } }));
    await panel.request('clients:create', { name: 'Early', start: 'ask' });
    expect(panel.snapshot.hub.locks).toBe(false);
    await startLogind(bus.socket);
    await panel.waitFor(({ hub }) => hub.locks, 'the lock is reported');
  });
});
