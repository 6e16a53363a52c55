// browser_batch of real Claude clients (2.1.330): several calls in one, each through every gate, up to the first that fails.
import { isRecord } from '../../../contract/json.ts';
import { ToolCallParamsSchema } from '../../../contract/schemas/messages.ts';
import { hubToolName } from '../../../native-host/dialects/claude-tools.ts';
import type { ToolCallParams, ToolResult } from '../../../contract/schemas/messages.ts';
import type { RunCall } from '../agents/agent-wire.ts';

export const batchTool = 'browser_batch';

const maxActions = 50;

/** What the actions answered, one after another; an error when one failed, with what was not carried out any more. */
export async function runBatch(params: ToolCallParams, run: RunCall): Promise<ToolResult> {
  const calls = readActions(params.arguments?.actions);
  if (typeof calls === 'string') return failure([], calls);
  const content: ToolResult['content'] = [];
  for (const [index, call] of calls.entries()) {
    const result = await run(call);
    content.push(...result.content);
    if (result.isError) {
      const rest = calls.length - index - 1;
      const skipped = rest === 0 ? '' : `; the ${rest} after it ${rest === 1 ? 'was' : 'were'} not carried out`;
      return failure(content, `Action ${index + 1} of ${calls.length} (${call.name}) failed${skipped}.`);
    }
  }
  return { content };
}

function readActions(actions: unknown): ToolCallParams[] | string {
  if (!Array.isArray(actions) || actions.length === 0 || actions.length > maxActions)
    return `${batchTool} needs actions, a list of 1 to ${maxActions} of {"name", "input"}.`;
  const calls: ToolCallParams[] = [];
  for (const [index, action] of actions.entries()) {
    const { name, input } = isRecord(action) ? action : {};
    const call = ToolCallParamsSchema.safeParse({
      name: typeof name === 'string' ? hubToolName(name) : name,
      arguments: input ?? {},
    });
    if (!call.success || call.data.name === batchTool)
      return `Action ${index + 1} must be {"name", "input"} with the name of a tool other than ${batchTool}.`;
    calls.push(call.data);
  }
  return calls;
}

function failure(content: ToolResult['content'], text: string): ToolResult {
  return { content: [...content, { type: 'text', text }], isError: true };
}
