// One conversation while it is used: its turns as a tree, of which one way is shown, and what is kept of both.
import { firstBudget, maxTitleChars } from '../../../contract/chat.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { ChatChange, ChatOrigin, ChatSettings } from '../../../contract/schemas/chat.ts';
import type { KeptAnswer, KeptChat, KeptQuestion, KeptTurn } from '../../../contract/schemas/chat-kept.ts';
import type { ChatsTable } from '../store/chats-table.ts';

export const firstSettings: ChatSettings = {
  model: null,
  servers: 'picked',
  chosen: [],
  systemPrompt: '',
  budget: { ...firstBudget, cost: null },
  totalCalls: null,
  totalCost: null,
};

const titleChars = 60;

export interface ConversationOptions {
  readonly persist: Pick<ChatsTable, 'put' | 'putTurn'>;
  readonly now: () => number;
  readonly newId: () => string;
  /** Hides secrets in what is kept. */
  readonly mask: { value<T>(value: T): T };
  /** Something is other than before: what is kept, or one of its turns. */
  readonly changed: (chatId: string, turn: KeptTurn | null) => void;
}

export function newChat(from: ChatOrigin, { now, newId }: Pick<ConversationOptions, 'now' | 'newId'>): KeptChat {
  const at = now();
  return {
    id: newId(),
    title: '',
    isNamed: false,
    isBranch: false,
    from,
    settings: firstSettings,
    leaf: null,
    queued: null,
    lastModel: null,
    questions: 0,
    failed: false,
    totalCalls: 0,
    totalCost: null,
    mark: newId(),
    createdAt: at,
    updatedAt: at,
  };
}

export class Conversation {
  readonly #options: ConversationOptions;
  /** It was removed: whoever still holds it changes nothing. */
  isGone = false;
  #isClearing = false;
  readonly #turns = new Map<string, KeptTurn>();
  #chat: KeptChat;

  constructor(chat: KeptChat, turns: readonly KeptTurn[], options: ConversationOptions) {
    this.#options = options;
    this.#chat = chat;
    for (const turn of turns) this.#turns.set(turn.id, turn);
  }

  get id(): string {
    return this.#chat.id;
  }

  get chat(): KeptChat {
    return this.#chat;
  }

  /** The turns that are shown, the oldest first. */
  path(leaf = this.#chat.leaf): KeptTurn[] {
    const path: KeptTurn[] = [];
    for (let at = leaf; at !== null; ) {
      const turn = this.#turns.get(at);
      if (!turn) break;
      path.push(turn);
      at = turn.parent;
    }
    return path.toReversed();
  }

