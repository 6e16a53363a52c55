// The chat in the side panel: the hub's, with the page in front as a part of the question that can be left out.
import { isScriptable, originOf } from '../../../contract/sites.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { turnView } from './chat-turns.ts';
import { type Conversation, isWriting, opened, withNews } from './conversation.ts';
import { button, el, foreign, icon, redraw } from './dom.ts';
import { whereItGoes } from './origin-view.ts';
import { unsentOf } from './unsent.ts';
import { faultText } from './words/fault-words.ts';
import { size, words } from './words/words.ts';
import type { ChatRow, ChatTurn, ChatView } from '../../../contract/schemas/chat.ts';
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

type Unreadable = Extract<PageReading, { kind: 'unreadable' }>['why'];
const openKey = 'sideConversation';

export class SideChat {
  readonly #options: SideChatOptions;
  readonly #field = el('textarea', { class: 'txt', key: 'ask', at: { rows: '1', 'aria-label': words.chat.ask } });
  readonly #files = el('div', { class: 'files' });
  readonly #said = el('p', { class: 'note fault', at: { role: 'alert' } });
  readonly #controls = el('div', { class: 'ctl' });
  readonly #drawn = new Map<string, { readonly turn: ChatTurn; readonly element: HTMLElement }>();
  #view: CompanionView | null = null;
  #known: Conversation | null = null;
  #rows: readonly ChatRow[] | null = null;
  #tab: { readonly url: string; readonly isPrivate: boolean } | null = null;
  #withPage = true;
  #bytes: number | null = null;
  #why: Unreadable | null = null;
  #fault: string | null = null;
  #isSending = false;
  #frame = 0;

