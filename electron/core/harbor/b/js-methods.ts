// `js.*`: scripts of the extension, each a server of the hub that its user approves.
import { CallScriptSchema, ScriptNameSchema, StartScriptSchema } from '../../../../contract/schemas/harbor-b.ts';
import { harborFailure } from '../../../../native-host/dialects/harbor/harbor-b.ts';
import { requestReply } from '../../agent-connections/mcp-reply.ts';
import { canCall, sleeps } from '../../servers/lifecycle/server-state.ts';
import { AnsweredError, RpcError } from '../../wire/rpc-error.ts';
import { extensionPolicy, failed, paramsOf, replyOf } from './answers.ts';
import { tokenReference } from './harbor-scripts.ts';
import { expectOwnSignIn } from './oauth-methods.ts';
import type { Reply } from '../../wire/incoming-request.ts';
import type { HarborBMethod, HarborBSession } from './harbor-b-session.ts';

/** Its extension waits 120 s; the user has what is left after the question. */
const startMs = 110_000;

const start: HarborBMethod = async (session, request) => {
  const { services, agent, started } = session;
  const script = paramsOf(StartScriptSchema, request.params);
  const { id } = script;
  if (Object.values(script.env).includes(tokenReference(id))) expectOwnSignIn(session, id);
  if (started.has(id) && isUp(services, id)) throw new RpcError(harborFailure, `Server '${id}' is already running`);
  const wasStarted = started.has(id);
  // What it says while it starts is for this connection already.
  started.add(id);
  const { code: _code, env, ...shown } = script;
  const params = { ...shown, env: Object.keys(env), bytes: script.code.length };
  const what = { kind: 'at-own-tools', server: id, tools: 0 } as const;
  const use = { scope: 'mcp:servers.register', id: 'harbor/start_server', what, params, request } as const;
  const until = services.platform.now() + startMs;
  const answer = await services.agentServices.router.use(
    agent,
    { ...use, policy: extensionPolicy },
    async (expectAllowed, signal) => {
      expectAllowed();
      const timeoutMs = Math.max(1, until - services.platform.now());
      return services.scripts.start(script, { timeoutMs, signal }, expectAllowed);
    },
  );
  if (answer.kind !== 'result' && !wasStarted) started.delete(id);
  return replyOf(
    answer,
    () => ({ id, status: 'running' }),
    error => failed('Failed to start server', error),
  );
};

const stop: HarborBMethod = async ({ services, started }, request) => {
  const { id } = paramsOf(ScriptNameSchema, request.params);
  await services.servers.stop(expectScript(services, id));
  started.delete(id);
  return { result: { id, status: 'stopped' } };
};

/** The script's answer, an error included, is the result; what keeps the script from being asked is an error. */
const call: HarborBMethod = async ({ services, calls }, request): Promise<Reply> => {
  const { id, request: asked, context } = paramsOf(CallScriptSchema, request.params);
  const serverId = expectScript(services, id);
  const envelope = { jsonrpc: '2.0', ...(asked.id !== undefined && { id: asked.id }) };
  const answer = await calls.whileServing(request, context ?? {}, () =>
    calls.ask(serverId, asked.method, asked.params, request),
  );
  if (answer.kind === 'failure' && answer.error instanceof AnsweredError) {
    const { verdict } = requestReply(answer);
    return { result: { ...envelope, error: answer.error.answer }, ...(verdict && { verdict }) };
  }
  return replyOf(
    answer,
    result => ({ ...envelope, result: result ?? null }),
    error => failed('Server call failed', error),
  );
};

const list: HarborBMethod = async ({ services }) => ({
  result: { servers: services.scripts.all.flatMap(({ id }) => (isUp(services, id) ? [{ id, running: true }] : [])) },
});

function expectScript({ scripts }: HarborBSession['services'], id: string): string {
  const serverId = scripts.serverIdOf(id);
  if (serverId !== null) return serverId;
  throw new RpcError(harborFailure, `Server '${id}' not found`);
}

/** Whether calls reach it, also while it sleeps. */
function isUp({ scripts, servers }: HarborBSession['services'], id: string): boolean {
  const serverId = scripts.serverIdOf(id);
  const state = serverId === null ? undefined : servers.get(serverId)?.state;
  return state !== undefined && (canCall(state) || sleeps(state));
}

export const jsMethods = {
  'js.start_server': start,
  'js.stop_server': stop,
  'js.call': call,
  'js.list_servers': list,
} satisfies Record<string, HarborBMethod>;
