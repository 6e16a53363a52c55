// What agents are listed of the browser's tools goes by the browsers that are connected, by the shortcuts that the user saved, and by the browser that each agent is bound to.
import { canDo } from '../browsers/abilities.ts';
import { anyBrowser } from '../tools/browser-offer.ts';
import type { Browser } from '../../../contract/schemas/entities.ts';
import type { AgentRegistry } from '../agents/agent-registry.ts';
import type { BrowserRegistry } from '../browsers/browser-registry.ts';
import type { BrowserOffer } from '../tools/browser-offer.ts';
import type { ShortcutRegistry } from '../tools/shortcut-registry.ts';
import type { ToolCatalogue } from '../tools/tool-catalogue.ts';
import type { BaseParts } from './base-parts.ts';

/** What no connected browser can do is not offered, nor are shortcuts where the user has none. */
export function followBrowsers(
  state: BaseParts['state'],
  browsers: Pick<BrowserRegistry, 'connected' | 'get'>,
  shortcuts: Pick<ShortcutRegistry, 'isEmpty'>,
  catalogue: Pick<ToolCatalogue, 'setOffer'>,
): void {
  const follow = () => {
    const connected = browsers.connected();
    const hasShortcuts = !shortcuts.isEmpty;
    const ofBrowsers = connected.length === 0 ? anyBrowser : offerOf(connected, id => browsers.get(id), hasShortcuts);
    catalogue.setOffer({ ...ofBrowsers, hasShortcuts });
  };
  follow();
  state.subscribe(({ changes }) => {
    if (changes.some(({ collection }) => collection === 'browsers' || collection === 'shortcuts')) follow();
  });
}

/** An agent that is bound to a browser that is away has a choice too, where it may go on in another one. */
function offerOf(
  connected: readonly Browser[],
  browser: (id: string) => Browser | null,
  hasShortcuts: boolean,
): BrowserOffer {
  const can = (tool: string) => connected.some(each => canDo(each, tool));
  const several = connected.length > 1;
  const boundTo = (id: string): BrowserOffer => {
    const own = connected.find(each => each.id === id);
    if (own) return { can: tool => canDo(own, tool), several, hasShortcuts };
    return { can, several: several || browser(id) !== null, hasShortcuts };
  };
  const browserIds = connected.map(({ id }) => id);
  return { can, several, boundTo, browserIds };
}

/** What an agent is listed goes by the browser that it is bound to. */
export function followBindings(
  state: BaseParts['state'],
  agents: Pick<AgentRegistry, 'get'>,
  catalogue: Pick<ToolCatalogue, 'bound'>,
): void {
  const bound = new Map<string, string | null>();
  state.subscribe(({ changes }) => {
    for (const { collection, id } of changes) {
      if (collection !== 'agents') continue;
      const before = bound.get(id) ?? null;
      const now = agents.get(id)?.browserId ?? null;
      if (now === null) bound.delete(id);
      else bound.set(id, now);
      if (before !== now) catalogue.bound(id, before, now);
    }
  });
}
