// A hub that denies agents a bank, and an extension of others in which tabs move between the bank and a shop.
import fs from 'node:fs';
import { expect, onTestFinished } from 'vitest';
import { connectToHub } from '../../../native-host/relay/hub-connection.ts';
import { usePlace } from '../../support/hub-process.ts';
import { claudezillaFiles, exchange, switchOn } from './claudezilla-scene.ts';
import { MovingTabs } from './moving-tabs.ts';
import type { PanelClient } from '../../support/panel-client.ts';

export const bank = 'https://bank.example';
export const shop = 'https://shop.example';
export const claudeArgv = ['chrome-extension://fcoeoabgfenejglbffodgkkbkcdhcgfn/'];
export const claudezillaArgv = [
  '/home/ana/.mozilla/native-messaging-hosts/claudezilla.json',
  'claudezilla@boot.industries',
];

export type MovingScene = Awaited<ReturnType<typeof openScene>>;

/** A hub that denies every agent the bank, a browser of that extension, and an agent that may use its own tabs. */
export async function openScene(argv: readonly string[]) {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const channel = await connectToHub({ home: place.home, role: 'relay', hello: { argv, pid: process.pid } });
  const browser = new MovingTabs(channel, argv === claudeArgv);
  onTestFinished(() => browser.close());
  await panel.waitFor(({ browsers }) => Object.keys(browsers).length === 1, 'the extension waits');
  const [browserId = ''] = Object.keys(panel.snapshot.browsers);
  await panel.request('browsers:approve', { browserId });
  await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'it is approved');
  const client = await panel.request('clients:create', { name: 'Any', start: 'own-tabs' });
  const clientId = client.client.id;
  const denials = await denyBank(panel, clientId);
  const agent = await place.httpAgent(client);
  const openTab = async (by = agent) => {
    expect(await by.call('tabs_create', {})).toMatchObject({ isError: false });
    const tabId = [...browser.tabs.keys()].at(-1) ?? 0;
    browser.show(tabId, `${shop}/`);
    // The hub learns where its tab is by the first call that is dropped.
    await by.call('get_page_text', { tabId });
    return tabId;
  };
  const tabId = await openTab();
  /** Its tab goes there, and the hub sees it. */
  const requester = async (url: string) => {
    browser.show(tabId, url);
    await agent.call('tabs_context');
  };
  return { place, panel, browser, browserId, client, clientId, denials, agent, tabId, openTab, requester };
}

/** Takes the bank from a client; the ids of the grants. */
export async function denyBank(panel: PanelClient, clientId: string): Promise<string[]> {
  const ids: string[] = [];
  for (const scope of [
    'browser:activeTab.read',
    'browser:activeTab.screenshot',
    'browser:activeTab.interact',
  ] as const) {
    const { grant } = await panel.request('grants:set', {
      effect: 'deny',
      subject: { kind: 'client', id: clientId },
      scope,
      resource: { kind: 'site', origin: bank },
      tools: null,
      reading: false,
      agentId: null,
      lifetime: 'always',
    });
    ids.push(grant.id);
  }
  return ids;
}

/** An agent of spec 000's socket to which the bank is denied too; it asks commands as they are. `mark` tells agents apart. */
export async function openOwnAgent({ place, panel }: MovingScene, mark = '0123456789abcdef') {
  await switchOn(panel);
  await panel.request('clients:set-start', { clientId: 'compat-claudezilla', start: 'own-tabs' });
  await denyBank(panel, 'compat-claudezilla');
  const { socket, tokenFile } = claudezillaFiles(place);
  const agentId = `agent_${mark}_${process.pid}`;
  return async (command: string, params: object = {}) => {
    const authToken = fs.readFileSync(tokenFile, 'utf8');
    const [reply] = await exchange(socket, [{ command, params: { ...params, agentId }, authToken }]);
    return reply ?? {};
  };
}
