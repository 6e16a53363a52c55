// Arguments that a tool of the browser does not take: whoever sent them meant something by them, so the answer names them.
import { isRecord } from '../../../contract/json.ts';
import type { ToolCallParams, ToolResult } from '../../../contract/schemas/messages.ts';
import type { BrowserTool } from '../tools/browser-tool.ts';

const mostNames = 10;
const mostNameChars = 50;

/**
 * The answer, and where there are such arguments a block of its own behind it: the others may be a page's words, or what programs read. An
 * error stays one text, because some wires send it as such.
 */
export function namingUnknown(
  tool: BrowserTool,
  calledName: string,
  { arguments: args = {} }: ToolCallParams,
  result: ToolResult,
): ToolResult {
  if (tool.alsoTakes === 'anything') return result;
  const listed = isRecord(tool.inputSchema.properties) ? Object.keys(tool.inputSchema.properties) : [];
  // Some clients send these with every call (spec 001, optional params): each agent's tabs are its group.
  const known = new Set([...listed, ...(tool.alsoTakes ?? []), 'tabId', 'tabGroupId']);
  const unknown = Object.keys(args).filter(name => !known.has(name) && asksForSomething(args[name]));
  if (unknown.length === 0) return result;
  const names = unknown.slice(0, mostNames).map(name => JSON.stringify(name.slice(0, mostNameChars)));
  const what = names.length === 1 ? 'argument' : 'arguments';
  const text = `${calledName} has no ${what} ${names.join(', ')}; it takes ${listed.join(', ')}.`;
  const [only, ...more] = result.content;
  if (result.isError && typeof only?.text === 'string' && more.length === 0)
    return { ...result, content: [{ ...only, text: `${only.text} ${text}` }] };
  return { ...result, content: [...result.content, { type: 'text', text }] };
}

function asksForSomething(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== false;
}
