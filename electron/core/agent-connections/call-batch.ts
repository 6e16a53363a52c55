// browser_batch of real Claude clients (2.1.330): several calls in one, each through every gate, up to the first that fails or meets a surprise.
import { isRecord } from '../../../contract/json.ts';
import { ToolCallParamsSchema } from '../../../contract/schemas/messages.ts';
import { hubToolName } from '../../../native-host/dialects/claude/claude-tools.ts';
import { batchTool } from '../tools/browser-tools-hub.ts';
import { meantCall } from '../tools/call-by-name.ts';
import { readTimeout } from '../tools/call-timeout.ts';
import { metSurprise } from '../tools/surprise.ts';
import { toolResult } from './mcp-reply.ts';
import type { ToolCallParams, ToolResult } from '../../../contract/schemas/messages.ts';
import type { CallBounds, RunCall } from '../agents/agent-wire.ts';

const maxActions = 50;

/** MCP's place for what is beside a call and its result. */
interface WithMeta {
  readonly _meta?: unknown;
}

/**
 * What the actions answered, one after another; an error when one failed, with what was not carried out any more. Each belongs to what
 * the batch belongs to (its `_meta`), such as a run with a budget; what the last one says of that stands in the answer.
 */
export async function runBatch(params: ToolCallParams, { withinMs }: CallBounds, run: RunCall): Promise<ToolResult> {
  const calls = readActions(params);
  if (typeof calls === 'string') return stopped([], calls, true);
  try {
    return await runActions(calls, run, untilOf(batchTool, params, withinMs));
  } catch (error) {
    return failedCall(error);
  }
}

/**
 * When the time of a call of several is over, by its own timeout or by that of what it belongs to, as `performance.now`; null without
 * either. Throws ERR_INVALID_ARGUMENTS.
 */
export function untilOf(tool: string, params: ToolCallParams, withinMs = Infinity): number | null {
  const ms = Math.min(readTimeout(tool, params.arguments?.timeout) ?? Infinity, withinMs);
  return ms === Infinity ? null : performance.now() + ms;
}

export async function runActions(
  calls: readonly ToolCallParams[],
  run: RunCall,
  until: number | null,
): Promise<ToolResult> {
  const content: ToolResult['content'] = [];
  let told: WithMeta = {};
  for (const [index, call] of calls.entries()) {
    const result = await run(call, { ...boundsUntil(until), isStep: true });
    const rest = calls.length - index - 1;
    const action = `Action ${index + 1} of ${calls.length} (${call.name})`;
    const skipped = `the ${rest} after it ${rest === 1 ? 'was' : 'were'} not carried out`;
    if (!Array.isArray(result.content))
      return stopped(content, `${action} goes on as a task, which a batch cannot follow; call it by itself.`, true);
    content.push(...result.content);
    told = result._meta === undefined ? {} : { _meta: result._meta };
    if (result.isError)
      return { ...stopped(content, `${action} failed${rest === 0 ? '' : `; ${skipped}`}.`, true), ...told };
    if (rest > 0 && metSurprise(result))
      return { ...stopped(content, `${action} met a surprise; ${skipped}.`, false), ...told };
  }
  return { content, ...told };
}

export function boundsUntil(until: number | null): CallBounds {
  return until === null ? {} : { withinMs: Math.max(0, until - performance.now()) };
}

/** The answer to a call that could not begin. */
export function failedCall(error: unknown): ToolResult {
  return toolResult({ kind: 'failure', error, rule: null, waitedMs: 0 }, false);
}

/** Progress is told of one request at a time, so the calls in it tell of none. */
export function sharedMeta({ _meta: meta }: ToolCallParams): WithMeta {
  if (!isRecord(meta)) return {};
  const { progressToken: _, ...shared } = meta;
  return { _meta: shared };
}

function readActions(params: ToolCallParams): ToolCallParams[] | string {
  const actions = params.arguments?.actions;
  if (!Array.isArray(actions) || actions.length === 0 || actions.length > maxActions)
    return `${batchTool} needs actions, a list of 1 to ${maxActions} of {"name", "input"}.`;
  const calls: ToolCallParams[] = [];
  for (const [index, action] of actions.entries()) {
    const { name, input } = isRecord(action) ? action : {};
    const named = { name: typeof name === 'string' ? hubToolName(name) : name, arguments: input ?? {} };
    const call = ToolCallParamsSchema.safeParse({ ...meantCall(named), ...sharedMeta(params) });
    if (!call.success || call.data.name === batchTool)
      return `Action ${index + 1} must be {"name", "input"} with the name of a tool other than ${batchTool}.`;
    calls.push(call.data);
  }
  return calls;
}

function stopped(content: ToolResult['content'], text: string, isError: boolean): ToolResult {
  return { content: [...content, { type: 'text', text }], ...(isError && { isError }) };
}
