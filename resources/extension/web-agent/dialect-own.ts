// The channel of spec 003, `harbor_web_agent`: our own page script and pages that were written for Harbor's second generation use it.
import { isRecord } from '../../../contract/json.ts';
import { errorOf, isStream, keyIn } from './dialect.ts';
import { pageAsks } from './known-to-pages.ts';
import type { Answer, Dialect, FromPage, PageAsk } from './dialect.ts';

export const ownChannel = 'harbor_web_agent';

type Values = Readonly<Record<string, unknown>>;

/** The names of multi-agent members begin with `agents.` there; ours are paths. */
const oldPrefix = 'agents.';
/** They only tell that somebody in the page is listening. */
const handlerTypes: ReadonlySet<string> = new Set([
  'agents.registerMessageHandler',
  'agents.unregisterMessageHandler',
  'agents.registerInvocationHandler',
  'agents.unregisterInvocationHandler',
]);

const namesElement = /^agent\.browser\.activeTab\.(click|fill|select|getElement|waitForSelector)$/;

export class OwnDialect implements Dialect {
  readonly #types = new Map<string, string>();
  /** Streams whose last event said so itself. */
  readonly #over = new Set<string>();
  /** Agents that were registered by the old name: their invocations go the old way. */
  readonly #oldAgents = new Set<string>();
  #hearsOldMessages = false;

  read(data: Values): FromPage | null {
    if (isRecord(data.request)) return this.#readRequest(data.request);
    if (isRecord(data.abort)) return keyed('abort', data.abort.id);
    if (data.tools !== undefined) return { kind: 'tools', tools: data.tools };
    if (isRecord(data.answer)) return readAnswer(data.answer.id, data.answer);
    if (isRecord(data.agentInvocationResponse)) return readOldInvocation(data.agentInvocationResponse);
    if (isRecord(data.addressBarResponse)) return readOldSuggestions(data.addressBarResponse);
    return null;
  }

  answer(key: string, answer: Answer): object[] {
    const type = this.#types.get(key);
    this.#types.delete(key);
    if (answer.ok && type === 'agents.register') this.#noteOldAgent(answer.result);
    const response = { id: key, ...(answer.ok ? { ok: true, result: answer.result } : failed(answer)) };
    const messages: object[] = [inChannel({ response })];
    // Readers of streams as the spec shows them wait for an event that says it is the last.
    if (isStream(type) && !this.#over.delete(key))
      messages.push(inChannel({ streamEvent: { id: key, event: lastEvent(answer), done: true } }));
    return messages;
  }

  event(key: string, event: unknown): object[] {
    const type = isRecord(event) ? event.type : undefined;
    const isLast = this.#types.get(key) === 'agent.run' && (type === 'final' || type === 'error');
    if (isLast) this.#over.add(key);
    return [inChannel({ streamEvent: { id: key, event, ...(isLast && { done: true }) } })];
  }

  agentEvent(event: Values): object[] {
    const old = this.#hearsOldMessages && event.type === 'message' ? [inChannel({ agentMessage: event.message })] : [];
    return [inChannel({ agentEvent: event }), ...old];
  }

  ask({ id, type, payload }: PageAsk): object[] {
    const asked = isRecord(payload) ? payload : {};
    const { agentId, from, task, input, providerId, context } = asked;
    if (type === pageAsks.invoke && this.#oldAgents.has(String(agentId)))
      return [inChannel({ agentInvocation: { requestId: nameOf(id), from, task, input } })];
    const messages = [inChannel({ ask: { id: nameOf(id), type, payload } })];
    if (type === pageAsks.addressBarQuery)
      messages.push(inChannel({ addressBarQuery: { id: nameOf(id), providerId, context } }));
    return messages;
  }

  #readRequest({ id, type, payload }: Values): FromPage | null {
    const key = keyIn(id);
    if (key === null || typeof type !== 'string') return null;
    if (handlerTypes.has(type)) {
      if (type.endsWith('MessageHandler')) this.#hearsOldMessages = type.startsWith('agents.register');
      return { kind: 'reply', messages: [inChannel({ response: { id: key, ok: true, result: null } })] };
    }
    if (this.#types.has(key)) return null;
    this.#types.set(key, type);
    const isOld = type.startsWith(oldPrefix);
    return {
      ...{ kind: 'request', key, type: isOld ? `agent.${type}` : type },
      payload: isOld ? ofOldAgents(type, payload) : withRef(type, payload),
    };
  }

  #noteOldAgent(result: unknown): void {
    if (isRecord(result) && typeof result.id === 'string') this.#oldAgents.add(result.id);
  }
}

function inChannel(said: object): object {
  return { channel: ownChannel, ...said };
}

function failed({ error }: Extract<Answer, { ok: false }>): object {
  return { ok: false, error: errorOf(error) };
}

function lastEvent(answer: Answer): object {
  return answer.ok ? { type: 'done' } : { type: 'error', error: errorOf(answer.error) };
}

function keyed(kind: 'abort', id: unknown): FromPage | null {
  const key = keyIn(id);
  return key === null ? null : { kind, key };
}

const askName = /^ask-(\d{1,15})$/;

function nameOf(id: number): string {
  return `ask-${id}`;
}

function askIn(name: unknown): number | null {
  const [, id] = askName.exec(typeof name === 'string' ? name : '') ?? [];
  return id === undefined ? null : Number(id);
}

function readAnswer(name: unknown, { ok, result, error }: Values): FromPage | null {
  const ask = askIn(name);
  if (ask === null) return null;
  if (ok === true) return { kind: 'answer', ask, answer: { ok, result } };
  return { kind: 'answer', ask, answer: { ok: false, error: error as Extract<Answer, { ok: false }>['error'] } };
}

function readOldInvocation({ requestId, ...answer }: Values): FromPage | null {
  return readAnswer(requestId, { ok: true, result: answer });
}

function readOldSuggestions({ id, suggestions, error }: Values): FromPage | null {
  if (error === undefined) return readAnswer(id, { ok: true, result: { suggestions } });
  return readAnswer(id, { ok: false, error: { message: String(error) } });
}

/** There, elements were named by selectors, and how long to wait for one was given separately. */
function withRef(type: string, payload: unknown): unknown {
  if (!namesElement.test(type) || !isRecord(payload) || payload.ref !== undefined) return payload;
  const { selector: ref, ...rest } = payload;
  if (typeof ref !== 'string') return payload;
  if (!type.endsWith('.waitForSelector') || !isRecord(rest.options)) return { ref, ...rest };
  const { options, ...more } = rest;
  return { ref, ...options, ...more };
}

/** There, options came on their own; ours come beside what they apply to. */
function ofOldAgents(type: string, payload: unknown): unknown {
  if (!isRecord(payload)) return payload;
  switch (type) {
    case 'agents.invoke': {
      const { agentId, ...request } = payload;
      return isRecord(request.request) ? payload : { agentId, request };
    }
    case 'agents.orchestrate.pipeline': {
      const { pipeline, ...rest } = payload;
      return pipeline === undefined ? payload : { config: pipeline, ...rest };
    }
    case 'agents.orchestrate.parallel':
      return payload.config === undefined ? { config: payload } : payload;
    case 'agents.orchestrate.route': {
      const { router, ...rest } = payload;
      return router === undefined ? payload : { config: router, ...rest };
    }
    default:
      return payload;
  }
}
