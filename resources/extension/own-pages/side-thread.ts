// The messages of the side panel's conversation as they stand there, or in their place the list of all conversations.
import { visibleText } from '../../../contract/visible-text.ts';
import { turnView } from './chat-turns.ts';
import { button, el, foreign, redraw } from './dom.ts';
import { words } from './words/words.ts';
import type { ChatRow, ChatTurn } from '../../../contract/schemas/chat.ts';
import type { Conversation } from './conversation.ts';

export class SideThread {
  readonly #place: HTMLElement;
  readonly #drawn = new Map<string, { readonly turn: ChatTurn; readonly element: HTMLElement }>();

  constructor(place: HTMLElement) {
    this.#place = place;
  }

  /** There is no conversation. */
  say(sentence: string): void {
    this.#drawn.clear();
    redraw(this.#place, el('p', { class: 'note' }, sentence));
  }

  draw(known: Conversation): void {
    const thread = this.#place;
    const isAtEnd = thread.scrollHeight - thread.scrollTop - thread.clientHeight < 40;
    const earlier = known.earlier > 0 ? el('p', { class: 'note' }, words.chat.earlier(known.earlier)) : null;
    const queued = known.head.queued;
    // What has not changed stays as it is, unfolded calls and selections with it.
    const turns = known.turns.map(turn => {
      const before = this.#drawn.get(turn.id);
      if (before?.turn === turn) return before.element;
      const element = turnView(turn);
      this.#drawn.set(turn.id, { turn, element });
      return element;
    });
    const waits =
      queued &&
      el('div', { class: 'turn' }, foreign(visibleText(queued.text)), el('p', { class: 'note' }, words.chat.queued));
    redraw(thread, earlier, ...turns, waits);
    if (isAtEnd) thread.scrollTop = thread.scrollHeight;
  }

  list(rows: readonly ChatRow[], open: (id: string) => void): void {
    if (rows.length === 0) return redraw(this.#place, el('p', { class: 'note' }, words.chat.noneYet));
    redraw(
      this.#place,
      el(
        'ul',
        { class: 'rows', at: { 'aria-label': words.chat.conversations } },
        ...rows.map(({ id, title }) => {
          const shown = foreign(visibleText(title || words.chat.untitled));
          return el(
            'li',
            {},
            button(shown, () => open(id), { class: 'row-b', key: id }),
          );
        }),
      ),
    );
  }
}
