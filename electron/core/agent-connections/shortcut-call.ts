// A call of a shortcut: the call itself first, and of a list of actions then each action, all through every gate and only while the shortcut is what was called.
import { isRecord } from '../../../contract/json.ts';
import { ToolCallParamsSchema } from '../../../contract/schemas/messages.ts';
import { hubToolName } from '../../../native-host/dialects/claude/claude-tools.ts';
import { hubError } from '../../../words/hub-error.ts';
import { browserTools } from '../tools/browser-tools.ts';
import { shortcutTool } from '../tools/browser-tools-shortcuts.ts';
import { meantCall } from '../tools/call-by-name.ts';
import { boundsUntil, failedCall, runActions, sharedMeta, untilOf } from './call-batch.ts';
import type { ToolCallParams, ToolResult } from '../../../contract/schemas/messages.ts';
import type { ShortcutAction } from '../../../contract/schemas/shortcuts.ts';
import type { CallBounds, RunCall } from '../agents/agent-wire.ts';
import type { ShortcutRegistry } from '../tools/shortcut-registry.ts';

/** `run` carries out one call; `composed` makes of it what a call on its own would be. */
export async function runShortcut(
  shortcuts: Pick<ShortcutRegistry, 'find'>,
  params: ToolCallParams,
  bounds: CallBounds = {},
  run: RunCall,
  composed: (run: RunCall) => RunCall,
): Promise<ToolResult> {
  const args = params.arguments ?? {};
  const shortcut = shortcuts.find(args);
  // Also where it is the extension's: meanwhile the user may have made one of that command.
  const expectStill = () => {
    bounds.expectStill?.();
    if (shortcuts.find(args)?.content !== shortcut?.content)
      throw hubError('ERR_CANCELLED', { kind: 'shortcut-changed', command: shortcut?.command ?? String(args.command) });
  };
  const bound: RunCall = (step, own) => run(step, { ...own, expectStill });
  let until: number | null;
  try {
    until = untilOf(shortcutTool, params, bounds.withinMs);
  } catch (error) {
    return failedCall(error);
  }
  const begun = await bound(params, boundsUntil(until));
  if (begun.isError || shortcut?.content.kind !== 'actions') return begun;
  const calls = shortcut.content.actions.map(action => ({ ...callOf(action, args.tabId), ...sharedMeta(params) }));
  const { content, ...rest } = await runActions(calls, composed(bound), until);
  return { ...rest, content: [...begun.content, ...content] };
}

/** What names no tab is for the one that the shortcut was called for. */
function callOf(action: ShortcutAction, tabId: unknown): ToolCallParams {
  const named = { name: hubToolName(action.name), arguments: action.input };
  const { name, arguments: args = {} } = ToolCallParamsSchema.parse(meantCall(named));
  const isInTab = tabId !== undefined && args['tabId'] === undefined && takesTab(name);
  return { name, arguments: isInTab ? { ...args, tabId } : args };
}

function takesTab(name: string): boolean {
  const properties = browserTools.find(tool => tool.name === name)?.inputSchema.properties;
  return isRecord(properties) && 'tabId' in properties;
}
