// What a call of a Claude wire means to the hub beyond its name: the first tab of an agent, and several calls in one.
import { foreignExtension } from '../browsers/foreign-extensions.ts';
import { batchTool, runBatch } from './claude-batch.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { ToolCallParams, ToolResult } from '../../../contract/schemas/messages.ts';
import type { RunCall } from '../agents/agent-wire.ts';
import type { BrowserRegistry } from '../browsers/browser-registry.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';

export interface ClaudeCallServices {
  readonly browsers: Pick<BrowserRegistry, 'forAgent'>;
  readonly tabs: Pick<TabRegistry, 'ownedBy'>;
}

/**
 * Real clients begin with `tabs_context_mcp {createIfEmpty: true}` and expect a tab then. Opening one needs its own scope, so an agent
 * that owns tabs asks without it; a Claude extension opens the first tab itself, for any other browser the hub does.
 */
export async function runClaudeCall(
  services: ClaudeCallServices,
  agent: Agent,
  params: ToolCallParams,
  run: RunCall,
): Promise<ToolResult> {
  if (params.name === batchTool) return runBatch(params, call => runClaudeCall(services, agent, call, run));
  const { browsers, tabs } = services;
  const { createIfEmpty, ...args } = params.arguments ?? {};
  if (params.name !== 'tabs_context' || createIfEmpty !== true) return run(params);
  const browser = browsers.forAgent(agent);
  const context: ToolCallParams = { ...params, arguments: args };
  if (!browser || tabs.ownedBy(agent.id).some(({ browserId }) => browserId === browser.id)) return run(context);
  if (foreignExtension(browser.extensionId)?.wire === 'claude-frames') return run(params);
  const created = await run({ ...params, name: 'tabs_create', arguments: {} });
  return created.isError ? created : run(context);
}
