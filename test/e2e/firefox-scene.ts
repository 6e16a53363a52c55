// The place of two sites, before a real Firefox with the approved companion; the agent may use both.
import { join } from 'node:path';
import { type Firefox, launchFirefox } from '../support/firefox.ts';
import { type DecidedPlace, openDecidedPlace, type Pages } from './decided-scene.ts';
import type { Scope } from '../../contract/permissions.ts';
import type { Agent } from '../support/hub-process.ts';

export interface FirefoxScene extends DecidedPlace {
  readonly firefox: Firefox;
  readonly claude: Agent;
  /** The text of the answer in that tab; an error begins with `ERROR `. */
  said(tabId: number, tool: string, args?: Readonly<Record<string, unknown>>): Promise<string>;
}

const scopes: readonly Scope[] = ['browser:navigate', 'browser:activeTab.read', 'browser:activeTab.interact'];

export async function openFirefoxScene(
  shopPages: Pages,
  bankPages: Pages,
  more: readonly Scope[] = [],
): Promise<FirefoxScene> {
  const made = await openDecidedPlace(shopPages, bankPages);
  const { place, hub, shop, bank } = made;
  await hub.request('manifests:install', { browserId: 'firefox' });
  const firefox = await launchFirefox({ profile: join(place.folder, 'profile'), env: place.env });
  await firefox.loadCompanion();
  await hub.waitFor(({ browsers }) => Object.keys(browsers).length > 0, 'Firefox waits for approval');
  const [browserId = ''] = Object.keys(hub.snapshot.browsers);
  await hub.request('browsers:approve', { browserId });
  await hub.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'Firefox is connected');
  for (const { origin } of [shop, bank])
    for (const scope of [...scopes, ...more]) await made.grant('allow', scope, origin);
  const claude = await made.agent();
  return {
    ...made,
    firefox,
    claude,
    said: async (tabId, tool, args = {}) => {
      const { content, isError } = await claude.client.callTool({ name: tool, arguments: { tabId, ...args } });
      const text = content.flatMap(block => (block.type === 'text' ? [block.text] : [])).join('\n');
      return isError === true ? `ERROR ${text}` : text;
    },
    close: async () => {
      await firefox.close();
      await made.close();
    },
  };
}
