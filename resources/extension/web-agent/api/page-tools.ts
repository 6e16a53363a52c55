// The tools that the page itself offers: kept here with their handlers; the content script hears of their definitions alone.
import { freeze, OwnString, OwnTypeError, parse, soon, stringify } from './captured.ts';
import { apiError, messageOf } from './errors.ts';
import { say } from './messages.ts';
import { sayFirst } from './requests.ts';
import { append, copyOptions, nothing, settled, type Values } from './values.ts';

export interface PageTool {
  readonly name: string;
  readonly description: string | undefined;
  readonly inputSchema: unknown;
  readonly handler: (...args: unknown[]) => unknown;
}

let tools = nothing<PageTool>();
let isTold = true;

export function hasTool(name: string): boolean {
  return tools[name] !== undefined;
}

/** Puts a tool in place of another of its name. What the page changes of `tool` afterwards changes nothing here. */
export function keepTool(tool: PageTool): void {
  const { name, description, inputSchema, handler } = tool;
  tools[name] = freeze({
    name,
    description: description === undefined ? description : OwnString(description),
    inputSchema: inputSchema === undefined ? inputSchema : asJson(inputSchema),
    handler,
  });
  change();
}

/** As agents get it. What is no JSON says so now. */
function asJson(schema: unknown): unknown {
  const text = stringify(schema) as string | undefined;
  if (text === undefined) throw new OwnTypeError('The inputSchema of a tool has to be JSON.');
  return parse(text);
}

export function dropTool(name: string): boolean {
  if (!hasTool(name)) return false;
  delete tools[name];
  change();
  return true;
}

export function dropTools(): void {
  tools = nothing();
  change();
}

export function eachTool(tell: (tool: PageTool) => void): void {
  for (const name in tools) tell(tools[name]!);
}

/** Calls a tool of the page in the page; rejects with ERR_TOOL_NOT_FOUND, and with ERR_TOOL_FAILED and what its handler threw. */
export function callTool(name: string, args: unknown): Promise<unknown> {
  const tool = tools[name];
  const call = (): unknown => {
    if (!tool) throw apiError('ERR_TOOL_NOT_FOUND', `The page has no tool "${name}".`);
    return (0, tool.handler)(args, client);
  };
  return settled(call, undefined, error =>
    tool ? apiError('ERR_TOOL_FAILED', messageOf(error, `The page's tool "${name}" failed.`)) : error,
  );
}

/** Of the WebMCP draft until March 2026: a tool asks the user something by itself. The page is what the user sees, so it may at once. */
const client = freeze({
  requestUserInteraction: freeze((interact: () => unknown) => settled(interact)),
});

/** All changes of one turn are told as one, at the latest before the next request, which may be about them. */
function change(): void {
  if (isTold) soon(tell);
  isTold = false;
}

function tell(): void {
  if (isTold) return;
  isTold = true;
  const list: Values[] = [];
  eachTool(tool => append(list, copyOptions(tool)));
  say({ tools: list });
}

sayFirst(tell);
