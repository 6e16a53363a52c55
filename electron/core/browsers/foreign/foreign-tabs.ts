// What an agent is told of the tabs of an extension that keeps one group for all agents: its own.
import { listedTabs, withListedTabs } from '../../../../native-host/dialects/claude/claude-tools.ts';
import type { Block } from '../../../../native-host/dialects/claude/claude-tools.ts';
import type { TabRegistry } from '../../tabs/tab-registry.ts';
import type { CallResult } from '../browser-link.ts';

/**
 * Takes the list as the browser's full report; the answer names the asker's own tabs alone. A tab that nobody knew is the user's, who
 * may have put it into the group or opened it while no hub ran; only the one that this very call made, `result.tab`, is the asker's.
 */
export function learnTabs(tabs: TabRegistry, agentId: string, browserId: string, result: CallResult): Block[] {
  tabs.report(browserId, result.tabs ?? []);
  if (result.tab) tabs.claim(agentId, browserId, result.tab);
  const own = new Set(tabs.ownedBy(agentId).map(tab => (tab.browserId === browserId ? tab.tabId : null)));
  const listed = listedTabs(result.content) ?? [];
  return withListedTabs(
    result.content,
    listed.filter(({ tabId }) => own.has(tabId)),
  );
}
