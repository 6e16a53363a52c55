// What a call means beyond one step through the router, on every way in: the first tab of an agent, and several calls in one.
import { foreignExtension } from '../browsers/foreign/foreign-extensions.ts';
import { batchTool } from '../tools/browser-tools-hub.ts';
import { shortcutTool } from '../tools/browser-tools-shortcuts.ts';
import { readTimeout } from '../tools/call-timeout.ts';
import { failedCall, runBatch } from './call-batch.ts';
import { fitBatch } from './fit-batch.ts';
import { runShortcut } from './shortcut-call.ts';
import { namingUnknown } from './unknown-arguments.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { ToolCallParams, ToolResult } from '../../../contract/schemas/messages.ts';
import type { CallBounds, RunCall, ToolNames } from '../agents/agent-wire.ts';
import type { BrowserRegistry } from '../browsers/browser-registry.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';
import type { ShortcutRegistry } from '../tools/shortcut-registry.ts';
import type { ToolCatalogue } from '../tools/tool-catalogue.ts';
import type { FirstTabs } from './first-tabs.ts';
import type { BatchFit } from './fit-batch.ts';

export interface ComposedCallServices {
  readonly browsers: Pick<BrowserRegistry, 'forAgent'>;
  readonly tabs: Pick<TabRegistry, 'ownedBy'>;
  readonly catalogue: Pick<ToolCatalogue, 'lookUp' | 'findFor'>;
  readonly shortcuts: Pick<ShortcutRegistry, 'find'>;
  readonly firstTabs: FirstTabs;
  readonly fit: BatchFit;
  /** Who calls; read anew for each step, because a step may choose another browser. */
  readonly agent: () => Agent;
  /** What its wire calls a tool; the hub's own names when absent. */
  readonly toolName?: ToolNames | undefined;
}

const listTool = 'tabs_context';

/** `run` carries out one step, through every gate. */
export function composedCall(services: ComposedCallServices, run: RunCall): RunCall {
  const one: RunCall = async (params, bounds = {}) => {
    const id = idOf(services, params);
    if (id === batchTool) return refusedBatch(services) ?? fitBatch(await runBatch(params, bounds, call), services.fit);
    if (id === shortcutTool)
      return fitBatch(
        await runShortcut(services.shortcuts, params, bounds, run, bound => composedCall(services, bound)),
        services.fit,
      );
    const isFirst = id === listTool && params.arguments?.createIfEmpty === true;
    return isFirst ? firstTab(services, params, run, bounds) : run(params, bounds);
  };
  const call: RunCall = async (params, bounds) => {
    const callable = services.catalogue.lookUp(params.name);
    const result = await one(params, bounds);
    if (callable?.kind !== 'browser') return result;
    return namingUnknown(callable.tool, services.toolName?.(callable.id) ?? callable.id, params, result);
  };
  return call;
}

function idOf({ catalogue }: ComposedCallServices, { name }: ToolCallParams): string {
  return catalogue.lookUp(name)?.id ?? name;
}

/** The user may have switched it off. */
function refusedBatch({ agent, catalogue }: ComposedCallServices): ToolResult | null {
  try {
    catalogue.findFor(batchTool, agent());
    return null;
  } catch (error) {
    return failedCall(error);
  }
}

/**
 * Real Claude clients begin with `tabs_context_mcp {createIfEmpty: true}` and expect a tab then. Opening one needs its own scope, so an
 * agent that owns tabs asks without it; a Claude extension opens the first tab itself, for any other browser the hub does.
 */
async function firstTab(
  services: ComposedCallServices,
  params: ToolCallParams,
  run: RunCall,
  bounds: CallBounds,
): Promise<ToolResult> {
  const { agent, browsers, tabs, firstTabs } = services;
  const { createIfEmpty: _, ...args } = params.arguments ?? {};
  const until = performance.now() + Math.min(bounds.withinMs ?? Infinity, timeIn(args));
  const left = () => Math.max(0, until - performance.now());
  const step: RunCall = next => run(next, { ...bounds, ...(Number.isFinite(until) && { withinMs: left() }) });
  const isThere = () => browsers.forAgent(agent())?.state.kind === 'connected';
  if (!isThere()) {
    // Where its own is away it may go on in another browser, which the first step decides.
    const away = await step({ ...params, arguments: args });
    if (away.isError || !isThere()) return away;
  }
  const asker = agent();
  const isEmpty = () => {
    const browser = browsers.forAgent(agent());
    return browser !== null && tabs.ownedBy(asker.id).every(({ browserId }) => browserId !== browser.id);
  };
  if (isEmpty() && opensByItself(services)) return step(params);
  // Whoever has waited for the tab of another call looks anew: that one may have been refused.
  while (isEmpty() && left() > 0 && firstTabs.isOpening(asker.id)) await firstTabs.waited(asker.id, left());
  if (isEmpty() && left() > 0) {
    const opening = args.timeout === undefined ? {} : { timeout: args.timeout };
    const open = () => step({ ...params, name: 'tabs_create', arguments: opening });
    const created = await firstTabs.open(asker.id, open);
    if (created.isError) return created;
  }
  return step({ ...params, arguments: args });
}

function opensByItself({ agent, browsers }: ComposedCallServices): boolean {
  return foreignExtension(browsers.forAgent(agent())?.extensionId ?? '')?.wire === 'claude-frames';
}

/** Of all its steps together, in milliseconds; what is no timeout is refused with the first step. */
function timeIn({ timeout }: Readonly<Record<string, unknown>>): number {
  try {
    return readTimeout(listTool, timeout) ?? Infinity;
  } catch {
    return Infinity;
  }
}
