// The chat in the side panel: the hub's, with the page in front as a part of the question that can be left out.
import { visibleText } from '../../../contract/visible-text.ts';
import { chatFoot } from './chat-foot.ts';
import { type Conversation, isWriting, opened, withNews } from './conversation.ts';
import { button, el, foreign, icon, redraw } from './dom.ts';
import { modelChoice } from './model-choice.ts';
import { PagePart } from './page-part.ts';
import { SideThread } from './side-thread.ts';
import { unsentOf } from './unsent.ts';
import { faultText } from './words/fault-words.ts';
import { words } from './words/words.ts';
import type { ChatRow, ChatView } from '../../../contract/schemas/chat.ts';
import type { CompanionAct, CompanionChatEvent, CompanionView } from '../../../contract/schemas/companion-pages.ts';
import type { PageReading } from './port-messages.ts';

export interface SideChatOptions {
  readonly head: HTMLElement;
  readonly thread: HTMLElement;
  readonly compose: HTMLElement;
  readonly foot: HTMLElement;
  readonly act: (act: CompanionAct) => Promise<unknown>;
  readonly read: () => Promise<PageReading>;
}

const openKey = 'sideConversation';

export class SideChat {
  readonly #options: SideChatOptions;
  readonly #field = el('textarea', { class: 'txt', key: 'ask', at: { rows: '1', 'aria-label': words.chat.ask } });
  readonly #files = el('div', { class: 'files' });
  readonly #said = el('p', { class: 'note fault', at: { role: 'alert' } });
  readonly #controls = el('div', { class: 'ctl' });
  readonly #page: PagePart;
  readonly #thread: SideThread;
  #view: CompanionView | null = null;
  #known: Conversation | null = null;
  #rows: readonly ChatRow[] | null = null;
  #fault: string | null = null;
  #isSending = false;
  #frame = 0;

