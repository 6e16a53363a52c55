// What the panel does with tabs.
import { done } from './done.ts';
import { TabActions } from './tab-actions.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { UserCalls } from '../agent-connections/user-calls.ts';
import type { AgentRegistry } from '../agents/agent-registry.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';

export interface TabHandlerServices {
  readonly tabs: TabRegistry;
  readonly agents: AgentRegistry;
  readonly userCalls: UserCalls;
  /** Resolves when whose tab is whose outlives a kill of the hub: what the user took must not come back. */
  kept(): Promise<void>;
}

type Handled = Extract<keyof PanelHandlers, `tabs:${string}`>;

export function createTabHandlers({ tabs, agents, userCalls, kept }: TabHandlerServices): Pick<PanelHandlers, Handled> {
  const actions = new TabActions({ tabs, agents, calls: userCalls });
  const whenKept = (act: () => void) => {
    act();
    return done(kept());
  };
  return {
    'tabs:release': ({ browserId, tabId }) => whenKept(() => tabs.release(browserId, tabId)),
    'tabs:take-over': at => whenKept(() => actions.takeOver(at)),
    'tabs:give': ask => whenKept(() => actions.give(ask)),
    'tabs:close': (at, { gone }) => done(actions.close(at, gone)),
    'tabs:close-orphans': async (_, { gone }) => ({ closed: await actions.closeOrphans(gone) }),
    'tabs:icons': ({ ids }) => ({ icons: tabs.icons.of(ids) }),
    'tabs:picture': (at, { gone }) => actions.picture(at, gone),
  };
}
