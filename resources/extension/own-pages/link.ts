// A page's line to the background: what it shows, what it is told of that, and its acts, each answered.
import { ActRefused } from './act-refused.ts';
import { type FromPage, type HubState, type PageReading, type ToPage, viewPortName } from './port-messages.ts';
import type {
  CompanionAct,
  CompanionChatEvent,
  CompanionView,
  CompanionViewEnded,
} from '../../../contract/schemas/companion-pages.ts';

export interface LinkListeners {
  /** Another view, or other parts of it; null while no hub is there. */
  readonly onView: (view: CompanionView | null, hub: HubState) => void;
  readonly onEnded?: (ended: CompanionViewEnded) => void;
  readonly onChat?: (event: CompanionChatEvent) => void;
}

const againMs = 300;

type Ask = { readonly kind: 'act'; readonly act: CompanionAct } | { readonly kind: 'read' };

export class OwnLink {
  readonly #listeners: LinkListeners;
  #port: chrome.runtime.Port | null = null;
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  #nextId = 1;
  #tabId: number | null | undefined;
  #view: CompanionView | null = null;

  constructor(listeners: LinkListeners) {
    this.#listeners = listeners;
    this.#connect();
  }

  /** From now on: null is the questions of the browser. */
  show(tabId: number | null): void {
    if (tabId === this.#tabId) return;
    this.#tabId = tabId;
    this.#post({ kind: 'show', tabId });
  }

  /** About the window for questions. */
  tell(message: Extract<FromPage, { kind: 'seen' | 'done' | 'again' }>): void {
    this.#post(message);
  }

  /** Rejects with ActRefused. */
  act(act: CompanionAct): Promise<unknown> {
    return this.#ask({ kind: 'act', act });
  }

  /** The text of the tab that is shown. */
  async read(): Promise<PageReading> {
    return (await this.#ask({ kind: 'read' })) as PageReading;
  }

  #ask(ask: Ask): Promise<unknown> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      // Between two ports nobody hears it, and what is never answered would stay asked.
      if (!this.#post({ ...ask, id })) return reject(new ActRefused({ kind: 'anew' }));
      this.#waiting.set(id, { resolve, reject });
    });
  }

  /** Whether somebody hears it. */
  #post(message: FromPage): boolean {
    try {
      this.#port?.postMessage(message);
      return this.#port !== null;
    } catch {
      // It has just ended, which is told next.
      return false;
    }
  }

  /** The background may end at any time, and begins again with the next port. */
  #connect(): void {
    const port = chrome.runtime.connect({ name: viewPortName });
    this.#port = port;
    port.onMessage.addListener((message: ToPage) => this.#heard(message));
    port.onDisconnect.addListener(() => {
      void chrome.runtime.lastError;
      const error = new ActRefused({ kind: 'anew' });
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
      this.#port = null;
      setTimeout(() => this.#connect(), againMs);
    });
    if (this.#tabId !== undefined) this.#post({ kind: 'show', tabId: this.#tabId });
  }

  #heard(message: ToPage): void {
    switch (message.kind) {
      case 'hub':
        if (message.hub.kind === 'here') return;
        this.#view = null;
        return this.#listeners.onView(null, message.hub);
      case 'view':
        this.#view = message.view;
        return this.#listeners.onView(this.#view, { kind: 'here' });
      case 'changed':
        if (!this.#view) return;
        this.#view = { ...this.#view, ...message.changes };
        return this.#listeners.onView(this.#view, { kind: 'here' });
      case 'ended':
        return this.#listeners.onEnded?.(message.ended);
      case 'chat':
        return this.#listeners.onChat?.(message.event);
      case 'answer':
        return this.#answered(message);
    }
  }

  #answered(message: Extract<ToPage, { kind: 'answer' }>): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.ok) waiting?.resolve(message.value);
    else waiting?.reject(new ActRefused(message.fault));
  }
}
