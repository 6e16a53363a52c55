// In which browser an agent's calls are carried out when that changes without a word of its own: the user chooses another one, or its
// own went away. No call may then take a tab of the one browser for a tab of the other, so each agent is told before it goes on.
import { hubError } from '../../../words/hub-error.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { AgentRegistry } from '../agents/agent-registry.ts';
import type { BrowserRegistry } from '../browsers/browser-registry.ts';
import type { GatedCall } from '../gates/gate.ts';
import type { Refusal } from '../gates/refusal.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';

export interface BrowserBindingOptions {
  readonly agents: Pick<AgentRegistry, 'get' | 'expect' | 'browsers'>;
  readonly browsers: Pick<BrowserRegistry, 'get'>;
  readonly tabs: Pick<TabRegistry, 'ownedBy'>;
}

export class BrowserBinding {
  readonly #options: BrowserBindingOptions;

  constructor(options: BrowserBindingOptions) {
    this.#options = options;
  }

  /** The user has chosen. Throws ERR_INVALID_ARGUMENTS for a browser that was not approved, and for an agent that has left. */
  choose(agentId: string, browserId: string): void {
    const { agents, browsers } = this.#options;
    const { name, state } = agents.expect(agentId);
    const browser = browsers.get(browserId);
    if (!browser) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-browser', browser: browserId });
    if (browser.state.kind === 'pending' || browser.state.kind === 'denied')
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'browser-not-approved', browser: browser.name });
    if (state.kind === 'gone') throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'agent-has-left', agent: name });
    this.#move(agentId, browserId, 'user');
  }

  /**
   * Before a call for the browser is decided: its agent goes on in the browser that it was told of, where its own is away still.
   * `arrived` is the agent as it was when the call came in: what it was told later it did not know of when it called.
   */
  goOn({ id, toldAway: told }: Agent): void {
    const { agents, browsers } = this.#options;
    const agent = agents.get(id);
    if (!told || agent?.toldAway?.since !== told.since || agent.browserId !== told.browserId) return;
    const own = browsers.get(told.browserId)?.state;
    if (own?.kind !== 'away' || own.since !== told.since) return;
    if (browsers.get(told.next)?.state.kind === 'connected') this.#move(id, told.next, 'away');
  }

  /** An agent reads this refusal, and knows from then on. */
  told({ agent, target, byUser }: GatedCall, refusal: Refusal): void {
    if (target.kind !== 'browser' || byUser) return;
    const { browser, next } = target;
    if (refusal.kind !== 'browser-not-connected' || !next || browser?.state.kind !== 'away') return;
    this.#options.agents.browsers.toldAway(agent.id, {
      browserId: browser.id,
      since: browser.state.since,
      next: next.id,
    });
  }

  #move(agentId: string, browserId: string, by: 'user' | 'away'): void {
    const own = this.#options.tabs.ownedBy(agentId);
    const elsewhere = own.flatMap(tab => (tab.browserId === browserId ? [] : [tab.tabId]));
    this.#options.agents.browsers.move(agentId, browserId, by, [...new Set(elsewhere)]);
  }
}
