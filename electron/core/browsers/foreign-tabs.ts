// The tabs of a browser that reports none by itself: learned from its answers to tabs_context, each agent sees its own.
import { listedTabs, withListedTabs } from '../../../native-host/dialects/claude-tools.ts';
import type { Block } from '../../../native-host/dialects/claude-tools.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';
import type { CallResult } from './browser-link.ts';

/**
 * Takes the list as the browser's full report. A tab that nobody knew belongs to the asker, as it can only lie in the group that the
 * extension keeps for agents; the answer names the asker's own tabs alone.
 */
export function learnTabs(tabs: TabRegistry, agentId: string, browserId: string, result: CallResult): Block[] {
  const fresh = (result.tabs ?? []).filter(({ tabId }) => !tabs.get(browserId, tabId));
  tabs.report(browserId, result.tabs ?? []);
  for (const tab of fresh) tabs.claim(agentId, browserId, tab);
  const own = new Set(tabs.ownedBy(agentId).map(tab => (tab.browserId === browserId ? tab.tabId : null)));
  const listed = listedTabs(result.content) ?? [];
  return withListedTabs(
    result.content,
    listed.filter(({ tabId }) => own.has(tabId)),
  );
}
