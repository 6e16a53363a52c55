// A real Firefox that has no native messaging manifest: paired by a code that is typed into the pop-up, driven over the WebSocket.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Firefox, launchFirefox } from '../support/firefox.ts';
import { type Agent, type HubPlace, type HubProcess, openPlace } from '../support/hub-process.ts';
import { type PanelClient, until } from '../support/panel-client.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import { serveOrders } from './orders-site.ts';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from '../../contract/schemas/entities.ts';

/** A little longer than the companion lets pass between two signs of life. */
const idleMs = 23_000;
/** A background that fell asleep on the way is woken by the companion's alarm, twice a minute. */
const comeBackMs = 120_000;

let place: HubPlace;
let site: Server;
let origin = '';
let hub: HubProcess;
let panel: PanelClient;
let firefox: Firefox;
let agent: Agent;
let tabId = 0;

describeWith(['firefox'], 'a Firefox that cannot start the relay', () => {
  beforeAll(async () => {
    const build = ['build.mjs', '--if-stale', 'extension'];
    await promisify(execFile)(process.execPath, build, { cwd: repositoryRoot });
    site = await serveOrders();
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    place = openPlace();
    hub = await place.serve();
    panel = await place.panel(hub);
    const preferences = { 'extensions.background.idle.timeout': idleMs };
    firefox = await launchFirefox({ profile: join(place.folder, 'profile'), env: place.env, preferences });
    await firefox.loadCompanion();
  });

  afterAll(async () => {
    await firefox?.close();
    await place?.end();
    await new Promise(resolve => (site ? site.close(resolve) : resolve(null)));
  });

  test('a code that is typed into its pop-up pairs it, which is the approval', async () => {
    const { code } = await panel.request('companion:pair', {});
    await popupSays('Not connected');
    await firefox.remote.evaluate(
      `document.getElementById('typed').value = ${JSON.stringify(code)}; document.getElementById('send').click();`,
    );
    await popupSays('Over a WebSocket, paired by a code.');
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

async function popupSays(text: string): Promise<void> {
  await until(async () => (await firefox.popupText()).includes(text), `the pop-up says ${text}`);
}

function browser(): Browser {
  const [first] = Object.values(panel.snapshot.browsers);
  if (!first) throw new Error('The panel shows no browser.');
  return first;
}

/** The text of the answer of a tool in the agent's tab. */
async function said(name: string, args: Record<string, unknown> = {}): Promise<string> {
  const { text, isError } = await agent.call(name, tabId === 0 ? args : { tabId, ...args });
  if (isError) throw new Error(text);
  return text;
}
