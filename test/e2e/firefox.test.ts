// The whole way in a real Firefox: the manifest as the panel writes it, the temporary add-on, the relay that Firefox starts, and an agent.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import photon from '@silvia-odwyer/photon-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extensionIds } from '../../contract/names.ts';
import { pluginHubExtensionId } from '../../contract/plugins.ts';
import { inEnglish } from '../../words/english.ts';
import { type Firefox, type LaunchFirefoxOptions, launchFirefox } from '../support/firefox.ts';
import { type PanelClient, until } from '../support/panel-client.ts';
import { differenceInMiddle } from '../support/pictures.ts';
import { describeWith } from '../support/provided.ts';
import { type CompanionScene, openCompanionScene, popupSays, toolText } from './companion-scene.ts';
import { pageColour } from './orders-site.ts';
import type { Browser } from '../../contract/schemas/entities.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';
import type { Agent, HubPlace } from '../support/hub-process.ts';

/** How long a background may do nothing before Firefox puts it to sleep; usually 30 s. */
const idleMs = 3_000;
/** A background that fell asleep on the way is woken by the companion's alarm, twice a minute. */
const comeBackMs = 120_000;

let place: HubPlace;
let scene: CompanionScene;
let origin = '';
let panel: PanelClient;
let firefox: Firefox;
let agent: Agent;
let tabId = 0;

