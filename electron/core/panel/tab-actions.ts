// What the user does with tabs in the panel: take one over, give it to an agent or back, close it, look at it.
import { foreign } from '../../../contract/reason.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { Tab } from '../../../contract/schemas/entities.ts';
import type { UserAnswer, UserAsk } from '../agent-connections/user-calls.ts';
import type { AgentBrowsers } from '../agents/agent-browsers.ts';
import type { AgentRegistry } from '../agents/agent-registry.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';

export interface TabActionsOptions {
  readonly tabs: TabRegistry;
  readonly agents: Pick<AgentRegistry, 'get'> & { readonly browsers: Pick<AgentBrowsers, 'bind'> };
  readonly calls: { call(ask: UserAsk): Promise<UserAnswer> };
}

interface TabAt {
  readonly browserId: string;
  readonly tabId: number;
}

export interface TabPicture {
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
}

/** Every method throws or rejects with HubError when the tab has closed or the agent is not here. */
export class TabActions {
  readonly #options: TabActionsOptions;

  constructor(options: TabActionsOptions) {
    this.#options = options;
  }

  /** The tab is the user's from now on; whose it was is kept, so that it can be given back. */
  takeOver({ browserId, tabId }: TabAt): void {
    this.#find({ browserId, tabId });
    this.#options.tabs.takeOver(browserId, tabId);
  }

  /** To `agentId`, or to the agent it was taken from. */
  give({ browserId, tabId, agentId }: TabAt & { readonly agentId?: string | undefined }): void {
    const { owner } = this.#find({ browserId, tabId });
    const to = agentId ?? (owner.kind === 'you' ? owner.takenFrom : undefined);
    if (to === undefined) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'tab-from-nobody', tab: tabId });
    const agent = this.#options.agents.get(to);
    if (!agent || agent.state.kind !== 'connected')
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'tab-agent-gone', tab: tabId });
    if (agent.browserId !== null && agent.browserId !== browserId)
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'tab-other-browser', agent: agent.name, tab: tabId });
    // Its first call is for the tab that it was given.
    this.#options.agents.browsers.bind(to, browserId);
    this.#options.tabs.giveTo(to, browserId, tabId);
  }

  /** Closes the tab in its browser. Whose it was may not act on it from the moment this is called. */
  async close(at: TabAt, signal: AbortSignal): Promise<void> {
    this.takeOver(at);
    await this.#call(at, { name: 'tabs_close', arguments: { tabId: at.tabId } }, signal);
  }

  /** Closes every tab whose agent has left; returns how many were closed. */
  async closeOrphans(signal: AbortSignal): Promise<number> {
    const orphans = this.#options.tabs.orphans();
    for (const orphan of orphans) await this.close(orphan, signal);
    return orphans.length;
  }

  /** What the tab shows now. */
  async picture(at: TabAt, signal: AbortSignal): Promise<TabPicture> {
    this.#find(at);
    const args = { action: 'screenshot', scale: 1, quality: 80, tabId: at.tabId };
    const result = await this.#call(at, { name: 'computer', arguments: args }, signal);
    const { content = [] } = (result ?? {}) as { content?: readonly Partial<TabPicture & { type: string }>[] };
    const picture = content.find(({ type }) => type === 'image');
    if (picture?.data && picture.mimeType) return { data: picture.data, mimeType: picture.mimeType };
    throw hubError('ERR_TOOL_FAILED', { kind: 'tab-no-picture', tab: at.tabId });
  }

  async #call({ browserId }: TabAt, params: unknown, signal: AbortSignal): Promise<unknown> {
    const { outcome, reason, result } = await this.#options.calls.call({
      method: 'tools/call',
      params,
      browserId,
      signal,
    });
    if (outcome === 'ok') return result;
    throw hubError('ERR_TOOL_FAILED', reason === null ? { kind: 'tab-not-done' } : foreign(reason));
  }

  #find({ browserId, tabId }: TabAt): Tab {
    const tab = this.#options.tabs.get(browserId, tabId);
    if (tab) return tab;
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'tab-closed', tab: tabId });
  }
}