  constructor(options: SideChatOptions) {
    this.#options = options;
    options.compose.append(this.#files, this.#said, this.#field, this.#controls);
    this.#field.placeholder = words.chat.ask;
    this.#field.addEventListener('input', () => this.#grow());
    this.#field.addEventListener('focus', () => void this.#look());
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

  /** What the tab in front is; the text of the one before is that one's. */
  follow(tab: { readonly url: string; readonly isPrivate: boolean } | null): void {
    if (tab?.url === this.#tab?.url && tab?.isPrivate === this.#tab?.isPrivate) return;
    this.#tab = tab;
    this.#bytes = null;
    this.#why = unreadable(tab);
    this.draw();
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
    this.#drawFoot();
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

  /** How large the page's text is; it is read again when it is sent. */
  async #look(): Promise<void> {
    if (!this.#withPage || this.#why !== null || this.#bytes !== null || !this.#view) return;
    const tab = this.#tab;
    const reading = await this.#options.read().catch(() => null);
    if (this.#tab !== tab || reading?.kind !== 'read') return;
    this.#bytes = new TextEncoder().encode(reading.text).length;
    this.#drawCompose();
  }

  async #send(): Promise<void> {
    const typed = this.#field.value;
    const before = this.#known?.id;
    if (typed.trim() === '' || this.#isSending || !this.#view) return;
    this.#isSending = true;
    this.#fault = null;
    try {
      const page = await this.#page();
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

  /** Null where it is left out; undefined where it should have gone along but could not be read, which the user has to see first. */
  async #page(): Promise<{ origin: string; data: string } | null | undefined> {
    if (!this.#withPage || this.#why === 'browser-page' || this.#why === 'private') return null;
    const tab = this.#tab;
    const reading = await this.#options.read();
    if (this.#tab !== tab) return undefined;
    if (reading.kind === 'unreadable') {
      this.#why = reading.why;
      return undefined;
    }
    const bytes = new TextEncoder().encode(reading.text);
    this.#bytes = bytes.length;
    return { origin: reading.origin, data: base64(bytes) };
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

  #drawThread(): void {
    const { thread } = this.#options;
    if (this.#rows) return redraw(thread, this.#listView(this.#rows));
    const known = this.#known;
    if (!known) {
      this.#drawn.clear();
      return redraw(thread, el('p', { class: 'note' }, this.#emptyWords()));
    }
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

  #emptyWords(): string {
    if (!this.#view) return words.chat.needsHub;
    return this.#view.models.chat ? words.chat.noChat : words.chat.noModel;
  }

  #listView(rows: readonly ChatRow[]): HTMLElement {
    if (rows.length === 0) return el('p', { class: 'note' }, words.chat.noneYet);
    const open = (id: string) => () => void this.#open(id).catch((error: unknown) => this.#say(error));
    return el(
      'ul',
      { class: 'rows', at: { 'aria-label': words.chat.conversations } },
      ...rows.map(({ id, title }) =>
        el('li', {}, button(foreign(visibleText(title || words.chat.untitled)), open(id), { class: 'row-b', key: id })),
      ),
    );
  }

  /** The field itself is never replaced, so typing goes on undisturbed. */
  #drawCompose(): void {
    const isAway = this.#view === null;
    this.#field.disabled = isAway;
    redraw(this.#files, this.#chip());
    redraw(this.#said, this.#fault);
    redraw(this.#controls, this.#models(), el('span', { class: 'grow' }), this.#button(isAway));
  }

  #chip(): HTMLElement {
    const toggle = () => {
      this.#withPage = !this.#withPage;
      this.draw();
    };
    if (!this.#withPage) return button(words.chat.addPage, toggle, { class: 'file off', key: 'page' });
    const why = this.#why;
    const more = why ? words.chat.unreadable[why] : this.#bytes === null ? '' : size(this.#bytes);
    return el(
      'span',
      { class: why ? 'file dashed' : 'file' },
      icon('page', 'i12'),
      words.chat.thisPage,
      more === '' ? null : el('span', { class: 'mm' }, more),
      button(icon('close'), toggle, {
        ...{ class: 'x', key: 'page' },
        at: { 'aria-label': words.chat.removePage, title: words.chat.removePage },
      }),
    );
  }

  #models(): HTMLElement | null {
    const models = this.#view?.models;
    if (!models?.chat) return null;
    const chosen = this.#known?.head.settings.model ?? '';
    const field = el('select', { class: 'sel quiet', key: 'model', at: { 'aria-label': words.chat.model } });
    const named = this.#known?.head.model?.model ?? models.chat.name;
    const options = models.choices.filter(({ value }) => value !== chosen);
    field.append(el('option', { at: { value: chosen } }, visibleText(named)));
    for (const { value, name } of options)
      if (name !== named) field.append(el('option', { at: { value } }, visibleText(name)));
    field.disabled = !this.#known;
    field.addEventListener('change', () => {
      if (this.#known) this.#act({ kind: 'chat-model', conversationId: this.#known.id, model: field.value || null });
    });
    return field;
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

  #drawFoot(): void {
    const view = this.#view;
    if (!view) return redraw(this.#options.foot, el('span', {}, words.hub.standalone));
    const goes = this.#known?.head.model ?? view.models.chat;
    redraw(
      this.#options.foot,
      goes ? whereItGoes(goes.goesTo) : null,
      el('span', { class: 'grow' }),
      el('span', { class: 'cut' }, this.#glance(view)),
    );
  }

  #glance({ servers }: CompanionView): string {
    const answer = this.#known?.turns.findLast(turn => turn.kind === 'answer');
    if (!answer || !this.#known) {
      const running = servers.filter(({ state }) => state === 'running').length;
      return words.chat.servers(servers.length, running);
    }
    const picked = answer.sources.filter(({ picked: is, kind }) => is && kind !== 'browser').length;
    return words.chat.budget(picked, answer.spent.calls, answer.spent.maxCalls);
  }

  #grow(): void {
    this.#field.style.height = 'auto';
    this.#field.style.height = `${Math.min(160, this.#field.scrollHeight)}px`;
    const send = this.#options.compose.querySelector<HTMLButtonElement>('[data-key="send"]');
    if (send && !this.isWriting)
      send.disabled = this.#field.value.trim() === '' || this.#isSending || !this.#view?.models.chat;
  }
}

function unreadable(tab: { readonly url: string; readonly isPrivate: boolean } | null): Unreadable | null {
  if (!tab || originOf(tab.url) === null || !isScriptable(tab.url)) return 'browser-page';
  return tab.isPrivate ? 'private' : null;
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}
