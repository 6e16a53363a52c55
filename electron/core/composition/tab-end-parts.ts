// What becomes of tabs when their agent has left: it follows what the user has set for MCP over HTTP.
import { TabActions } from '../panel/tab-actions.ts';
import { TabEnds } from '../tabs/tab-ends.ts';
import type { UserCalls } from '../agent-connections/user-calls.ts';
import type { McpHttpWayIn } from '../http/mcp-http-way-in.ts';
import type { Boot } from './boot.ts';
import type { Registries } from './registries.ts';

/** A browser that has not closed a tab by then keeps it. */
const closeMs = 10_000;

/** Tabs are closed as the user's own calls: the user has set so, and trace and audit tell it. */
export function followTabEnds({ events }: Boot, registries: Registries, calls: UserCalls, mcp: McpHttpWayIn): void {
  const { tabs, agents, groupNames, browsers } = registries;
  const actions = new TabActions({ tabs, agents, calls });
  const ends = new TabEnds({
    tabs,
    agents,
    handOver: (browserId, tabIds) => browsers.handedOver(browserId, tabIds),
    close: tab => actions.close(tab, AbortSignal.timeout(closeMs)),
    atEnd: () => mcp.tabsAtEnd,
  });
  events.on('agentLeft', ({ agentId }) => ends.agentLeft(agentId));
  events.on('agentLeft', ({ agentId }) => groupNames.agentLeft(agentId));
}
