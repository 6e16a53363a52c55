// What a page has registered at the hub and counts on: its agents, the events that it hears, its providers for the address bar. A hub that begins
// anew knows nothing of them and has to be told again; it decides on each as on any request.
import { isRecord } from '../../../contract/json.ts';
import type { PageMemberName } from '../../../contract/web-agent.ts';

type Values = Readonly<Record<string, unknown>>;

export interface RegisteredName {
  readonly type: PageMemberName;
  /** By which the page knows it: of an agent or a provider, or the type of an event. */
  readonly id: string;
}

/** The request that registers it, with what proves that its id is the page's. */
export interface Registration extends RegisteredName {
  /** Null where there was no room for it: it is known to be registered, and to be lost with the hub. */
  readonly payload: Values | null;
}

/** As many as the hub takes of one document: agents, types of events, providers. */
const maxKept = 50 + 100 + 50;
/** No hub gives or takes longer ones. */
const maxIdChars = 300;
/** Of the JSON of one document's, which every hub that comes anew is sent; the ids are kept beyond that. */
export const keptChars = 64 * 1024;

/** What hubs read of each; the rest of what a page has sent is not kept. */
const fields: Readonly<Partial<Record<PageMemberName, readonly string[]>>> = {
  'agent.agents.register': [
    ...['name', 'description', 'capabilities', 'tags', 'acceptsInvocations', 'acceptsMessages'],
    'again',
  ],
  'agent.agents.subscribe': ['eventType'],
  'agent.addressBar.registerProvider': ['id', 'name', 'description', 'triggers', 'resultHandler'],
  'agent.addressBar.registerSiteProvider': ['name', 'description', 'origin', 'patterns', 'endpoint', 'resultHandler'],
  'agent.addressBar.registerToolShortcuts': ['name', 'description', 'shortcuts', 'resultHandler'],
};

export class KeptRegistrations {
  /** As they are written, by their kind and id; in the order in which they were registered. */
  readonly #kept = new Map<string, string>();
  #chars = 0;

  get size(): number {
    return this.#kept.size;
  }

  all(): Registration[] {
    return [...this.#kept.values()].map(written => JSON.parse(written) as Registration);
  }

  /** Null where it is registered no longer, or by another request. */
  get({ type, id }: RegisteredName): Registration | null {
    const written = this.#kept.get(keyOf(type, id));
    const registration = written === undefined ? null : (JSON.parse(written) as Registration);
    return registration?.type === type ? registration : null;
  }

  /** Those of another part of the companion, which has known the page for longer. What is not of that form is passed over. */
  load(kept: unknown): void {
    for (const one of Array.isArray(kept) ? kept : [])
      if (isRegistration(one)) this.#keep(one.type, one.id, one.payload);
  }

  /** The hub has answered a request of the page. */
  answered(type: string, payload: Values, result: unknown): void {
    const said = isRecord(result) ? result : {};
    switch (type) {
      case 'agent.agents.register':
        // Another hub would give it another id without its proof.
        if (typeof said.id !== 'string' || typeof said.secret !== 'string') return;
        return this.#keep(type, said.id, { ...payload, again: { id: said.id, secret: said.secret } });
      case 'agent.agents.unregister':
        return this.#drop('agent.agents.register', payload.agentId ?? this.#newestAgent());
      case 'agent.agents.subscribe':
        return this.#keep(type, payload.eventType, payload);
      case 'agent.agents.unsubscribe':
        return this.#drop('agent.agents.subscribe', payload.eventType);
      case 'agent.addressBar.registerProvider':
      case 'agent.addressBar.registerSiteProvider':
        return this.#keep(type, said.providerId, payload);
      case 'agent.addressBar.registerToolShortcuts':
        return this.#keepShortcuts(type, payload, said.providerIds);
      case 'agent.addressBar.unregisterProvider':
        return this.#drop('agent.addressBar.registerProvider', payload.providerId);
    }
  }

  /** It is registered no longer. */
  lost({ type, id }: RegisteredName): void {
    this.#drop(type, id);
  }

  /** Each by itself, as each can be taken away by itself. */
  #keepShortcuts(type: PageMemberName, payload: Values, ids: unknown): void {
    const { shortcuts } = payload;
    if (!Array.isArray(shortcuts) || !Array.isArray(ids)) return;
    for (const [at, shortcut] of shortcuts.entries()) this.#keep(type, ids[at], { ...payload, shortcuts: [shortcut] });
  }

  /** One in place of another stands where that stood. More of them than a page may have are not kept. */
  #keep(type: PageMemberName, id: unknown, payload: Values | null): void {
    if (typeof id !== 'string' || id.length > maxIdChars) return;
    const key = keyOf(type, id);
    const before = this.#kept.get(key);
    if (before === undefined && this.#kept.size >= maxKept) return;
    const write = (read: Values | null) => JSON.stringify({ type, id, payload: read } satisfies Registration);
    const whole = write(payload && readOf(type, payload));
    const others = this.#chars - (before?.length ?? 0);
    const written = others + whole.length > keptChars ? write(null) : whole;
    this.#kept.set(key, written);
    this.#chars = others + written.length;
  }

  #drop(type: PageMemberName, id: unknown): void {
    const key = keyOf(type, id);
    this.#chars -= this.#kept.get(key)?.length ?? 0;
    this.#kept.delete(key);
  }

  #newestAgent(): string | undefined {
    return this.all().findLast(({ type }) => type === 'agent.agents.register')?.id;
  }
}

/** Providers of all kinds share their ids. */
function keyOf(type: PageMemberName, id: unknown): string {
  const kind = type.startsWith('agent.addressBar.') ? 'provider' : type;
  return `${kind} ${String(id)}`;
}

function readOf(type: PageMemberName, payload: Values): Values {
  const read = (fields[type] ?? []).filter(name => Object.hasOwn(payload, name));
  return Object.fromEntries(read.map(name => [name, payload[name]]));
}

const types: ReadonlySet<unknown> = new Set(Object.keys(fields));

function isRegistration(value: unknown): value is Registration {
  if (!isRecord(value) || !types.has(value.type) || typeof value.id !== 'string') return false;
  return value.payload === null || isRecord(value.payload);
}

/** Whether an answer to it changes what is registered; what else a page asks is nobody's to keep. */
export function isRegistering(type: string): boolean {
  return types.has(type) || /^agent\.(agents\.(un(register|subscribe))|addressBar\.unregisterProvider)$/.test(type);
}

/** Whether it comes to something else where the hub has not been told yet of what is registered. */
export function countsOnRegistered(type: string): boolean {
  return /^agent\.(agents|addressBar)\./.test(type);
}

/** What a page asks, without what the companion alone says: which agent it had with an earlier hub. */
export function withoutAgain(type: string, payload: unknown): unknown {
  if (type !== 'agent.agents.register' || !isRecord(payload)) return payload;
  const { again: _, ...own } = payload;
  return own;
}

/** What a page gets of such an answer: the proof stays with the companion. */
export function withoutSecret(type: string, result: unknown): unknown {
  if (type !== 'agent.agents.register' || !isRecord(result)) return result;
  const { secret: _, ...own } = result;
  return own;
}
