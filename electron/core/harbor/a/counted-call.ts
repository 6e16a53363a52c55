// A call of a tool by the router, counted at whoever makes it, as every agent's is.
import { refusedAs, toolVerdict } from '../../agent-connections/mcp-reply.ts';
import { toolResultOf } from './asked.ts';
import type { Agent } from '../../../../contract/schemas/entities.ts';
import type { ToolCallParams, ToolResult } from '../../../../contract/schemas/messages.ts';
import type { Outcome } from '../../../../contract/schemas/trace.ts';
import type { CallPolicy } from '../../wire/incoming-request.ts';
import type { Asked } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';

export interface WantedCall {
  /** Who makes it, as it is now. */
  readonly agentOf: () => Agent;
  readonly params: ToolCallParams;
  readonly policy: CallPolicy;
}

/** Rejects with what it was refused or has failed with. */
export async function callTool(
  { agentServices }: Pick<HarborAServices, 'agentServices'>,
  asked: Asked,
  { agentOf, params, policy }: WantedCall,
): Promise<ToolResult> {
  const { agents, router, refusals } = agentServices;
  const { id } = agentOf();
  const startedAt = agents.calls.started(id);
  const presence = agents.calls.presence(id);
  let outcome: Outcome = 'cancelled';
  let waitedMs = 0;
  try {
    const answer = await router.call({ agentOf, params, request: asked.request, policy });
    ({ outcome, waitedMs } = toolVerdict(answer));
    const refused = refusedAs(answer);
    if (refused) refusals.note(id, { tool: params.name, ...refused });
    return toolResultOf(asked, answer);
  } finally {
    agents.calls.ended(id, outcome, startedAt, waitedMs, presence);
  }
}
