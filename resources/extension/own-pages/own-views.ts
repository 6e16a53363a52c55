// The background's part in the companion's own pages: carries what they ask to the hub, over the one connection, and back.
import { isRecord } from '../../../contract/json.ts';
import { RpcRefusal } from '../rpc-refusal.ts';
import { type ActFault, ActRefused } from './act-refused.ts';
import { isOwnPage } from './own-sender.ts';
import { type FromPage, type HubState, type PageReading, type ToPage, viewPortName } from './port-messages.ts';
import type {
  CompanionChatEvent,
  CompanionView,
  CompanionViewEnded,
} from '../../../contract/schemas/companion-pages.ts';
import type { Rpc } from '../rpc.ts';

type Hub = Pick<Rpc, 'request' | 'notify'>;

export interface OwnViewsOptions {
  readonly newId: () => string;
  readonly read: (tabId: number) => Promise<PageReading>;
  /** Another tab is shown, or none. */
  readonly onShown: () => void;
  /** What the window for questions says of them. */
  readonly onQuestions: (message: OfQuestions, windowId: number) => void;
  /** Questions that were left waiting are asked for. */
  readonly onAgain: () => void;
}

type OfQuestions = Extract<FromPage, { kind: 'seen' | 'done' }>;

interface View {
  readonly id: string;
  /** Undefined before it has said. */
  tabId: number | null | undefined;
  /** In which it stands as a tab; undefined for a side panel. */
  readonly windowId: number | undefined;
  post(message: ToPage): void;
}

export class OwnViews {
  readonly #options: OwnViewsOptions;
  readonly #views = new Map<string, View>();
  #hub: Hub | null = null;
  #away: HubState = { kind: 'away', why: 'connecting' };

  constructor(options: OwnViewsOptions) {
    this.#options = options;
    chrome.runtime.onConnect.addListener(port => this.#accept(port));
  }

  /** Tabs that a page of ours shows now. */
  shows(tabId: number): boolean {
    return [...this.#views.values()].some(view => view.tabId === tabId);
  }

  /** The connection on which an approved hub is there; null without one. */
  use(hub: Hub | null, away: Extract<HubState, { kind: 'away' }>['why'] = 'connecting'): void {
    this.#away = { kind: 'away', why: away };
    const isSame = hub === this.#hub;
    this.#hub = hub;
    for (const view of this.#views.values()) {
      if (hub && isSame) continue;
      if (hub) void this.#show(view);
      else view.post({ kind: 'hub', hub: this.#away });
    }
  }

  /** A notification of the hub about a view; false for every other one. */
  notified(method: string, params: unknown): boolean {
    if (!method.startsWith('view-')) return false;
    const view = isRecord(params) ? this.#views.get(String(params.view)) : undefined;
    if (!view || !isRecord(params)) return true;
    if (method === 'view-changed') view.post({ kind: 'changed', changes: params.changes as Partial<CompanionView> });
    else if (method === 'view-chat') view.post({ kind: 'chat', event: params.event as CompanionChatEvent });
    else view.post({ kind: 'ended', ended: params as unknown as CompanionViewEnded });
    return true;
  }

  #accept(port: chrome.runtime.Port): void {
    if (port.name !== viewPortName) return;
    if (!isOwnPage(port.sender, chrome.runtime.id, chrome.runtime.getURL(''))) return port.disconnect();
    const id = this.#options.newId();
    const windowId = port.sender?.tab?.windowId;
    const view: View = { id, tabId: undefined, windowId, post: message => port.postMessage(message) };
    this.#views.set(id, view);
    if (!this.#hub) view.post({ kind: 'hub', hub: this.#away });
    port.onMessage.addListener((message: FromPage) => void this.#heard(view, message));
    port.onDisconnect.addListener(() => {
      void chrome.runtime.lastError;
      view.post = () => {};
      this.#views.delete(id);
      this.#hub?.notify('view-closed', { view: id });
      this.#options.onShown();
    });
  }

  async #heard(view: View, message: FromPage): Promise<void> {
    if (message.kind === 'show') {
      view.tabId = message.tabId;
      this.#options.onShown();
      return this.#show(view);
    }
    if (message.kind === 'seen' || message.kind === 'done') {
      if (view.tabId === null && view.windowId !== undefined) this.#options.onQuestions(message, view.windowId);
      return;
    }
    if (message.kind === 'again') return this.#options.onAgain();
    const { id } = message;
    try {
      const value = message.kind === 'read' ? await this.#read(view) : await this.#act(view, message.act);
      view.post({ kind: 'answer', id, ok: true, value });
    } catch (error) {
      view.post({ kind: 'answer', id, ok: false, fault: faultOf(error) });
    }
  }

  async #show(view: View): Promise<void> {
    const hub = this.#hub;
    if (view.tabId === undefined || !hub) return;
    const { tabId } = view;
    try {
      const shown = (await hub.request('view', { view: view.id, tabId })) as CompanionView;
      // It may show another tab by now, or ask another hub.
      if (view.tabId !== tabId || this.#hub !== hub) return;
      view.post({ kind: 'hub', hub: { kind: 'here' } });
      view.post({ kind: 'view', view: shown });
    } catch (error) {
      if (this.#hub === hub) console.warn(error);
    }
  }

  async #act(view: View, act: Extract<FromPage, { kind: 'act' }>['act']): Promise<unknown> {
    if (!this.#hub) throw new ActRefused({ kind: 'no-hub' });
    return this.#hub.request('act', { view: view.id, act });
  }

  /** Of the tab that it shows and no other. */
  async #read({ tabId }: View): Promise<PageReading> {
    return typeof tabId === 'number' ? this.#options.read(tabId) : { kind: 'unreadable', why: 'browser-page' };
  }
}

function faultOf(error: unknown): ActFault {
  if (error instanceof ActRefused) return error.fault;
  const message = error instanceof Error ? error.message : String(error);
  const reason = error instanceof RpcRefusal && isRecord(error.data) ? error.data.reason : null;
  return { kind: 'refused', reason: reason ?? null, message };
}
