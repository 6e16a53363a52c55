// A chat of a page as the panel in that page has it: what it shows, a question that the user asks there, and the news of its answer.

import { chatNews } from '../../../contract/web-agent.ts';
import { chatTurn, partOfStep } from './chat-words.ts';
import { expectOffered, followOffer, writing } from './offered.ts';
import { PageFault } from './page-fault.ts';
import type { PanelEvent } from '../../../contract/schemas/panel-events.ts';
import type { PageChatStyle, PageChatView } from '../../../contract/schemas/web-agent.ts';
import type { ChatAsker } from '../chat/chat-askers.ts';
import type { IncomingRequest } from '../wire/incoming-request.ts';
import type { chatTools } from './chat-tools.ts';
import type { Page } from './page.ts';
import type { PageServices } from './page-services.ts';

/** The panel in the page, at the hub's end of its wire. */
export interface ChatPanel {
  /** `parent` is the trace entry that it belongs to, null where the panel has asked for nothing. */
  tell(method: string, params: unknown, parent: number | null): void;
  /** The chat is over. */
  end(): void;
}

/** A chat that is open in a page. */
export interface PanelChat {
  readonly id: string;
  readonly page: Page;
  readonly asker: ChatAsker;
  readonly greeting: string | null;
  readonly style: PageChatStyle;
  readonly tools: ReturnType<typeof chatTools>;
  readonly over: AbortController;
  panel: ChatPanel | null;
}

const newestTurns = 100;
const maxQuestionChars = 20_000;
/** How long a question waits for the user. */
const patienceMs = 120_000;

/** A chat as its panel has it. */
export class AttachedChat {
  readonly #services: PageServices;
  readonly #chat: PanelChat;
  readonly #leave: () => void;
  readonly #close: () => void;
  readonly #gone = new AbortController();
  /** The trace entry of the latest question; news of its answer may still come just after it has ended. */
  #asked: number | null = null;

  constructor(services: PageServices, chat: PanelChat, leave: () => void, close: () => void) {
    this.#services = services;
    this.#chat = chat;
    this.#leave = leave;
    this.#close = close;
    const send = (event: PanelEvent) => void this.#tell(event);
    services.chat.watchers.open(chat.id, { send, gone: this.#gone.signal });
  }

  async view(): Promise<PageChatView> {
    const { chats } = this.#services.chat;
    const { id, asker, page, greeting, style, tools } = this.#chat;
    const { head, turns } = chats.view(await chats.expect(id, asker), newestTurns);
    const named = tools.facts().flatMap(source => source.tools.map(({ name }) => name));
    return {
      ...{ chatId: id, origin: page.origin, model: head.model?.model ?? null, greeting, style },
      tools: named.slice(0, 500),
      turns: turns.map(chatTurn),
    };
  }

  /** Resolves when the answer has ended. Rejects with a refusal by the gates, and while another answer is being written. */
  async send(text: string, request: IncomingRequest): Promise<void> {
    const { page, over } = this.#chat;
    if (text.trim() === '' || text.length > maxQuestionChars)
      throw new PageFault('ERR_INVALID_REQUEST', `A question has 1 to ${maxQuestionChars} characters.`);
    const what = { kind: 'at-page', member: 'agent.chat' } as const;
    const use = {
      scope: 'chat:open',
      id: 'page/agent.chat',
      what,
      params: {},
      request,
      policy: { patienceMs },
    } as const;
    expectOffered(this.#services, page, writing);
    const offer = followOffer(this.#services, page, writing);
    const { router } = this.#services.agentServices;
    const answer = await router
      .use(page.agentOf, use, async (expectAllowed, signal) => {
        expectAllowed();
        over.signal.throwIfAborted();
        // What allowed it may end, and the page may go, while the answer is written.
        const waited = { signal: AbortSignal.any([signal, over.signal, offer.signal]), cause: request.seq };
        await this.#ask(text, waited);
      })
      .finally(() => offer.end());
    if (offer.signal.aborted) throw offer.signal.reason;
    if (answer.kind === 'failure') throw answer.error;
    if (answer.kind === 'refusal')
      throw new PageFault('ERR_PERMISSION_DENIED', 'Permission denied: Pilothouse does not let this chat go on now.');
  }

  async #ask(text: string, waited: { readonly signal: AbortSignal; readonly cause: number }): Promise<void> {
    const { id, asker } = this.#chat;
    const before = this.#asked;
    this.#asked = waited.cause;
    await this.#services.chat.questions.ask(id, { text }, asker, waited).catch((error: unknown) => {
      // Another question may still be being answered.
      this.#asked = before;
      throw error;
    });
  }

  async stop(): Promise<void> {
    await this.#services.chat.questions.stop(this.#chat.id, this.#chat.asker);
  }

  /** Its user has closed it. */
  close(): void {
    this.#close();
  }

  /** Its wire has ended. */
  left(): void {
    this.#gone.abort();
    this.#leave();
  }

  async #tell(event: PanelEvent): Promise<void> {
    const { panel } = this.#chat;
    const parent = this.#asked;
    if (event.event === 'chat:turn') panel?.tell(chatNews.turn, { turn: chatTurn(event.data.turn) }, parent);
    if (event.event === 'chat:rearranged') panel?.tell(chatNews.rearranged, {}, parent);
    if (event.event !== 'chat:text' || event.data.field !== 'text') return;
    const { turnId, step, from, text } = event.data;
    const { chats } = this.#services.chat;
    const conversation = await chats.expect(this.#chat.id, this.#chat.asker).catch(() => null);
    const turn = conversation && chats.view(conversation, 1).turns.find(({ id }) => id === turnId);
    if (turn?.kind === 'answer')
      panel?.tell(chatNews.text, { turnId, part: partOfStep(turn, step), from, text }, parent);
  }
}
