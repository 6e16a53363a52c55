// The channel of Harbor's third generation, `web_agents_api`: the same paths as ours, events in its own envelopes.
import { isRecord } from '../../../contract/json.ts';
import { errorOf, isStream, keyIn } from './dialect.ts';
import { pageAsks } from './known-to-pages.ts';
import type { Answer, Dialect, FromPage, PageAsk } from './dialect.ts';

export const webAgentsChannel = 'web_agents_api';

type Values = Readonly<Record<string, unknown>>;

export class WebAgentsDialect implements Dialect {
  readonly #types = new Map<string, string>();
  /** Of agents that were registered on this channel. */
  readonly #agents = new Set<string>();
  /** By the name of an invocation: the ask that it answers. */
  readonly #invocations = new Map<string, number>();
  #isUsed = false;

  read({ request, abort, agentInvocationResponse }: Values): FromPage | null {
    if (isRecord(request)) return this.#readRequest(request);
    if (isRecord(abort)) {
      const key = keyIn(abort.id);
      return key === null ? null : { kind: 'abort', key };
    }
    return isRecord(agentInvocationResponse) ? this.#readInvocation(agentInvocationResponse) : null;
  }

  answer(key: string, answer: Answer): object[] {
    const type = this.#types.get(key) ?? '';
    this.#types.delete(key);
    if (answer.ok && type === 'agent.agents.register' && isRecord(answer.result))
      this.#agents.add(String(answer.result.id));
    if (!isStream(type)) return [inChannel({ response: { id: key, ...responseOf(type, answer) } })];
    const event = answer.ok ? { type: 'done' } : { type: 'error', error: errorOf(answer.error) };
    const last = inChannel({ streamEvent: { id: key, event, done: true } });
    // Its stream readers never see an error that arrives while they wait; its readers of answers do.
    return answer.ok ? [last] : [last, inChannel({ response: { id: key, ok: false, error: errorOf(answer.error) } })];
  }

  event(key: string, event: unknown): object[] {
    // There, what a run tells is a token whose text is the event.
    const said =
      this.#types.get(key) === 'agent.run' ? { type: 'token', token: JSON.stringify(withErrorText(event)) } : event;
    return [inChannel({ streamEvent: { id: key, event: said } })];
  }

  agentEvent(event: Values): object[] {
    return this.#isUsed ? [inChannel({ agentEvent: event })] : [];
  }

  ask({ id, type, payload }: PageAsk): object[] | null {
    if (type !== pageAsks.invoke || !isRecord(payload) || !this.#agents.has(String(payload.agentId))) return null;
    const { invocationId, agentId, from, task, input } = payload;
    this.#invocations.set(String(invocationId), id);
    const invocation = { invocationId, agentId, from, task, input };
    return [inChannel({ agentEvent: { type: 'invocation', invocation } })];
  }

  #readRequest({ id, type, payload }: Values): FromPage | null {
    const key = keyIn(id);
    if (key === null || typeof type !== 'string' || this.#types.has(key)) return null;
    this.#isUsed = true;
    this.#types.set(key, type);
    return { kind: 'request', key, type, payload };
  }

  #readInvocation({ invocationId, ...answer }: Values): FromPage | null {
    const ask = this.#invocations.get(String(invocationId));
    if (ask === undefined) return null;
    this.#invocations.delete(String(invocationId));
    return { kind: 'answer', ask, answer: { ok: true, result: answer } };
  }
}

function inChannel(said: object): object {
  return { channel: webAgentsChannel, ...said };
}

function responseOf(type: string, answer: Answer): object {
  return answer.ok ? { ok: true, result: resultOf(type, answer.result) } : { ok: false, error: errorOf(answer.error) };
}

/** There, a picture was an object and what was found a bare list. */
function resultOf(type: string, result: unknown): unknown {
  if (type.endsWith('.screenshot') && typeof result === 'string') return { dataUrl: result };
  if (type === 'agent.agents.discover' && isRecord(result) && Array.isArray(result.agents)) return result.agents;
  if (type === 'agent.mcp.discover' && isRecord(result) && Array.isArray(result.servers)) return result.servers;
  return result;
}

/** There, the error of a run was just its message. */
function withErrorText(event: unknown): unknown {
  if (!isRecord(event) || event.type !== 'error' || !isRecord(event.error)) return event;
  return { ...event, error: event.error.message };
}
