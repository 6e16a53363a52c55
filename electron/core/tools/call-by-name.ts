// `call_tool`: another spelling of a call, for agents whose list names no tool. What it names is what is called, and nothing else is decided.
import { isRecord } from '../../../contract/json.ts';

export const callTool = 'call_tool';

type Params = Readonly<Record<string, unknown>>;

/**
 * The params of the call that is meant: `{name: 'call_tool', arguments: {name, arguments}, …}` as `{name, arguments, …}`, so that its
 * `_meta` and its task go with it. All else, and what cannot be read, stays as it is.
 */
export function meantCall(params: Params): Params {
  const { name, arguments: given, ...others } = params;
  if (name !== callTool || !isRecord(given)) return params;
  const { name: tool, arguments: args = {} } = given;
  if (typeof tool !== 'string' || tool === callTool || !isRecord(args)) return params;
  return { ...others, name: tool, arguments: args };
}
