// Pages that use the Web Agent API, on the user's side: where they may, and what they ask.
import { tabKey } from '../../../contract/entities.ts';
import { pageOriginAt } from '../../../contract/sites.ts';
import { grantsOfAnswer, mayCallSome } from '../sites/site-grants.ts';
import { SiteQuestions } from '../sites/site-questions.ts';
import { SiteServers } from '../sites/site-servers.ts';
import { SiteSettings } from '../sites/site-settings.ts';
import { definitionHash } from '../tools/definition-hash.ts';
import type { GrantRegistry } from '../permissions/grant-registry.ts';
import type { ToolCatalogue } from '../tools/tool-catalogue.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';

export interface SiteParts {
  readonly siteSettings: SiteSettings;
  readonly siteQuestions: SiteQuestions;
}

export async function createSiteServers({ events }: Boot, { store }: BaseParts): Promise<SiteServers> {
  const siteServers = new SiteServers({
    settings: store.settings,
    onChanged: serverId => events.emit({ kind: 'siteServerChanged', serverId }),
  });
  await siteServers.load();
  return siteServers;
}

export async function createSiteParts(
  { platform, closers, events, panels }: Boot,
  { state, store }: BaseParts,
  { grants, catalogue }: { readonly grants: GrantRegistry; readonly catalogue: ToolCatalogue },
): Promise<SiteParts> {
  const common = { state, now: () => platform.now() };
  const siteSettings = new SiteSettings({
    ...common,
    rows: await store.sites.list(),
    persist: store.sites,
    settings: store.settings,
    showRules: rules => state.setHub({ siteRules: rules }),
    onBlocked: origin => events.settle({ kind: 'siteBlocked', origin }),
    onForgotten: origin => events.settle({ kind: 'siteForgotten', origin }),
  });
  await siteSettings.load();
  closers.add(() => siteSettings.stop());
  const siteQuestions = new SiteQuestions({
    ...common,
    store: async (question, answer) => {
      const others = mayCallSome(grants.all(), question.origin, platform.now());
      await grants.addAll(grantsOfAnswer(question, answer, others));
      // Its tab may have gone to another site before its document was told of as left.
      const tab = state.get('tabs', tabKey(question.tab.browserId, question.tab.tabId));
      const shown = tab && pageOriginAt(tab.url);
      if (tab && shown !== (question.embeddedIn ?? question.origin))
        grants.tabShows(tab.browserId, tab.tabId, shown === null ? [] : [shown]);
      // The user may have blocked it while that was written.
      if (siteSettings.isBlocked(question.origin)) await grants.revokeOrigin(question.origin, false);
      const { embeddedIn } = question;
      if (embeddedIn !== null && siteSettings.isBlocked(embeddedIn)) grants.onceOver([question.tab]);
    },
    // What was allowed once was allowed in a tab that may show anything by now, or be gone.
    leftMeanwhile: ({ tab }) => grants.tabShows(tab.browserId, tab.tabId, []),
    onEnded: ({ id, origin, tab }, end) =>
      panels.tell({ event: 'sites:question-ended', data: { questionId: id, origin, tab, end } }),
  });
  closers.add(() => siteQuestions.stop());
  catalogue.onChange(() => siteQuestions.toolsChanged(id => definitionNow(catalogue, id)));
  return { siteSettings, siteQuestions };
}

/** Of a tool that pages may ask about; null for one that is not there. */
function definitionNow(catalogue: ToolCatalogue, toolId: string): string | null {
  const callable = catalogue.lookUp(toolId);
  return callable?.kind === 'server' || callable?.kind === 'plugin' ? definitionHash(callable.tool) : null;
}
