// Whose a tab is that a page opened: the agent's whose tab it came from, as long as that agent is there and has not too many.
import { ruleCode } from '../../../contract/call-rules.ts';
import { originOf } from '../../../contract/sites.ts';
import type { AuditEntry } from '../../../contract/schemas/audit.ts';
import type { CompanionOpened } from '../../../contract/schemas/companion.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { TabRegistry } from './tab-registry.ts';

/** A page can open more than anybody will use; what is past this is left to the user. */
export const maxOwnedTabs = 50;

export interface OpenedTabsOptions {
  readonly tabs: TabRegistry;
  readonly agents: { get(id: string): Agent | null };
  readonly audit: (entry: Omit<AuditEntry, 'id' | 'ended'>) => void;
  readonly now: () => number;
}

export class OpenedTabs {
  readonly #options: OpenedTabsOptions;

  constructor(options: OpenedTabsOptions) {
    this.#options = options;
  }

  /**
   * Gives the tab to the owner of the one that it came from, and answers whether that was done. An extension is believed only for a
   * tab of its own browser that nobody else has, and that came from one which an agent owns.
   */
  take(browserId: string, { from, tab }: CompanionOpened): boolean {
    const { tabs, agents } = this.#options;
    const owner = tabs.get(browserId, from)?.owner;
    const agent = owner?.kind === 'agent' ? agents.get(owner.agentId) : null;
    if (!agent || agent.state.kind === 'gone' || tab.tabId === from) return false;
    const known = tabs.get(browserId, tab.tabId)?.owner;
    const isFree = known === undefined || (known.kind === 'you' && known.takenFrom === undefined);
    if (!isFree || tabs.ownedBy(agent.id).length >= maxOwnedTabs) return false;
    tabs.claim(agent.id, browserId, tab, null);
    this.#write(agent, tab.tabId, originOf(tab.url));
    return true;
  }

  #write(agent: Agent, tabId: number, site: string | null): void {
    this.#options.audit({
      at: this.#options.now(),
      clientId: agent.clientId,
      agentId: agent.id,
      what: 'tabs_create',
      scope: 'browser:tabs.create',
      place: { kind: 'at-tab', tab: tabId, site, inFrame: false, page: null, browser: null },
      where: [`tab ${tabId}`, site].filter(Boolean).join(', '),
      rule: ruleCode({ kind: 'opened-by-page' }),
      outcome: 'allow',
    });
  }
}
