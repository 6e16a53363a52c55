// What panels are told of conversations: each only of those that it has open, what comes within a frame at once, and nothing lost.

import type { ChatHead, ChatTurn } from '../../../contract/schemas/chat.ts';
import type { PanelEvent } from '../../../contract/schemas/panel-events.ts';
import type { PanelAsker } from '../../../contract/schemas/panel-requests.ts';
import type { TextPiece } from './answer/answer-record.ts';

export interface ChatWatchersOptions {
  /** As they are when they are sent; null for what is not there any more. */
  readonly head: (chatId: string) => ChatHead | null;
  readonly turn: (chatId: string, turnId: string) => ChatTurn | null;
  /** To every panel. */
  readonly tell: (event: PanelEvent) => void;
}

/** A frame of a screen. */
const frameMs = 16;
const listMs = 200;

/** What is to be sent of one conversation with the next frame. */
interface Waiting {
  head: boolean;
  rearranged: boolean;
  readonly turns: Set<string>;
  /** Text that came after the last time that its whole turn was sent or is to be. */
  readonly texts: Map<string, TextPiece & { readonly turnId: string }>;
}

export class ChatWatchers {
  readonly #options: ChatWatchersOptions;
  readonly #panels = new Map<string, Set<PanelAsker>>();
  readonly #waiting = new Map<string, Waiting>();
  #frame: NodeJS.Timeout | null = null;
  readonly #changed = new Set<string>();
  #list: NodeJS.Timeout | null = null;

  constructor(options: ChatWatchersOptions) {
    this.#options = options;
  }

  isOpen(chatId: string): boolean {
    return this.#panels.has(chatId);
  }

  /** What waits to be sent goes out first, to those who follow on a state before this one. */
  open(chatId: string, panel: PanelAsker): void {
    this.#flush();
    if (panel.gone.aborted) return;
    const panels = this.#panels.get(chatId) ?? new Set();
    this.#panels.set(chatId, panels.add(panel));
    panel.gone.addEventListener('abort', () => this.leave(chatId, panel), { once: true });
  }

  leave(chatId: string, panel: PanelAsker): void {
    const panels = this.#panels.get(chatId);
    panels?.delete(panel);
    if (panels?.size === 0) this.#panels.delete(chatId);
  }

  /** Its head is another one, and a turn where one is named. */
  changed(chatId: string, turnId: string | null): void {
    this.#changed.add(chatId);
    this.#list ??= setTimeout(() => this.#tellList(), listMs).unref();
    this.#note(chatId, waiting => {
      waiting.head = true;
      if (turnId === null) return;
      waiting.turns.add(turnId);
      for (const [key, piece] of waiting.texts) if (piece.turnId === turnId) waiting.texts.delete(key);
    });
  }

  text(chatId: string, turnId: string, piece: TextPiece): void {
    this.#note(chatId, waiting => {
      // The whole turn goes out with this frame, and this with it.
      if (waiting.turns.has(turnId)) return;
      const key = `${turnId} ${piece.step} ${piece.field}`;
      const before = waiting.texts.get(key);
      waiting.texts.set(key, {
        ...piece,
        turnId,
        ...(before && { from: before.from, text: before.text + piece.text }),
      });
    });
  }

  /** Other turns are shown than before. */
  rearranged(chatId: string): void {
    this.#note(chatId, waiting => {
      waiting.rearranged = true;
    });
  }

  removed(chatId: string): void {
    this.#waiting.delete(chatId);
    this.#send(chatId, { event: 'chat:removed', data: { conversationId: chatId } });
    this.#panels.delete(chatId);
    this.changed(chatId, null);
  }

  stop(): void {
    for (const timer of [this.#frame, this.#list]) if (timer) clearTimeout(timer);
    this.#panels.clear();
  }

  #note(chatId: string, note: (waiting: Waiting) => void): void {
    if (!this.#panels.has(chatId)) return;
    const waiting = this.#waiting.get(chatId) ?? { head: false, rearranged: false, turns: new Set(), texts: new Map() };
    note(waiting);
    this.#waiting.set(chatId, waiting);
    this.#frame ??= setTimeout(() => this.#flush(), frameMs);
  }

  #flush(): void {
    if (this.#frame) clearTimeout(this.#frame);
    this.#frame = null;
    for (const [chatId, waiting] of this.#waiting)
      for (const event of this.#eventsOf(chatId, waiting)) this.#send(chatId, event);
    this.#waiting.clear();
  }

  #eventsOf(conversationId: string, { head, rearranged, turns, texts }: Waiting): PanelEvent[] {
    // Whoever hears of that asks for the turns anew.
    if (rearranged) return [{ event: 'chat:rearranged', data: { conversationId } }];
    const shown = [...turns].flatMap(turnId => this.#options.turn(conversationId, turnId) ?? []);
    const now = head ? this.#options.head(conversationId) : null;
    return [
      ...shown.map(turn => ({ event: 'chat:turn', data: { conversationId, turn } }) as const),
      ...[...texts.values()].map(piece => ({ event: 'chat:text', data: { conversationId, ...piece } }) as const),
      ...(now ? [{ event: 'chat:head', data: { conversationId, head: now } } as const] : []),
    ];
  }

  #send(chatId: string, event: PanelEvent): void {
    for (const panel of this.#panels.get(chatId) ?? []) panel.send(event);
  }

  #tellList(): void {
    this.#list = null;
    const conversationIds = [...this.#changed];
    this.#changed.clear();
    this.#options.tell({ event: 'chat:changed', data: { conversationIds } });
  }
}