  /** The other versions of a turn and itself, the oldest first. */
  versions({ parent, kind }: KeptTurn): KeptTurn[] {
    return [...this.#turns.values()].filter(turn => turn.parent === parent && turn.kind === kind);
  }

  /** Throws ERR_INVALID_ARGUMENTS where there is none of that id and kind. */
  expect<K extends KeptTurn['kind']>(turnId: string, kind?: K): Extract<KeptTurn, { kind: K }> {
    const turn = this.#turns.get(turnId);
    if (!turn || (kind && turn.kind !== kind)) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-chat-turn' });
    return turn as Extract<KeptTurn, { kind: K }>;
  }

  ask(text: string, files: KeptQuestion['files'], parent: string | null): KeptQuestion {
    const question: KeptQuestion = { kind: 'question', ...this.#place(parent), text, files };
    this.#add(question);
    const { isNamed, title, questions } = this.#chat;
    const named = isNamed || title !== '' ? {} : { title: titleOf(text) };
    this.update({ ...named, questions: questions + 1 });
    return question;
  }

  answer(parent: string, fields: Omit<KeptAnswer, 'kind' | 'id' | 'parent' | 'at'>): KeptAnswer {
    const answer: KeptAnswer = { kind: 'answer', ...this.#place(parent), ...fields };
    this.#add(answer);
    return answer;
  }

  /** In place of the turn with its id. */
  put(turn: KeptTurn): void {
    // It may have been cleared away meanwhile.
    if (!this.#turns.has(turn.id)) return;
    this.#turns.set(turn.id, turn);
    this.#write(turn);
    this.#options.changed(this.id, turn);
  }

  /** The same, but for the disk: the next step or the end is written. */
  show(turn: KeptTurn): void {
    if (this.#turns.has(turn.id)) this.#turns.set(turn.id, turn);
  }

  update(change: Partial<KeptChat>): void {
    if (this.isGone) return;
    this.#chat = { ...this.#chat, ...change, updatedAt: this.#options.now() };
    this.#options.persist.put(this.id, () => this.#options.mask.value(this.#chat));
    this.#options.changed(this.id, null);
  }

  set({ title, budget, ...settings }: ChatChange): void {
    const { settings: before } = this.#chat;
    this.update({
      ...(title !== undefined && { title, isNamed: true, isBranch: false }),
      settings: { ...before, ...settings, budget: { ...before.budget, ...budget } },
    });
  }

  /** Shows this version, and of what followed on it the newest each time. */
  choose(turnId: string): void {
    let leaf = this.expect(turnId).id;
    for (;;) {
      const next = [...this.#turns.values()].findLast(({ parent }) => parent === leaf);
      if (!next) break;
      leaf = next.id;
    }
    this.update({ leaf });
  }

  /** Copies of these turns, which lead from one to the next; `fileId` names the copies of their files. */
  fill(path: readonly KeptTurn[], fileId: (id: string) => string, title: string): void {
    let parent: string | null = null;
    for (const turn of path) {
      const place: Pick<KeptTurn, 'id' | 'parent'> = { id: this.#options.newId(), parent };
      const copy: KeptTurn =
        turn.kind === 'answer'
          ? { ...turn, ...place }
          : { ...turn, ...place, files: turn.files.map(file => ({ ...file, id: fileId(file.id) })) };
      this.#turns.set(copy.id, copy);
      this.#write(copy);
      parent = copy.id;
    }
    const questions = path.filter(({ kind }) => kind === 'question').length;
    this.update({ leaf: parent, questions, title, isBranch: true });
  }

  /** Its turns go once that is kept; until then nobody asks in it. Rejects as `keep` does: then all is as before. */
  async clear(keep: (cleared: KeptChat) => Promise<void>): Promise<void> {
    this.expectOpen();
    this.#isClearing = true;
    const empty = { leaf: null, queued: null, lastModel: null, questions: 0, failed: false };
    const cleared = { ...empty, totalCalls: 0, totalCost: null };
    try {
      const { mask, now } = this.#options;
      await keep(mask.value({ ...this.#chat, ...cleared, updatedAt: now() }));
      this.#turns.clear();
    } finally {
      this.#isClearing = false;
    }
    this.update(cleared);
  }

  /** Throws where nothing can be asked in it: it was removed, or is being cleared. */
  expectOpen(): void {
    if (this.isGone) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-chat' });
    if (this.#isClearing) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'chat-clears' });
  }

  #place(parent: string | null) {
    return { id: this.#options.newId(), parent, at: this.#options.now() };
  }

  #add(turn: KeptTurn): void {
    this.#turns.set(turn.id, turn);
    this.#write(turn);
    this.update({ leaf: turn.id });
    this.#options.changed(this.id, turn);
  }

  #write({ id }: KeptTurn): void {
    if (this.isGone) return;
    const { persist, mask } = this.#options;
    const turn = this.#turns.get(id);
    // The newest is written: it may be another one by then.
    if (turn) persist.putTurn(this.id, id, () => mask.value(this.#turns.get(id) ?? turn));
  }
}

/** The beginning of the first line that says something. */
export function titleOf(text: string): string {
  const line = text.split('\n').find(one => one.trim() !== '') ?? '';
  const words = line.trim().replace(/\s+/g, ' ');
  if (words.length <= titleChars) return words;
  const cut = words.slice(0, titleChars);
  const end = cut.lastIndexOf(' ');
  return `${end > titleChars / 2 ? cut.slice(0, end) : cut}…`.slice(0, maxTitleChars);
}
