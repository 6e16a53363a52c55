// What the content script and the background say to each other about one document, over a port of the browser.
import type { PageError, PageMemberName } from '../../../contract/web-agent.ts';

/** Values travel as JSON: then their size is known, and they hold nothing but JSON. */
export type ToBackground =
  /** `id` rises with each request of the document. */
  | { readonly kind: 'request'; readonly id: number; readonly type: string; readonly payload: string }
  | { readonly kind: 'abort'; readonly id: number }
  /** A list. */
  | { readonly kind: 'tools'; readonly tools: string }
  /** A list of Registration: what the page has registered, which another background knew. */
  | { readonly kind: 'kept'; readonly kept: string }
  /** How many requests have exceeded the bounds since this was last said; they were not passed on. */
  | { readonly kind: 'refused'; readonly count: number }
  /** To an `ask`. */
  | { readonly kind: 'answer'; readonly id: number; readonly ok: boolean; readonly value: string };

export type ToContent =
  | { readonly kind: 'response'; readonly id: number; readonly ok: true; readonly result?: unknown }
  | { readonly kind: 'response'; readonly id: number; readonly ok: false; readonly error: PageError }
  | { readonly kind: 'event'; readonly id: number; readonly event: unknown }
  | { readonly kind: 'agentEvent'; readonly event: Readonly<Record<string, unknown>> }
  | { readonly kind: 'flags'; readonly flags: unknown }
  | { readonly kind: 'lost'; readonly lost: LostRegistration }
  | { readonly kind: 'ask'; readonly id: number; readonly type: string; readonly payload: unknown };

/** What the page has registered and a new hub has refused; to the page it is `lost` of its channel. */
export interface LostRegistration {
  readonly type: PageMemberName;
  /** Of its agent or provider, or the type of events that it heard. */
  readonly id: string;
  readonly error: PageError;
}

/** The two that the content script answers itself. */
export const documentAsks = { mcp: 'do.discoverMcp', addressBar: 'do.discoverAddressBar' } as const;
