// The companion's own pages: each view shows one tab of the very browser on whose connection it came, and acts by requests of the panel.
import { z } from 'zod';
import { HubError } from '../../../contract/errors.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import {
  CompanionActAskSchema,
  CompanionViewAskSchema,
  CompanionViewClosedSchema,
  maxViews,
} from '../../../contract/schemas/companion-pages.ts';
import { hubError } from '../../../words/hub-error.ts';
import { RpcError } from '../wire/rpc-error.ts';
import { type ActRequest, actRequest } from './act-request.ts';
import { SideChat } from './side-chat.ts';
import { changesOf, type Shown, viewOf } from './view.ts';
import type { CompanionAct, CompanionView } from '../../../contract/schemas/companion-pages.ts';
import type { PanelEvent } from '../../../contract/schemas/panel-events.ts';
import type { ServedViews, ViewWire } from '../browsers/browser-link.ts';
import type { PanelConnection, PanelServer } from '../panel/panel-server.ts';
import type { OwnToolNames } from '../sites/own-tool-names.ts';
import type { BrowserChats } from './browser-chats.ts';

export interface CompanionViewsOptions {
  readonly browserId: string;
  readonly browserName: () => string;
  readonly wire: ViewWire;
  readonly state: Shown;
  readonly ownTools: Pick<OwnToolNames, 'in'>;
  readonly panel: Pick<PanelServer, 'connect'>;
  readonly chats: BrowserChats;
  readonly now: () => number;
  readonly onClosed: () => void;
}

type Ended = Extract<PanelEvent, { event: 'sites:question-ended' }>['data'];

interface View {
  tabId: number | null;
  shown: CompanionView;
  readonly panel: PanelConnection;
  readonly chat: SideChat;
}

/** Those of one connection. */
export class CompanionViews implements ServedViews {
  readonly #options: CompanionViewsOptions;
  readonly #views = new Map<string, View>();

  constructor(options: CompanionViewsOptions) {
    this.#options = options;
  }

  async request(method: 'view' | 'act', params: unknown): Promise<unknown> {
    if (method === 'view') return this.#show(read(CompanionViewAskSchema, params));
    const { view, act } = read(CompanionActAskSchema, params);
    const found = this.#views.get(view);
    if (!found) throw hubError('ERR_PERMISSION_DENIED', { kind: 'not-in-this-view', what: 'tab' });
    return this.#act(found, act);
  }

  viewClosed(params: unknown): void {
    const closed = CompanionViewClosedSchema.safeParse(params);
    if (closed.success) this.#close(closed.data.view);
  }

  /** Something of what panels are shown is other than before. */
  changed(): void {
    for (const [view, known] of this.#views) {
      const next = this.#look(known.tabId);
      const changes = changesOf(known.shown, next);
      known.shown = next;
      if (Object.keys(changes).length > 0) this.#options.wire.notify('view-changed', { view, changes });
    }
  }

  /** A question of a page of this browser has ended. */
  ended(id: string, { origin, tab, end }: Ended): void {
    const { browserId, wire } = this.#options;
    if (tab.browserId !== browserId) return;
    for (const [view, { tabId }] of this.#views)
      if (tabId === null || tabId === tab.tabId) wire.notify('view-ended', { view, id, origin, tabId: tab.tabId, end });
  }

  closed(): void {
    for (const view of [...this.#views.keys()]) this.#close(view);
    this.#options.onClosed();
  }

  #show({ view, tabId }: z.infer<typeof CompanionViewAskSchema>): CompanionView {
    const known = this.#views.get(view) ?? this.#open(view);
    known.tabId = tabId;
    known.shown = this.#look(tabId);
    return known.shown;
  }

  #open(view: string): View {
    if (this.#views.size >= maxViews) throw hubError('ERR_RATE_LIMITED', { kind: 'too-many-views', most: maxViews });
    const { browserId, browserName, panel, chats } = this.#options;
    const from = { kind: 'companion' as const, browser: browserName() };
    const connection = panel.connect(event => this.#chatNews(view, event), from);
    const chat = new SideChat({ browserId, chats, ask: request => ask(connection, request) });
    const made: View = { tabId: null, shown: this.#look(null), panel: connection, chat };
    this.#views.set(view, made);
    return made;
  }

  #look(tabId: number | null): CompanionView {
    const { state, ownTools, browserId, now } = this.#options;
    return viewOf({ state, ownTools, now: now() }, { browserId, tabId });
  }

  #close(view: string): void {
    this.#views.get(view)?.panel.close();
    this.#views.delete(view);
  }

  async #act({ tabId, panel, chat }: View, act: CompanionAct): Promise<unknown> {
    const { browserId, state } = this.#options;
    if (isChatAct(act)) {
      // The window for questions has no chat.
      if (tabId === null) throw hubError('ERR_PERMISSION_DENIED', { kind: 'not-in-this-view', what: 'chat' });
      return chat.act(act);
    }
    return ask(panel, actRequest(act, { browserId, tabId }, state));
  }

  /** Of all that panels hear, only what is of the conversation that the view has open. */
  #chatNews(view: string, event: PanelEvent): void {
    const open = this.#views.get(view)?.chat.open ?? null;
    if (open === null || !isOfConversation(event) || event.data.conversationId !== open) return;
    this.#options.wire.notify('view-chat', { view, event });
  }
}

type ConversationEvent = Extract<PanelEvent, { readonly data: { readonly conversationId: string } }>;

function isOfConversation(event: PanelEvent): event is ConversationEvent {
  return event.event.startsWith('chat:') && 'conversationId' in event.data;
}

function isChatAct(act: CompanionAct): act is Extract<CompanionAct, { kind: `chat-${string}` }> {
  return act.kind.startsWith('chat-');
}

function read<T>(schema: z.ZodType<T>, params: unknown): T {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  throw new RpcError(rpcErrors.invalidParams, `This cannot be read: ${z.prettifyError(parsed.error)}`);
}

async function ask(panel: PanelConnection, { name, params }: ActRequest): Promise<unknown> {
  const reply = await panel.request(name, params);
  if (reply.ok) return reply.value;
  const { code, message, reason } = reply.error;
  throw new HubError(code, message, reason && { reason }, reason);
}
