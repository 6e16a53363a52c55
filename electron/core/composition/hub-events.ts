// What happens in one part of the hub and concerns others: a short list of events, told to each listener in the order of subscription.
import type { RunMode } from '../../../contract/entities.ts';

export type HubEvent =
  /** An agent does not come back. */
  | { readonly kind: 'agentLeft'; readonly agentId: string }
  /** The calls of one go to another browser. */
  | { readonly kind: 'agentBrowserChanged' }
  | { readonly kind: 'agentModeChanged' }
  /** What was decided about a server that somebody carried holds no more: its id may become another's. */
  | { readonly kind: 'carriedForgotten'; readonly serverId: string }
  | { readonly kind: 'clientRevoked'; readonly clientId: string }
  /** The run mode of all agents. */
  | { readonly kind: 'modeChanged'; readonly mode: RunMode }
  /** Grants, the policy file or the learning mode: what decides about calls. */
  | { readonly kind: 'rulesChanged' }
  | { readonly kind: 'pluginForgotten'; readonly pluginId: string }
  | { readonly kind: 'screenLocked' }
  | { readonly kind: 'serverRemoved'; readonly serverId: string }
  /** One has another content or is gone. */
  | { readonly kind: 'shortcutChanged' }
  /** The user wants nothing of pages of this origin any more: what is open of them ends. */
  | { readonly kind: 'siteBlocked'; readonly origin: string }
  /** What was decided about pages of this origin is to go too. */
  | { readonly kind: 'siteForgotten'; readonly origin: string }
  /** A server that a page has brought is there for others than before. */
  | { readonly kind: 'siteServerChanged'; readonly serverId: string }
  /** For whoever had it: it was closed, or the user gave it to somebody else. */
  | { readonly kind: 'tabEnded'; readonly browserId: string; readonly tabId: number; readonly isClosed: boolean }
  /** `wasAgents`: an agent had it before, which need not be here any more. */
  | {
      readonly kind: 'tabOwnerChanged';
      readonly browserId: string;
      readonly tabId: number;
      readonly wasAgents: boolean;
    }
  /** A browser told of its tabs for the first time since the hub started. */
  | {
      readonly kind: 'tabsProven';
      readonly browserId: string;
      readonly runId: string | null;
      readonly tabIds: readonly number[];
    };

export type EventOf<K extends HubEvent['kind']> = Extract<HubEvent, { kind: K }>;
type Listener = { readonly kind: HubEvent['kind']; readonly hear: (event: HubEvent) => unknown };

export class HubEvents {
  readonly #listeners: Listener[] = [];
  readonly #failed: (event: HubEvent, error: unknown) => void;

  /** `failed` hears of what a listener to `emit` threw. */
  constructor(failed: (event: HubEvent, error: unknown) => void) {
    this.#failed = failed;
  }

  on<K extends HubEvent['kind']>(kind: K, hear: (event: EventOf<K>) => unknown): void {
    this.#listeners.push({ kind, hear: event => hear(event as EventOf<K>) });
  }

  /** For an event that nobody waits for. Every listener is called before this returns. */
  emit(event: HubEvent): void {
    this.settle(event).catch((error: unknown) => this.#failed(event, error));
  }

  /** The same, and resolves when all that the listeners began has ended. Rejects with the first failure, after every one was called. */
  async settle(event: HubEvent): Promise<void> {
    const work = this.#listeners.filter(({ kind }) => kind === event.kind).map(async ({ hear }) => hear(event));
    const failures = (await Promise.allSettled(work)).filter(({ status }) => status === 'rejected');
    for (const failure of failures) if (failure.status === 'rejected') throw failure.reason;
  }
}
