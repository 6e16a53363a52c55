// The panel of another hub in a window of the desktop app: opened by its own panel, and by nothing else.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppPlace, askFrom, firstWindow, openAppPlace, type StartedApp, startApp } from '../support/electron.ts';
import { openPlace } from '../support/hub-process.ts';
import { look } from '../support/look.ts';
import { startNats } from '../support/nats-server.ts';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import type { Page } from 'playwright';
import type { HubPlace } from '../support/hub-process.ts';
import type { NatsServer } from '../support/nats-server.ts';
import type { PanelClient } from '../support/panel-client.ts';

describeWith(['nats', 'electron', 'display'], 'The panel of another hub in a window', () => {
  let nats: NatsServer;
  let ofMia: HubPlace;
  let mia: PanelClient;
  let place: AppPlace;
  let started: StartedApp;
  let own: Page;

  beforeAll(async () => {
    nats = await startNats();
    ofMia = openPlace();
    mia = await ofMia.panel(await ofMia.serve());
    await mia.request('fleet:init', { address: nats.url });
    await mia.request('fleet:join', { address: nats.url, name: 'mia' });
    await mia.request('grants:set', {
      effect: 'allow',
      subject: { kind: 'hub', id: 'jun' },
      scope: 'hub:panel',
      lifetime: 'always',
    });
    place = await openAppPlace();
    started = await startApp(place);
    own = await firstWindow(started.app);
    await askFrom(own, 'fleet:join', { address: nats.url, name: 'jun' });
    await until(() => 'jun' in mia.snapshot.fleetHubs, 'the hubs see each other');
  });

  afterAll(async () => {
    await started?.app.close();
    await place?.remove();
    await ofMia?.end();
    await nats?.remove();
  });

  const open = (address: string) => own.evaluate(url => void window.open(url), address);

  test('Its own panel opens one, with its edge and its name, and the same one again.', async () => {
    const opening = started.app.waitForEvent('window');
    await open('?hub=mia');
    const other = await opening;
    await other.getByText('This is the panel of mia.').waitFor();
    await expect.poll(() => other.title()).toContain('mia');
    expect(await look(other, 'desktop-remote-panel')).toEqual([]);
    await open('?hub=mia');
    await open('https://example.com/?hub=mia');
    await open('?hub=../mia');
    // A request goes there and back before anything else could have been opened.
    await askFrom(own, 'state:get', {});
    expect(started.app.windows()).toHaveLength(2);
  });

  test('The window of this hub shows its own, and closing the other ends the look.', async () => {
    const [first, other] = started.app.windows();
    expect(await first?.getByText('This is the panel of mia.').count()).toBe(0);
    await other?.close();
    expect(started.app.windows()).toHaveLength(1);
    expect((await askFrom(own, 'state:get', {})).hub.remote).toBeUndefined();
  });
});
