// The chat in the side panel of a browser: requests of the panel's, for the conversations that were begun in that browser alone.
import { fileOrigin } from '../../../contract/sites.ts';
import type { ChatRow } from '../../../contract/schemas/chat.ts';
import type { CompanionAct } from '../../../contract/schemas/companion-pages.ts';
import type { ActRequest } from './act-request.ts';
import type { BrowserChats } from './browser-chats.ts';

export type ChatAct = Extract<CompanionAct, { kind: `chat-${string}` }>;

export interface SideChatOptions {
  readonly browserId: string;
  readonly chats: BrowserChats;
  ask(request: ActRequest): Promise<unknown>;
}

const maxListed = 200;

export class SideChat {
  readonly #options: SideChatOptions;
  #open: string | null = null;

  constructor(options: SideChatOptions) {
    this.#options = options;
  }

  /** The one that the view hears of; null before one was opened. */
  get open(): string | null {
    return this.#open;
  }

  act(act: ChatAct): Promise<unknown> {
    const { chats, browserId } = this.#options;
    if (act.kind === 'chat-list') return this.#list();
    if (act.kind === 'chat-create') return this.#create();
    const conversationId = chats.expect(browserId, act.conversationId);
    switch (act.kind) {
      case 'chat-open':
        return this.#openOne(conversationId);
      case 'chat-send':
        return this.#ask('chat:send', { conversationId, text: act.text, files: filesOf(act.page) });
      case 'chat-stop':
        return this.#ask('chat:stop', { conversationId });
      case 'chat-model':
        return this.#ask('chat:set', { conversationId, change: { model: act.model } });
    }
  }

  async #list(): Promise<{ rows: ChatRow[] }> {
    const own = new Set(this.#options.chats.of(this.#options.browserId));
    const { rows } = (await this.#ask('chat:list', { count: maxListed })) as { rows: ChatRow[] };
    return { rows: rows.filter(({ id }) => own.has(id)) };
  }

  async #create(): Promise<{ conversationId: string }> {
    const made = (await this.#ask('chat:create', {})) as { conversationId: string };
    await this.#options.chats.add(this.#options.browserId, made.conversationId);
    return made;
  }

  async #openOne(conversationId: string): Promise<unknown> {
    const before = this.#open;
    if (before !== null && before !== conversationId) await this.#ask('chat:leave', { conversationId: before });
    this.#open = conversationId;
    return this.#ask('chat:open', { conversationId });
  }

  #ask(name: ActRequest['name'], params: object): Promise<unknown> {
    return this.#options.ask({ name, params });
  }
}

/** A file of the question: it reaches the model as data from outside, under a name that no page chooses. */
function filesOf(page: Extract<ChatAct, { kind: 'chat-send' }>['page']) {
  if (page === null) return [];
  const name = page.origin === fileOrigin ? 'a page of a file' : `a page of ${page.origin}`;
  return [{ name, mediaType: 'text/plain', data: page.data }];
}
