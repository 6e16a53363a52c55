// A call as it is carried out within its time: the timeout is taken out of its arguments, and ends whatever the call waits for.
import { mcpPatienceMs } from '../permissions/prompt-queue.ts';
import { splitTimeout } from '../tools/call-timeout.ts';
import { CallDeadline } from './call-deadline.ts';
import type { Callable } from '../tools/callable.ts';
import type { CallPolicy } from '../wire/incoming-request.ts';
import type { AgentCall } from './agent-call.ts';

export interface TimedCall {
  readonly call: AgentCall;
  /** Absent for a call that has the usual time; to be ended with the call. */
  readonly deadline?: CallDeadline;
}

/** Throws ERR_INVALID_ARGUMENTS. */
export function timedCall(call: AgentCall, callable: Callable): TimedCall {
  const { params, request, policy, withinMs } = call;
  const { timeoutMs, args } = ownTimeout(callable, params.arguments ?? {});
  if (timeoutMs === null && withinMs === undefined) return { call };
  const ms = Math.min(timeoutMs ?? Infinity, withinMs ?? Infinity);
  const deadline = new CallDeadline(request.signal, callable, ms);
  const { id, method, seq } = request;
  return {
    deadline,
    call: {
      ...call,
      params: { ...params, arguments: { ...args } },
      request: { ...(id !== undefined && { id }), method, params: request.params, seq, signal: deadline.signal },
      policy: policyWithin(policy, callable, ms),
      onWait: waitsFor => {
        deadline.waiting(waitsFor);
        call.onWait?.(waitsFor);
      },
    },
  };
}

/** What a tool of a server or a plugin calls a timeout is its own business. */
function ownTimeout(callable: Callable, args: Readonly<Record<string, unknown>>) {
  return callable.kind === 'browser' ? splitTimeout(callable.tool.name, args) : { timeoutMs: null, args };
}

/** The deadline ends the call; neither its browser nor the patience of its wire must end it before. A server keeps its own time. */
function policyWithin(policy: CallPolicy, { kind }: Callable, ms: number): CallPolicy {
  const { patienceMs = mcpPatienceMs } = policy;
  return {
    ...policy,
    ...(kind === 'browser' && { timeoutMs: Math.max(ms, 1), endsAt: performance.now() + ms }),
    // Where nobody is asked, nobody is asked for longer.
    patienceMs: patienceMs === 0 ? 0 : Math.max(ms, patienceMs),
  };
}
