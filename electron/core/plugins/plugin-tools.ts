// A tool as its plugin defines it (spec 002 "Tool Definition Format"), and as the hub offers it.
import { isRecord } from '../../../contract/json.ts';
import type { ToolResult } from '../../../contract/schemas/messages.ts';
import type { PluginDefinition } from '../../../contract/schemas/plugin-wire.ts';
import type { PluginTool } from '../../../contract/schemas/plugins.ts';
import type { ServerTool } from '../tools/callable.ts';

/** `dangerous` is the plugin's own word for "may have side effects": a tool that says nothing of it acts. */
export function kindOf({ uiHints }: PluginDefinition): PluginTool['kind'] {
  if (uiHints?.dangerous === undefined) return 'acts';
  return uiHints.dangerous ? 'dangerous' : 'reads';
}

/**
 * Without its output schema: no plugin has ever had a result compared with one, and MCP clients refuse what does not fit. The hints of
 * the plugin become those of MCP, which are what the gates read.
 */
export function offeredTool(definition: PluginDefinition): ServerTool {
  const { name, title, description, inputSchema } = definition;
  const kind = kindOf(definition);
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    inputSchema,
    ...(kind === 'reads' && { annotations: { readOnlyHint: true } }),
    ...(kind === 'dangerous' && { annotations: { readOnlyHint: false, destructiveHint: true } }),
  };
}

/** Whatever a plugin answers is handed on as text, and an object also as it is. */
export function resultOf(result: unknown): ToolResult {
  const text = typeof result === 'string' ? result : (JSON.stringify(result, null, 2) ?? 'null');
  return { content: [{ type: 'text', text }], ...(isRecord(result) && { structuredContent: result }) };
}
