// Web pages as callers: those who serve their documents, and what follows when rules about them or their tabs change.
import { pageOriginAt } from '../../../contract/sites.ts';
import { endSiteServers } from '../web-agent/end-site-servers.ts';
import { LatePages } from '../web-agent/late-pages.ts';
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { ChatServices } from '../chat/chat-services.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { Registries } from './registries.ts';

export async function createWebAgent(
  { platform, closers }: Boot,
  { state, store }: BaseParts,
  registries: Registries,
  { agentServices, chat }: { readonly agentServices: AgentServices; readonly chat: ChatServices },
): Promise<void> {
  const { siteSettings, siteQuestions, browsers, grants, models, servers, limiter, sites, tabs } = registries;
  const { siteServers, pageOffers, ownToolNames } = registries;
  await endSiteServers({ servers, siteServers, platform });
  const web = new LatePages({
    ...{ platform, agentServices, chat, sites, grants, models, servers, siteServers, pageOffers, limiter, tabs },
    ownToolNames,
    onServers: changed =>
      state.subscribe(({ changes }) => {
        if (changes.some(({ collection }) => collection === 'servers')) changed();
      }),
    rules: siteSettings,
    settings: store.settings,
    questions: siteQuestions,
    policy: registries.policyRules,
    nameOf: id => state.get('servers', id)?.name ?? state.get('plugins', id)?.name ?? id,
  });
  browsers.servePages((browser, opened, wire) => web.serve(browser, opened, wire));
  browsers.serveOmnibox((browser, request) => web.omnibox(browser, request));
  closers.add(() => web.stop());
  const tell = () => browsers.sitesChanged(siteSettings.companionWord());
  tell();
  siteSettings.onChanged(tell);
  // What a page was allowed once holds in its tab for as long as that shows its origin.
  state.subscribe(({ changes }) => {
    for (const { collection, id } of changes) {
      const tab = collection === 'tabs' ? state.get('tabs', id) : null;
      if (!tab) continue;
      const origin = pageOriginAt(tab.url);
      const shown = origin === null ? [] : [origin, ...web.originsWithin(tab, origin)];
      grants.tabShows(tab.browserId, tab.tabId, shown);
    }
  });
}
