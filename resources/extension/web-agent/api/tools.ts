// agent.tools: those of the hub and of the page itself.
import { matches } from './captured.ts';
import { apiError } from './errors.ts';
import { type Ask, family } from './members.ts';
import { callTool, eachTool, hasTool } from './page-tools.ts';
import { append, isObject, isText, listOf, own } from './values.ts';

/** The page's own come from here alone: here is what they are now. */
function withPageTools(told: unknown): unknown[] {
  const list = listOf(told, tool => (own(tool, 'serverId') === 'page' ? undefined : tool));
  eachTool(({ name, description, inputSchema }) =>
    append(list, { name: `page/${name}`, description, inputSchema, serverId: 'page' }),
  );
  return list;
}

/** `{tool, args, signal}` of spec 003, `(name, args)` of spec 002. Tools of the page run in the page, and need no permission. */
function call(ask: Ask, options: unknown, second: unknown): Promise<unknown> {
  const tool = isObject(options) ? own(options, 'tool') : options;
  const args = (isObject(options) ? own(options, 'args') : second) ?? {};
  if (!isText(tool)) {
    throw apiError('ERR_INVALID_REQUEST', `tools.call needs the name of a tool, not ${typeof tool}: {tool, args}.`);
  }
  const name = matches(/^page\/(.*)/s, tool)?.[1] ?? tool;
  return name !== tool || hasTool(name) ? callTool(name, args) : ask({ tool, args }, undefined, own(options, 'signal'));
}

export function createTools(): object {
  return family('agent.tools', ['toolAccess'], { list: ask => ask({}, withPageTools), call });
}