describeWith(['firefox'], 'the main way in Firefox', () => {
  beforeAll(async () => {
    scene = await openCompanionScene();
    ({ place, origin } = scene);
    panel = await place.panel(await place.serve());
  });

  afterAll(async () => {
    await firefox?.close();
    await scene?.close();
  });

  test('switching Firefox on writes the manifest where Firefox looks, and says that it is checked', async () => {
    const { row } = await panel.request('manifests:install', { browserId: 'firefox' });
    expect([row.state, inEnglish(row.reason)]).toEqual(['ours', expect.stringMatching(/^Installed and checked\./)]);
    const file = join(place.folder, '.mozilla/native-messaging-hosts/dev.pilothouse.relay.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      type: 'stdio',
      allowed_extensions: [extensionIds.firefox, pluginHubExtensionId],
    });
  });

  test('the companion, loaded as a temporary add-on, waits with a short code that its pop-up shows too', async () => {
    firefox = await launchFirefox(launch());
    expect(await firefox.loadCompanion()).toBe(extensionIds.firefox);
    await panel.waitFor(snapshot => browserOf(snapshot)?.state.kind === 'pending', 'Firefox waits for approval');
    const { family, os, version, state } = browser();
    expect([family, os, Number.parseInt(version)]).toEqual(['firefox', 'linux', expect.any(Number)]);
    await popupSays(firefox, state.kind === 'pending' ? state.code : 'no code');
  });

  test('after the approval the pop-up says so, and the panel has the tabs', async () => {
    await panel.request('browsers:approve', { browserId: browser().id });
    await popupSays(firefox, 'Pilothouse knows this browser as Firefox.');
    expect(browser().state.kind).toBe('connected');
    // The pop-up stands in the only tab, and pages of the companion are told to nobody.
    await firefox.remote.goTo('about:blank');
    await panel.waitFor(({ tabs }) => Object.keys(tabs).length > 0, 'Firefox reports its tabs');
  });

  test('an agent opens a tab, behind the one of the user and in the group of its client', async () => {
    const credential = await panel.request('clients:create', { name: 'Claude Code', start: 'own-tabs' });
    agent = await place.stdioAgent(credential);
    tabId = JSON.parse(await said('tabs_create')).tabId;
    const groups = await firefox.remote.evaluateInBrowser(
      'return gBrowser.tabGroups.map(group => [group.label, group.tabs.length, group.tabs.some(tab => tab.selected)])',
    );
    expect(groups).toEqual([['Claude Code · Pilothouse', 1, false]]);
  });

  test('it goes to a page in its tab, which has loaded when the answer comes', async () => {
    expect(JSON.parse(await said('navigate', { url: `${origin}/orders` }))).toMatchObject({ title: 'Order page' });
    const open = await firefox.remote.evaluateInBrowser(
      'return gBrowser.tabs.map(tab => tab.linkedBrowser.currentURI.spec)',
    );
    expect(open).toContain(`${origin}/orders`);
  });

  test('it reads the text of the page, its tree and its requests', async () => {
    expect(await said('get_page_text')).toMatch(/^Title: Order page\nURL: .*\/orders\n\nOrders/);
    expect(await said('read_page')).toMatch(/heading "Orders" \[ref_\d+\] level=1[^]*button "Save order" \[ref_\d+\]/);
    await expect.poll(() => said('read_network_requests')).toContain(`${origin}/data.json`);
  });

  test('it sees its tab, whole, smaller and in part, while the user looks at another one', async () => {
    const { client } = agent;
    const [, width, height] = /viewport (\d+)x(\d+)/.exec(await said('read_page'))?.map(Number) ?? [];
    const look = async (args: object) => {
      const { content } = await client.callTool({ name: 'computer', arguments: { tabId, ...args } });
      const image = content.find(block => block.type === 'image');
      return photon.PhotonImage.new_from_byteslice(Buffer.from(image?.data ?? '', 'base64'));
    };
    const whole = await look({ action: 'screenshot', scale: 1 });
    expect([whole.get_width(), whole.get_height()]).toEqual([width, height]);
    expect(differenceInMiddle(whole, pageColour)).toBeLessThan(10);
    expect((await look({ action: 'screenshot', scale: 0.5 })).get_width()).toBe(Math.round(Number(width) / 2));
    expect((await look({ action: 'zoom', region: [10, 10, 110, 60] })).get_height()).toBe(50);
  });

  test('it clicks and types, and each answer says that the events are scripted', async () => {
    const answers = [
      await said('computer', { action: 'left_click', selector: '#name' }),
      await said('computer', { action: 'type', text: 'Ana' }),
      await said('computer', { action: 'left_click', selector: '#save' }),
    ];
    expect(answers).toEqual([
      expect.stringMatching(/^Clicked at \(\d+, \d+\) by a scripted event: textbox "Name", focused\.$/),
      'Typed 3 characters into textbox "Name" by a scripted event.',
      expect.stringMatching(/^Clicked at \(\d+, \d+\) by a scripted event: button "Save order"\. No change seen\.$/),
    ]);
    await allowScripts();
    expect(JSON.parse(await said('javascript_tool', { text: '[log, document.querySelector("#name").value]' }))).toEqual(
      [['click name', 'input name', 'click save', 'submit'], 'Ana'],
    );
  });

  test('it presses keys, of which the commonest do what they always do', async () => {
    const keys = (text: string, more: object = {}) => said('computer', { action: 'key', text, ...more });
    await keys('Tab', { selector: '#name' });
    await said('computer', { action: 'type', text: 'two words' });
    await keys('Backspace Enter x Space y shift+Tab');
    expect(JSON.parse(await said('javascript_tool', { text: '[document.activeElement.id, notes.value]' }))).toEqual([
      'name',
      'two word\nx y',
    ]);
    await keys('ctrl+a Delete B');
    expect(await keys('Enter')).toBe('Pressed Enter on textbox "Name" by a scripted event. No change seen.');
    const after = '[document.querySelector("#name").value, log.slice(-3)]';
    expect(JSON.parse(await said('javascript_tool', { text: after }))).toEqual([
      'B',
      ['key Enter', 'click save', 'submit'],
    ]);
  });

  test('it reads closed shadow trees too, and what changed since a reading', async () => {
    const [, reading] = /\n\nreading (\d+)$/.exec(await said('read_page')) ?? [];
    const attach = `const host = document.createElement('x-closed'); host.id = 'closed'; document.body.append(host);
      host.attachShadow({ mode: 'closed' }).innerHTML = '<p>Closed words</p><button>Closed button</button>'; true`;
    expect(await said('javascript_tool', { text: attach })).toBe('true');
    expect(await said('read_page', { since: Number(reading) })).toMatch(
      /since reading \d+:\n\+ "Closed words"\n\+ button "Closed button" \[ref_\d+\]\n\nreading \d+$/,
    );
    await said('javascript_tool', { text: "document.getElementById('closed').remove()" });
  });

  test('it waits until an element can be used, and says what it hit and what that changed', async () => {
    await said('navigate', { url: `${origin}/uses` });
    const click = (args: object) => said('computer', { action: 'left_click', ...args });
    expect(await click({ selector: '#gift' })).toMatch(/: checkbox "Gift", now checked\.$/);
    const { text, isError } = await agent.call('computer', {
      tabId,
      action: 'left_click',
      selector: '#under',
      selector_timeout: 0.3,
    });
    expect([isError, text]).toEqual([
      true,
      expect.stringMatching(/^The button "Under" is still covered by dialog "Cookies" after 0\.3 s;/),
    ]);
    expect(await click({ selector: '#accept' })).toMatch(/: button "Accept"\.$/);
    expect(await click({ selector: '#under' })).toMatch(/: button "Under"\. No change seen\.$/);
    expect(await said('form_input', { fields: [{ selector: '#day', value: '10 Sep 2012' }] })).toBe(
      'textbox "Day": Set the value (10 characters).',
    );
    const [x, y] = JSON.parse(await said('javascript_tool', { text: 'deepPlace()' }));
    expect(await click({ coordinate: [x, y] })).toMatch(/: button "Deep"\. The address is .*\/uses#deep now\.$/);
    expect(await click({ selector: 'a' })).toMatch(/: link "Orders"\. The page is .*\/orders now "Order page"\.$/);
  });

  test('its scripts await as in a console, and where a page forbids them the answer says so', async () => {
    expect(await said('javascript_tool', { text: 'const answer = await fetch("/data.json"); answer.status' })).toBe(
      '200',
    );
    await said('navigate', { url: `${origin}/strict` });
    const { text, isError } = await agent.call('javascript_tool', { tabId, text: '1' });
    expect([isError, text]).toEqual([true, expect.stringMatching(/^The policy of this page lets no such script run/)]);
  });

  test.each([
    ['handle_dialog', { accept: true }, /handle_dialog has no counterpart in the extension of/],
    ['navigate', { url: 'http://127.0.0.1:1/' }, /could not be loaded; the browser shows an error page/],
  ])('what Firefox cannot do is an error that says so: %s %j', async (tool, args, sentence) => {
    const { text, isError } = await agent.call(tool, { tabId, ...args });
    expect([isError, text]).toEqual([true, expect.stringMatching(sentence)]);
  });

  test('its background, which has nothing to do, is not put to sleep while it holds the relay', async () => {
    const before = relayPid();
    await sleep(1.5 * idleMs);
    expect([await firefox.companionBackground(), relayPid()]).toEqual(['running', before]);
  });

  test('a relay that is killed is started again, with no second approval and with the tab still in its place', async () => {
    await said('navigate', { url: `${origin}/orders` });
    const { since } = browser().state;
    process.kill(relayPid(), 'SIGKILL');
    await connectedAfter(since);
    expect(await said('get_page_text')).toContain('Title: Order page');
  });

  test('the background sleeps while there is no relay to start, and wakes up with all it knew', async () => {
    await panel.request('manifests:uninstall', { browserId: 'firefox' });
    const { since } = browser().state;
    process.kill(relayPid(), 'SIGKILL');
    await until(
      async () => (await firefox.companionBackground()) === 'stopped',
      'Firefox puts the background to sleep',
    );
    await panel.request('manifests:install', { browserId: 'firefox' });
    await firefox.popupText();
    await connectedAfter(since);
    expect(await said('get_page_text')).toContain('Title: Order page');
  });

  test('after Firefox was started again the add-on has to be loaded again, but not approved', async () => {
    const { id, state } = browser();
    await firefox.close();
    firefox = await launchFirefox(launch());
    await firefox.loadCompanion();
    await connectedAfter(state.since);
    expect(browser().id).toBe(id);
  });
});

