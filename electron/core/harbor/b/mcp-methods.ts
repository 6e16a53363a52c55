// `mcp.*`: the tools of servers in the extension's own browser, which it offers to the hub, and tools of the hub's servers, which it calls.
import {
  CallToolSchema,
  RegisterToolsSchema,
  SubmitResultSchema,
  UnregisterToolsSchema,
} from '../../../../contract/schemas/harbor-b.ts';
import { harborFailure } from '../../../../native-host/dialects/harbor/harbor-b.ts';
import { RpcError } from '../../wire/rpc-error.ts';
import { failed, paramsOf, replyOf } from './answers.ts';
import type { HarborBMethod, HarborBSession } from './harbor-b-session.ts';

const ok = { result: { ok: true } };

const register: HarborBMethod = async ({ ownTools }, request) => {
  const { server_id, tools } = paramsOf(RegisterToolsSchema, request.params);
  if (ownTools.register(server_id, tools, request)) return ok;
  throw new RpcError(harborFailure, 'Too many servers have registered tools; unregister one.');
};

const unregister: HarborBMethod = async ({ ownTools }, { params }) => {
  ownTools.unregister(paramsOf(UnregisterToolsSchema, params).server_id);
  return ok;
};

/** Its own first, then those that agents with its rights are offered of the hub's servers. */
const list: HarborBMethod = async session => ({
  result: { tools: [...session.ownTools.list(), ...hubTools(session)] },
});

const call: HarborBMethod = async (session, request) => {
  const { serverId, toolName, args } = paramsOf(CallToolSchema, request.params);
  const { ownTools, calls, services } = session;
  const hubId = hubIdOf(session, serverId);
  if (hubId === null && ownTools.has(serverId)) {
    const result = await ownTools.call(serverId, toolName, args ?? {}, request).catch((error: unknown) => {
      throw failed('Tool call failed', error);
    });
    return { result: { result } };
  }
  if (hubId === null) throw new RpcError(harborFailure, `Server '${serverId}' not found`);
  const isKnown = services.servers.get(hubId) !== null || services.carried.seen(hubId) !== null;
  if (!isKnown) throw new RpcError(harborFailure, `Server '${serverId}' not found`);
  const answer = await calls.callTool({ serverId: hubId, tool: toolName, args: args ?? {} }, request);
  return replyOf(
    answer,
    result => ({ result }),
    error => failed('Tool call failed', error),
  );
};

const fetch: HarborBMethod = async ({ ownTools }, request) => ({ result: { calls: ownTools.fetch(request) } });

const submit: HarborBMethod = async ({ ownTools }, { params }) => {
  const { call_id, result, error } = paramsOf(SubmitResultSchema, params);
  ownTools.submit(call_id, result, error ?? null);
  return ok;
};

/** Scripts are known by the extension's ids, the hub's other servers by the hub's; null for one that only the extension has. */
function hubIdOf({ services, ownTools }: HarborBSession, serverId: string): string | null {
  const script = services.scripts.serverIdOf(serverId);
  if (script !== null) return script;
  return ownTools.has(serverId) ? null : serverId;
}

function hubTools({ services, agent, ownTools }: HarborBSession): readonly Record<string, unknown>[] {
  const { catalogue } = services.agentServices;
  return catalogue.offered(agent()).flatMap(callable => {
    if (callable.kind !== 'server' || ownTools.isOwn(callable.serverId)) return [];
    const { serverId, tool } = callable;
    const script = services.scripts.scriptOf(serverId);
    // The extension has listed it itself.
    if (script !== null && ownTools.has(script)) return [];
    const { name, description, inputSchema } = tool;
    return [
      { serverId: script ?? serverId, name, ...(typeof description === 'string' && { description }), inputSchema },
    ];
  });
}

export const mcpMethods = {
  'mcp.register_tools': register,
  'mcp.unregister_tools': unregister,
  'mcp.list_tools': list,
  'mcp.call_tool': call,
  'mcp.poll_pending_calls': fetch,
  'mcp.submit_call_result': submit,
} satisfies Record<string, HarborBMethod>;
