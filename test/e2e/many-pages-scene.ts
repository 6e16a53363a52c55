// A hub, a browser with the approved companion that nothing else drives, the site of many pages, and an agent that may use it all.
import { join } from 'node:path';
import { installRelay } from '../support/chromium.ts';
import { launchFirefox } from '../support/firefox.ts';
import { type HubPlace, openPlace } from '../support/hub-process.ts';
import { type ManyPages, serveManyPages } from '../support/many-pages/site.ts';
import { PlainChromium } from '../support/plain-chromium.ts';
import { repositoryRoot } from '../support/provided.ts';
import { PageTab } from './page-tab.ts';
import type { Client } from '@modelcontextprotocol/client';
import type { Scope } from '../../contract/permissions.ts';
import type { PanelClient } from '../support/panel-client.ts';

export const families = ['chromium', 'firefox'] as const;
export type Family = (typeof families)[number];

/** Where the tab lies that the agent works in. `tabs_create` puts it behind the one that the user looks at. */
export const layers = ['in front', 'in the background'] as const;
export type Layer = (typeof layers)[number];

/** More than the agent ever has under way on one origin. */
const maxConcurrentPerOrigin = 50;
const scopes: readonly Scope[] = [
  ...(['browser:activeTab.read', 'browser:activeTab.interact', 'browser:activeTab.screenshot'] as const),
  ...(['browser:navigate', 'browser:tabs.read', 'browser:tabs.create', 'browser:script', 'browser:files'] as const),
];

/** What is the same for every browser, as far as a test needs it. */
export interface DrivenBrowser {
  /** As a click on the tab whose address holds this. */
  bringToFront(part: string): Promise<void>;
  close(): Promise<void>;
}

export interface ManyPagesScene {
  readonly site: ManyPages;
  /** The user's home, in which files may lie that an agent uploads. */
  readonly folder: string;
  /** A new tab of the agent's at a path of the site. */
  open(path: string, layer: Layer): Promise<PageTab>;
  close(): Promise<void>;
}

export async function openManyPages(family: Family): Promise<ManyPagesScene> {
  const site = await serveManyPages();
  const place = openPlace();
  const panel = await place.panel(await place.serve());
  await panel.request('limits:set', { change: { maxConcurrentPerOrigin } });
  const browser = await startBrowser(family, place, panel);
  const client = await sitDown(place, panel);
  let tabs = 0;
  return {
    site,
    folder: place.folder,
    open: async (path, layer) => {
      const mark = `tab=${++tabs}`;
      const tab = await PageTab.open(client, `${site.origin}${path}?${mark}`);
      if (layer === 'in front') await browser.bringToFront(mark);
      return tab;
    },
    close: async () => {
      await browser.close();
      await place.end();
      await site.close();
    },
  };
}

/** Before a hub, which lets it in. */
export async function startBrowser(family: Family, place: HubPlace, panel: PanelClient): Promise<DrivenBrowser> {
  const browser = await (family === 'chromium' ? startChromium(place) : startFirefox(place, panel));
  await panel.waitFor(({ browsers }) => Object.keys(browsers).length > 0, 'the browser asks to be let in');
  const [browserId = ''] = Object.keys(panel.snapshot.browsers);
  await panel.request('browsers:approve', { browserId });
  await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'the browser is connected');
  return browser;
}

async function startChromium(place: HubPlace): Promise<DrivenBrowser> {
  const userDataDir = join(place.folder, 'profile');
  await installRelay(userDataDir, join(repositoryRoot, 'dist/relay/relay.cjs'), place.home);
  return new PlainChromium({ userDataDir, home: place.folder, window: { width: 1280, height: 900 } });
}

async function startFirefox(place: HubPlace, panel: PanelClient): Promise<DrivenBrowser> {
  await panel.request('manifests:install', { browserId: 'firefox' });
  const firefox = await launchFirefox({ profile: join(place.folder, 'profile'), env: place.env });
  await firefox.loadCompanion();
  return {
    bringToFront: async part => {
      const script = `gBrowser.selectedTab = gBrowser.tabs.find(tab => tab.linkedBrowser.currentURI.spec.includes(${JSON.stringify(part)}))`;
      await firefox.remote.evaluateInBrowser(script);
    },
    close: () => firefox.close(),
  };
}

async function sitDown(place: HubPlace, panel: PanelClient): Promise<Client> {
  const credential = await panel.request('clients:create', { name: 'Claude Code', start: 'own-tabs' });
  const subject = { kind: 'client' as const, id: credential.client.id };
  for (const scope of scopes) await panel.request('grants:set', { subject, effect: 'allow', scope });
  return (await place.stdioAgent(credential)).client;
}