function launch(): LaunchFirefoxOptions {
  const preferences = { 'extensions.background.idle.timeout': idleMs };
  return { profile: join(place.folder, 'profile'), env: place.env, preferences };
}

/** The only one that there may be. */
function browserOf({ browsers }: Snapshot): Browser | undefined {
  const all = Object.values(browsers);
  if (all.length > 1) throw new Error(`The panel shows ${all.length} browsers.`);
  return all[0];
}

function browser(): Browser {
  const found = browserOf(panel.snapshot);
  if (!found) throw new Error('The panel shows no browser.');
  return found;
}

function relayPid(): number {
  const { state } = browser();
  if (state.kind !== 'connected' || state.relayPid === null) throw new Error(`Firefox is ${state.kind}, by no relay.`);
  return state.relayPid;
}

async function connectedAfter(before: number): Promise<void> {
  const isBack = () => browser().state.kind === 'connected' && browser().state.since > before;
  await until(isBack, 'Firefox is connected again', comeBackMs);
}

const said = (tool: string, args?: Record<string, unknown>) => toolText(agent, tabId, tool, args);

async function allowScripts(): Promise<void> {
  const [{ id } = { id: '' }] = Object.values(panel.snapshot.clients);
  await panel.request('grants:set', { effect: 'allow', subject: { kind: 'client', id }, scope: 'browser:script' });
}