  constructor(options: SideChatOptions) {
    this.#options = options;
    this.#page = new PagePart({ read: options.read, changed: () => this.#drawCompose() });
    this.#thread = new SideThread(options.thread);
    options.compose.append(this.#files, this.#said, this.#field, this.#controls);
    this.#field.placeholder = words.chat.ask;
    this.#field.addEventListener('input', () => this.#grow());
    this.#field.addEventListener('focus', () => {
      if (this.#view) void this.#page.look();
    });
    this.#field.addEventListener('keydown', event => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      void this.#send();
    });
  }

  get isWriting(): boolean {
    return isWriting(this.#known);
  }

  /** Null while no hub is there. */
  show(view: CompanionView | null): void {
    const wasAway = this.#view === null;
    this.#view = view;
    if (view && wasAway) void this.#reopen();
    this.draw();
  }

  follow(tab: { readonly url: string; readonly isPrivate: boolean } | null): void {
    this.#page.follow(tab);
  }

  heard(event: CompanionChatEvent): void {
    if (!this.#known) return;
    const next = withNews(this.#known, event);
    if (next === 'again') return void this.#open(this.#known.id).catch((error: unknown) => this.#say(error));
    this.#known = next;
    if (next === null) localStorage.removeItem(openKey);
    // Text may arrive many times per frame, and is drawn once in each.
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.draw());
  }

  stop(): void {
    if (this.#known && this.isWriting) this.#act({ kind: 'chat-stop', conversationId: this.#known.id });
  }

  fresh(): void {
    this.#known = null;
    this.#rows = null;
    localStorage.removeItem(openKey);
    this.draw();
    this.#field.focus();
  }

  draw(): void {
    this.#drawHead();
    this.#drawThread();
    this.#drawCompose();
    redraw(this.#options.foot, ...chatFoot(this.#view, this.#known));
  }

  #act(act: CompanionAct): void {
    this.#options.act(act).catch((error: unknown) => this.#say(error));
  }

  #say(error: unknown): void {
    this.#fault = faultText(error);
    this.draw();
  }

  async #reopen(): Promise<void> {
    const id = localStorage.getItem(openKey);
    if (id !== null) await this.#open(id).catch(() => localStorage.removeItem(openKey));
  }

  async #open(id: string): Promise<void> {
    const view = (await this.#options.act({ kind: 'chat-open', conversationId: id })) as ChatView;
    this.#known = opened(id, view);
    this.#rows = null;
    localStorage.setItem(openKey, id);
    this.draw();
  }

  async #list(): Promise<void> {
    if (this.#rows) this.#rows = null;
    else this.#rows = ((await this.#options.act({ kind: 'chat-list' })) as { rows: ChatRow[] }).rows;
    this.draw();
  }

  async #send(): Promise<void> {
    const typed = this.#field.value;
    const before = this.#known?.id;
    if (typed.trim() === '' || this.#isSending || !this.#view) return;
    this.#isSending = true;
    this.#fault = null;
    try {
      const page = await this.#page.take();
      // Who has opened another conversation meanwhile means to ask there, or not at all.
      if (page === undefined || this.#known?.id !== before) return;
      if (!this.#known) {
        const { conversationId } = (await this.#options.act({ kind: 'chat-create' })) as { conversationId: string };
        await this.#open(conversationId);
      }
      const conversationId = this.#known?.id ?? '';
      await this.#options.act({ kind: 'chat-send', conversationId, text: typed.trim(), page });
      this.#field.value = unsentOf(this.#field.value, typed);
      this.#grow();
    } catch (error) {
      this.#say(error);
    } finally {
      this.#isSending = false;
      this.draw();
    }
  }

  #drawThread(): void {
    if (this.#rows)
      this.#thread.list(this.#rows, id => void this.#open(id).catch((error: unknown) => this.#say(error)));
    else if (this.#known) this.#thread.draw(this.#known);
    else this.#thread.say(this.#emptyWords());
  }

  #emptyWords(): string {
    if (!this.#view) return words.chat.needsHub;
    return this.#view.models.chat ? words.chat.noChat : words.chat.noModel;
  }

  #drawHead(): void {
    const title = this.#known?.head.row.title;
    const labelled = (label: string) => ({ 'aria-label': label, title: label });
    redraw(
      this.#options.head,
      el('h2', {}, words.chat.head),
      foreign(visibleText(title || (this.#known ? words.chat.untitled : '')), { class: 'mm xxs cut' }),
      el('span', { class: 'grow' }),
      button(icon('history'), () => void this.#list().catch((error: unknown) => this.#say(error)), {
        ...{ class: 'btn ico ghost sm', key: 'list', disabled: this.#view === null },
        at: { ...labelled(words.chat.conversations), 'aria-expanded': String(this.#rows !== null) },
      }),
      button(icon('plus'), () => this.fresh(), {
        ...{ class: 'btn ico ghost sm', key: 'fresh', disabled: this.#view === null },
        at: { ...labelled(words.chat.fresh), 'aria-keyshortcuts': 'N' },
      }),
    );
  }

  /** The field itself is never replaced, so typing goes on undisturbed. */
  #drawCompose(): void {
    const isAway = this.#view === null;
    this.#field.disabled = isAway;
    redraw(this.#files, this.#page.chip());
    redraw(this.#said, this.#fault);
    const models = modelChoice(this.#view?.models, this.#known, model => this.#choose(model));
    redraw(this.#controls, models, el('span', { class: 'grow' }), this.#button(isAway));
  }

  #choose(model: string | null): void {
    if (this.#known) this.#act({ kind: 'chat-model', conversationId: this.#known.id, model });
  }

  #button(isAway: boolean): HTMLElement {
    if (this.isWriting)
      return button(words.chat.stop, () => this.stop(), { class: 'btn sm', keycap: 'Esc', key: 'send' });
    const disabled = isAway || this.#isSending || this.#field.value.trim() === '' || !this.#view?.models.chat;
    return button(words.chat.send, () => void this.#send(), {
      class: 'btn sm',
      keycap: 'Enter',
      key: 'send',
      disabled,
    });
  }

  #grow(): void {
    this.#field.style.height = 'auto';
    this.#field.style.height = `${Math.min(160, this.#field.scrollHeight)}px`;
    const send = this.#options.compose.querySelector<HTMLButtonElement>('[data-key="send"]');
    if (send && !this.isWriting)
      send.disabled = this.#field.value.trim() === '' || this.#isSending || !this.#view?.models.chat;
  }
}
