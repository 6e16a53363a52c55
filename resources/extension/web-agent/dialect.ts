// Translates what a page says on one channel into common terms, and what it is told back into those of its channel. Pure; one for each document.
import type { PageError } from '../../../contract/web-agent.ts';

export type Answer =
  | { readonly ok: true; readonly result?: unknown }
  | { readonly ok: false; readonly error: PageError };

/** What the hub asks of what the page has handed over; `type` is one of `pageAsks`. */
export interface PageAsk {
  readonly id: number;
  readonly type: string;
  readonly payload: unknown;
}

/** `key` is the page's own name of a request, which means something on its channel only. */
export type FromPage =
  /** `type` is a key of `pageMembers`, as far as the page knows one. */
  | { readonly kind: 'request'; readonly key: string; readonly type: string; readonly payload: unknown }
  | { readonly kind: 'abort'; readonly key: string }
  /** Which servers its links name; the document alone can tell. */
  | { readonly kind: 'discover'; readonly key: string }
  /** All that `navigator.modelContext` has now. */
  | { readonly kind: 'tools'; readonly tools: unknown }
  /** To a PageAsk of that id. */
  | { readonly kind: 'answer'; readonly ask: number; readonly answer: Answer }
  /** Answered by the channel itself. */
  | { readonly kind: 'reply'; readonly messages: readonly object[] };

export interface Dialect {
  /** Null for what is not meant for us: we receive our own messages too, and others post to the page's window as well. */
  read(data: Readonly<Record<string, unknown>>): FromPage | null;
  /** What the page is sent at the end of a request. */
  answer(key: string, answer: Answer): object[];
  /** An event of a request that streams. */
  event(key: string, event: unknown): object[];
  /** A message or a broadcast of another agent. */
  agentEvent(event: Readonly<Record<string, unknown>>): object[];
  /** Null where the page has handed over nothing of the kind on this channel. */
  ask(ask: PageAsk): object[] | null;
}

const maxKeyChars = 200;

export function keyIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= maxKeyChars ? value : null;
}

/** Those whose answers come as events. */
export function isStream(type: string | undefined): boolean {
  return type === 'session.promptStreaming' || type === 'agent.run';
}

export function errorOf(error: PageError): PageError {
  const { code, message, details } = error;
  return { code, message, ...(details && { details }) };
}
