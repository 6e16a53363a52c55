// A method of a wire that the hub does not know: a tool of its own, which no list has and about which the user is always asked.
import { isRecord } from '../../../contract/json.ts';
import { methodOf } from '../../../native-host/dialects/claude/claude-methods.ts';
import { hubError } from '../../../words/hub-error.ts';
import { type BrowserTool, tabId } from './browser-tool.ts';
import type { Callable } from './callable.ts';

/** The tool of that name; null where it stands for no method. What it does nobody here knows, so it needs what may do anything. */
export function methodCallable(name: string): (Callable & { kind: 'browser' }) | null {
  const method = methodOf(name);
  if (method === null) return null;
  const tool: BrowserTool = {
    name,
    title: `Ask the extension for ${method}`,
    description: 'Goes to the extension as it is.',
    scope: 'browser:script',
    needsTab: false,
    asksUser: true,
    verb: `use ${method} in`,
    inputSchema: { type: 'object', properties: { params: {}, tabId } },
    alsoTakes: 'anything',
  };
  return { kind: 'browser', id: name, tool };
}

/**
 * What a call of a method is about: the tab that its params name, where execute_tool has it too. Of every other tool the arguments as
 * they are. Throws ERR_INVALID_ARGUMENTS for two tabs.
 */
export function targetArguments(
  { name }: BrowserTool,
  args: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  if (methodOf(name) === null) return { ...args };
  const params = isRecord(args.params) ? args.params : {};
  const inner = isRecord(params.args) ? params.args : {};
  const named = [args.tabId, params.tabId, inner.tabId].filter(each => each !== undefined && each !== null);
  if (new Set(named).size > 1)
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-tab-number', found: JSON.stringify(named).slice(0, 100) });
  return named.length === 0 ? {} : { tabId: named[0] };
}
