// What a call means beyond one step through the router, on every way in: the first tab of an agent, and several calls in one.
import { foreignExtension } from '../browsers/foreign-extensions.ts';
import { batchTool } from '../tools/browser-tools-hub.ts';
import { shortcutTool } from '../tools/browser-tools-shortcuts.ts';
import { failedCall, runBatch } from './call-batch.ts';
import { runShortcut } from './shortcut-call.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { ToolCallParams, ToolResult } from '../../../contract/schemas/messages.ts';
import type { CallBounds, RunCall } from '../agents/agent-wire.ts';
import type { BrowserRegistry } from '../browsers/browser-registry.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';
import type { ShortcutRegistry } from '../tools/shortcut-registry.ts';
import type { ToolCatalogue } from '../tools/tool-catalogue.ts';

export interface ComposedCallServices {
  readonly browsers: Pick<BrowserRegistry, 'forAgent'>;
  readonly tabs: Pick<TabRegistry, 'ownedBy'>;
  readonly catalogue: Pick<ToolCatalogue, 'lookUp' | 'findFor'>;
  readonly shortcuts: Pick<ShortcutRegistry, 'find'>;
  /** Who calls; read anew for each step, because a step may choose another browser. */
  readonly agent: () => Agent;
}

/** `run` carries out one step, through every gate. */
export function composedCall(services: ComposedCallServices, run: RunCall): RunCall {
  const call: RunCall = async (params, bounds) => {
    const id = services.catalogue.lookUp(params.name)?.id ?? params.name;
    if (id === batchTool) return refusedBatch(services) ?? runBatch(params, call);
    if (id === shortcutTool)
      return runShortcut(services.shortcuts, params, bounds, run, bound => composedCall(services, bound));
    return id === 'tabs_context' ? listTabs(services, params, run, bounds) : run(params, bounds);
  };
  return call;
}

/** The user may have switched it off. */
function refusedBatch({ agent, catalogue }: ComposedCallServices): ToolResult | null {
  try {
    catalogue.findFor(batchTool, agent().clientId);
    return null;
  } catch (error) {
    return failedCall(error);
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
  bounds: CallBounds | undefined,
): Promise<ToolResult> {
  const { createIfEmpty, ...args } = params.arguments ?? {};
  if (createIfEmpty !== true) return run(params, bounds);
  const asker = agent();
  const browser = browsers.forAgent(asker);
  const context: ToolCallParams = { ...params, arguments: args };
  if (!browser || tabs.ownedBy(asker.id).some(({ browserId }) => browserId === browser.id)) return run(context, bounds);
  if (foreignExtension(browser.extensionId)?.wire === 'claude-frames') return run(params, bounds);
  const { timeout } = args;
  const opening = timeout === undefined ? {} : { timeout };
  const created = await run({ ...params, name: 'tabs_create', arguments: opening }, bounds);
  return created.isError ? created : run(context, bounds);
}
