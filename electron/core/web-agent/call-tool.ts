// A call of a tool for a page: by the router, as every agent's, and counted at its origin.
import { refusedAs, toolVerdict } from '../agent-connections/mcp-reply.ts';
import { resultOf } from './page-asked.ts';
import type { ToolCallParams, ToolResult } from '../../../contract/schemas/messages.ts';
import type { Outcome } from '../../../contract/schemas/trace.ts';
import type { Wanting } from '../router/agent-call.ts';
import type { PageAsked } from './page-asked.ts';
import type { PageServices } from './page-services.ts';

/** Rejects with what it was refused or has failed with. */
export async function callTool(
  { agentServices }: Pick<PageServices, 'agentServices'>,
  asked: Pick<PageAsked, 'page' | 'request' | 'policy' | 'decided'>,
  params: ToolCallParams,
  onWait: (waitsFor: Wanting) => void = () => {},
): Promise<ToolResult> {
  const { agents, router, refusals } = agentServices;
  const { agentOf } = asked.page;
  const { id } = agentOf();
  const startedAt = agents.calls.started(id);
  const presence = agents.calls.presence(id);
  let outcome: Outcome = 'cancelled';
  let waitedMs = 0;
  try {
    const answer = await router.call({ agentOf, params, request: asked.request, policy: asked.policy, onWait });
    ({ outcome, waitedMs } = toolVerdict(answer));
    const refused = refusedAs(answer);
    if (refused) refusals.note(id, { tool: params.name, ...refused });
    const result = resultOf(asked, answer);
    asked.decided(toolVerdict(answer));
    return result;
  } finally {
    agents.calls.ended(id, outcome, startedAt, waitedMs, presence);
  }
}

/** Holds the clock of a request while its user is asked or all is paused. */
export function holding({ time }: Pick<PageAsked, 'time'>): (waitsFor: Wanting) => void {
  let goOn = () => {};
  return waitsFor => {
    goOn();
    goOn = waitsFor === 'target' ? () => {} : time.hold();
  };
}
