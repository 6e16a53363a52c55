// What a call means beyond one step through the router, on every way in: the first tab of an agent, and several calls in one.
import { foreignExtension } from '../browsers/foreign-extensions.ts';
import { batchTool } from '../tools/browser-tools-hub.ts';
import { runBatch } from './call-batch.ts';
import { toolResult } from './mcp-reply.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { ToolCallParams, ToolResult } from '../../../contract/schemas/messages.ts';
import type { RunCall } from '../agents/agent-wire.ts';
import type { BrowserRegistry } from '../browsers/browser-registry.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';
import type { ToolCatalogue } from '../tools/tool-catalogue.ts';

export interface ComposedCallServices {
  readonly browsers: Pick<BrowserRegistry, 'forAgent'>;
  readonly tabs: Pick<TabRegistry, 'ownedBy'>;
  readonly catalogue: Pick<ToolCatalogue, 'lookUp' | 'findFor'>;
  /** Who calls; read anew for each step, because a step may choose another browser. */
  readonly agent: () => Agent;
}

/** `run` carries out one step, through every gate. */
export function composedCall(services: ComposedCallServices, run: RunCall): RunCall {
  const call: RunCall = async (params, withinMs) => {
    const id = services.catalogue.lookUp(params.name)?.id ?? params.name;
    if (id === batchTool) return refusedBatch(services) ?? runBatch(params, call);
    return id === 'tabs_context' ? listTabs(services, params, run, withinMs) : run(params, withinMs);
  };
  return call;
}

/** The user may have switched it off. */
function refusedBatch({ agent, catalogue }: ComposedCallServices): ToolResult | null {
  try {
    catalogue.findFor(batchTool, agent().clientId);
    return null;
  } catch (error) {
    return toolResult({ kind: 'failure', error, rule: null, waitedMs: 0 }, false);
  }
}

/**
 * Real Claude clients begin with `tabs_context_mcp {createIfEmpty: true}` and expect a tab then. Opening one needs its own scope, so an
 * agent that owns tabs asks without it; a Claude extension opens the first tab itself, for any other browser the hub does.
 */
async function listTabs(
  { agent, browsers, tabs }: ComposedCallServices,
  params: ToolCallParams,
  run: RunCall,
  withinMs: number | undefined,
): Promise<ToolResult> {
  const { createIfEmpty, ...args } = params.arguments ?? {};
  if (createIfEmpty !== true) return run(params, withinMs);
  const context: ToolCallParams = { ...params, arguments: args };
  // Where its own is away it may go on in another browser, which the first step decides.
  const away = browsers.forAgent(agent())?.state.kind !== 'connected' ? await run(context, withinMs) : null;
  const asker = agent();
  const browser = browsers.forAgent(asker);
  if (away && (away.isError || browser?.state.kind !== 'connected')) return away;
  if (!browser || tabs.ownedBy(asker.id).some(({ browserId }) => browserId === browser.id))
    return run(context, withinMs);
  if (foreignExtension(browser.extensionId)?.wire === 'claude-frames') return run(params, withinMs);
  const { timeout } = args;
  const opening = timeout === undefined ? {} : { timeout };
  const created = await run({ ...params, name: 'tabs_create', arguments: opening }, withinMs);
  return created.isError ? created : run(context, withinMs);
}
