// A call as it is carried out within its time: the timeout is taken out of its arguments, and ends whatever the call waits for.
import { splitTimeout } from '../tools/call-timeout.ts';
import { CallDeadline } from './call-deadline.ts';
import type { Callable } from '../tools/callable.ts';
import type { AgentCall } from './agent-call.ts';

export interface TimedCall {
  readonly call: AgentCall;
  /** Absent for a call that has the usual time; to be ended with the call. */
  readonly deadline?: CallDeadline;
}

/** What a server's tool calls a timeout is its own business. Throws ERR_INVALID_ARGUMENTS. */
export function timedCall(call: AgentCall, callable: Callable): TimedCall {
  if (callable.kind === 'server') return { call };
  const { params, request, policy, withinMs } = call;
  const { timeoutMs, args } = splitTimeout(callable.tool.name, params.arguments ?? {});
  if (timeoutMs === null && withinMs === undefined) return { call };
  const ms = Math.min(timeoutMs ?? Infinity, withinMs ?? Infinity);
  const deadline = new CallDeadline(request.signal, callable.id, ms);
  const { id, method, seq } = request;
  return {
    deadline,
    call: {
      ...call,
      params: { ...params, arguments: { ...args } },
      request: { ...(id !== undefined && { id }), method, params: request.params, seq, signal: deadline.signal },
      // The deadline ends it; the browser must not end it before.
      policy: { ...policy, timeoutMs: Math.max(ms, 1) },
      onWait: waitsFor => deadline.waiting(waitsFor),
    },
  };
}
