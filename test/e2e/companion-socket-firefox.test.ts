// A real Firefox that has no native messaging manifest: paired by a code that is typed into the pop-up, driven over the WebSocket.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Firefox, launchFirefox } from '../support/firefox.ts';
import { type PanelClient, until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { type CompanionScene, openCompanionScene, popupSays, toolText } from './companion-scene.ts';
import type { Browser } from '../../contract/schemas/entities.ts';
import type { Agent, HubPlace, HubProcess } from '../support/hub-process.ts';

/** A little longer than the companion lets pass between two signs of life. */
const idleMs = 23_000;
/** A background that fell asleep on the way is woken by the companion's alarm, twice a minute. */
const comeBackMs = 120_000;

let place: HubPlace;
let scene: CompanionScene;
let origin = '';
let hub: HubProcess;
let panel: PanelClient;
let firefox: Firefox;
let agent: Agent;
let tabId = 0;

describeWith(['firefox'], 'a Firefox that cannot start the relay', () => {
  beforeAll(async () => {
    scene = await openCompanionScene();
    ({ place, origin } = scene);
    hub = await place.serve();
    panel = await place.panel(hub);
    const preferences = { 'extensions.background.idle.timeout': idleMs };
    firefox = await launchFirefox({ profile: join(place.folder, 'profile'), env: place.env, preferences });
    await firefox.loadCompanion();
  });

  afterAll(async () => {
    await firefox?.close();
    await scene?.close();
  });

  test('a code that is typed into its pop-up pairs it, which is the approval', async () => {
    const { code } = await panel.request('companion:pair', {});
    await popupSays(firefox, 'Not connected');
    await firefox.remote.evaluate(
      `document.getElementById('typed').value = ${JSON.stringify(code)}; document.getElementById('send').click();`,
    );
    await popupSays(firefox, 'Over a WebSocket, paired by a code.');
    expect([browser().family, browser().state]).toEqual([
      'firefox',
      { kind: 'connected', since: expect.any(Number), relayPid: null },
    ]);
  });

  test('an agent works in it as over the relay', async () => {
    const credential = await panel.request('clients:create', { name: 'Claude Code', start: 'own-tabs' });
    agent = await place.stdioAgent(credential);
    tabId = JSON.parse(await said('tabs_create')).tabId;
    expect(JSON.parse(await said('navigate', { url: `${origin}/orders` }))).toMatchObject({ title: 'Order page' });
    expect(await said('get_page_text')).toMatch(/^Title: Order page\nURL: .*\/orders\n\nOrders/);
  });

  test('its background, which has nothing else to do, is not put to sleep while it is connected', async () => {
    const { since } = browser().state;
    await sleep(1.5 * idleMs);
    expect([await firefox.companionBackground(), browser().state]).toEqual([
      'running',
      { kind: 'connected', since, relayPid: null },
    ]);
  });

  test('after the hub was killed it comes back to the next one by itself', async () => {
    const { id } = browser();
    await hub.kill('SIGKILL');
    hub = await place.serve();
    panel = await place.panel(hub);
    await until(() => browser().state.kind === 'connected', 'Firefox is connected again', comeBackMs);
    expect(browser().id).toBe(id);
  });
});

function browser(): Browser {
  const [first] = Object.values(panel.snapshot.browsers);
  if (!first) throw new Error('The panel shows no browser.');
  return first;
}

const said = (tool: string, args?: Record<string, unknown>) => toolText(agent, tabId, tool, args);
