// The questions that wait for the user. Identical asks of one client join one prompt; every asker gets exactly one answer.
import { hubError } from '../../../words/hub-error.ts';
import { cancelled, wait } from '../platform/wait.ts';
import { isSameCall, speaksOf } from './answer.ts';
import { sameResource } from './decide.ts';
import type { Prompt, PromptAsk } from '../../../contract/schemas/permissions.ts';
import type { StateWriter } from '../state/publisher.ts';
import type { Answer, Question } from './answer.ts';

/** How a wait ended: answered; or a rule that came meanwhile answers; or the asker's patience ran out while the prompt stays. */
export type Waited =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'ruled' }
  | { readonly kind: 'undecided' };

export interface PromptQueueOptions {
  readonly state: StateWriter;
  readonly now: () => number;
  /** Stores the grant that the answer stands for; the answer takes effect when this has resolved. */
  readonly store: (prompt: Prompt, answer: Answer) => Promise<void>;
}

/** What a card has on request, for it is too much for every panel at all times. */
export interface BehindCard {
  /** All of the arguments, masked. */
  readonly whole: () => string;
  /** A JPEG in base64 of what the call would act on. */
  readonly picture: string | null;
}

export interface StillAsked {
  /** Whether the call would still be asked about. */
  asks(): boolean;
  /** Whether it is still what would be done. Throws where that cannot be said now. */
  isIt(): boolean;
}

interface Waiter {
  readonly question: Question;
  readonly behind: BehindCard;
  readonly still: StillAsked;
  /** The card it waits at; another one when the answer on the first did not speak of it. */
  open: Open;
  /** When its call's own time ends, in milliseconds since 1970; null where it has the usual patience. */
  readonly until: number | null;
  settle(waited: Waited): void;
}

interface Open {
  prompt: Prompt;
  /** Of the call that the card shows, also when its asker was told to call again. */
  readonly behind: BehindCard;
  readonly waiters: Set<Waiter>;
  timer: NodeJS.Timeout;
}

/** MCP clients give up after 60 s, so an asker is answered before that; the card stays longer. Other wires have less patience, and a call that names its time has that. */
export const mcpPatienceMs = 50_000;
const cardMs = 120_000;
const maxOpen = 200;
const maxAsks = 20;

export class PromptQueue {
  readonly #options: PromptQueueOptions;
  readonly #open = new Map<string, Open>();
  #nextId = 1;

  constructor(options: PromptQueueOptions) {
    this.#options = options;
  }

  /** Waits for the user's answer. Rejects with ERR_CANCELLED when the asker leaves; its call is then never executed. */
  async ask(
    question: Question,
    signal: AbortSignal,
    patienceMs = mcpPatienceMs,
    still: StillAsked = { asks: () => true, isIt: () => true },
    behind: BehindCard = { whole: () => question.argumentsText, picture: null },
  ): Promise<Waited> {
    if (signal.aborted) throw cancelled();
    const open = this.#find(question) ?? this.#create(question, behind);
    const until = patienceMs > mcpPatienceMs ? this.#options.now() + patienceMs : null;
    let waiter: Waiter;
    return wait<Waited>({
      signal,
      timeoutMs: patienceMs,
      begin: settle => {
        waiter = { question, behind, still, open, until, settle: waited => settle(() => waited) };
        this.#join(waiter, open);
        return () => {
          waiter.open.waiters.delete(waiter);
          this.#count(waiter.open);
        };
      },
      onTimeout: () => ({ kind: 'undecided' }),
      onAbort: () => {
        if (waiter.open.waiters.size === 0) this.#close(waiter.open);
        throw cancelled();
      },
    });
  }

  /** Throws ERR_INVALID_ARGUMENTS when the prompt has ended. A second answer to the same prompt does nothing. */
  async answer(promptId: string, answer: Answer): Promise<void> {
    const open = this.#open.get(promptId);
    if (!open) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'prompt-ended', prompt: promptId });
    if (!open.prompt.breadths.includes(answer.breadth))
      throw hubError('ERR_INVALID_ARGUMENTS', {
        kind: 'prompt-not-for',
        prompt: promptId,
        answer: answer.breadth,
        breadths: open.prompt.breadths,
      });
    this.#close(open);
    this.#reopen(open, answer);
    try {
      await this.#options.store(open.prompt, answer);
    } catch (error) {
      this.#settle(open, { kind: 'undecided' });
      throw error;
    }
    this.#settle(open, { kind: 'answered', answer });
  }

  get(promptId: string): Prompt | null {
    return this.#open.get(promptId)?.prompt ?? null;
  }

  /** Those at which calls of this agent wait. */
  of(agentId: string): Prompt[] {
    const open = [...this.#open.values()].map(({ prompt }) => prompt);
    return open.filter(({ asks }) => asks.some(ask => ask.agentId === agentId));
  }

  /** All of the arguments of one of the calls that wait at a prompt, masked. Throws ERR_INVALID_ARGUMENTS when it waits no more. */
  argumentsOf(promptId: string, call: string): string {
    return this.#behind(promptId, call).whole();
  }

  /** What its page showed; null where there is no picture. Throws as `argumentsOf`. */
  pictureOf(promptId: string, call: string): string | null {
    return this.#behind(promptId, call).picture;
  }

  #behind(promptId: string, call: string): BehindCard {
    const open = this.#open.get(promptId);
    if (open?.prompt.call === call) return open.behind;
    const waiter = [...(open?.waiters ?? [])].find(({ question }) => question.call === call);
    if (waiter) return waiter.behind;
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'prompt-waits-no-more', prompt: promptId });
  }

  /** The same answer to several; returns how many of them still waited for one. */
  async answerAll(promptIds: readonly string[], answer: Answer): Promise<number> {
    const waiting = promptIds.filter(id => this.#open.has(id));
    let answered = 0;
    for (const id of waiting) {
      // The answer to one may have answered the next.
      if (!this.#open.has(id)) continue;
      await this.answer(id, answer);
      answered += 1;
    }
    return answered;
  }

  /** Rules came or went: whoever need not be asked any more goes on. */
  recheck(): void {
    this.#ruleWhere(({ still }) => !still.asks());
  }

  /** Tools are others now: nobody says yes to what is no more. One that is not there for the moment may come back as it was. */
  toolsChanged(): void {
    this.#ruleWhere(({ still }) => {
      try {
        return !still.isIt();
      } catch {
        return false;
      }
    });
  }

  #ruleWhere(isRuled: (waiter: Waiter) => boolean): void {
    for (const open of [...this.#open.values()]) {
      const ruled = [...open.waiters].filter(isRuled);
      for (const waiter of ruled) waiter.settle({ kind: 'ruled' });
      if (ruled.length > 0 && open.waiters.size === 0) this.#close(open);
    }
  }

  /**
   * Cards about this tab go: an answer would be kept for whatever comes under its number next. Who asks about another tab
   * waits on, at a card of its own.
   */
  tabEnded(browserId: string, tabId: number): void {
    const isOfTab = ({ tab }: Question) => tab?.browserId === browserId && tab.tabId === tabId;
    for (const open of [...this.#open.values()].filter(({ prompt }) => isOfTab(prompt))) {
      this.#close(open);
      for (const waiter of [...open.waiters])
        if (isOfTab(waiter.question)) waiter.settle({ kind: 'ruled' });
        else this.#move(waiter);
    }
    this.recheck();
  }

  /** What was asked about is gone: its askers are told to call again, and will learn that it is gone. */
  serverRemoved(serverId: string): void {
    for (const open of [...this.#open.values()]) {
      const { resource } = open.prompt;
      if (resource.kind === 'server' && resource.serverId === serverId) this.#end(open);
    }
  }

  pluginForgotten(pluginId: string): void {
    for (const open of [...this.#open.values()]) {
      const { resource } = open.prompt;
      if (resource.kind === 'plugin' && resource.pluginId === pluginId) this.#end(open);
    }
  }

  agentLeft(agentId: string): void {
    for (const open of [...this.#open.values()])
      if (open.prompt.agentId === agentId && open.waiters.size === 0) this.#close(open);
  }

  stop(): void {
    for (const open of [...this.#open.values()]) this.#end(open);
  }

  #find(question: Question): Open | undefined {
    return [...this.#open.values()].find(
      ({ prompt }) =>
        prompt.clientId === question.clientId &&
        prompt.subject.kind === question.subject.kind &&
        prompt.subject.id === question.subject.id &&
        prompt.scope === question.scope &&
        sameResource(prompt.resource, question.resource) &&
        (!(isAlone(prompt) || isAlone(question)) || isSameCall(prompt, question)),
    );
  }

  #create(question: Question, behind: BehindCard): Open {
    if (this.#open.size >= maxOpen) throw hubError('ERR_RATE_LIMITED', { kind: 'too-many-prompts', most: maxOpen });
    const now = this.#options.now();
    const id = String(this.#nextId++);
    const prompt: Prompt = { ...question, id, askedAt: now, expiresAt: now + cardMs, calls: 0, asks: [] };
    const open: Open = { prompt, behind, waiters: new Set(), timer: setTimeout(() => this.#end(open), cardMs) };
    this.#open.set(prompt.id, open);
    return open;
  }

  /** A card stays as long as a call with a time of its own waits at it. */
  #lengthen(open: Open, until: number | null): void {
    if (until === null || until <= open.prompt.expiresAt) return;
    clearTimeout(open.timer);
    open.prompt = { ...open.prompt, expiresAt: until };
    open.timer = setTimeout(() => this.#end(open), until - this.#options.now());
  }

  #end(open: Open): void {
    this.#close(open);
    this.#settle(open, { kind: 'undecided' });
  }

  #join(waiter: Waiter, open: Open): void {
    waiter.open = open;
    this.#lengthen(open, waiter.until);
    open.waiters.add(waiter);
    this.#count(open);
  }

  /** Askers of whom the answer does not speak wait on, at a card that shows what they asked. */
  #reopen(answered: Open, answer: Answer): void {
    for (const waiter of [...answered.waiters])
      if (!speaksOf(answered.prompt, answer, waiter.question)) this.#move(waiter);
  }

  #move(waiter: Waiter): void {
    waiter.open.waiters.delete(waiter);
    this.#join(waiter, this.#find(waiter.question) ?? this.#create(waiter.question, waiter.behind));
  }

  #count(open: Open): void {
    if (this.#open.get(open.prompt.id) !== open) return;
    open.prompt = { ...open.prompt, calls: open.waiters.size, asks: asksOf(open.waiters) };
    this.#options.state.set('prompts', open.prompt.id, open.prompt);
  }

  #settle(open: Open, waited: Waited): void {
    for (const waiter of [...open.waiters]) waiter.settle(waited);
  }

  #close(open: Open): void {
    clearTimeout(open.timer);
    this.#open.delete(open.prompt.id);
    this.#options.state.remove('prompts', open.prompt.id);
  }
}

/** It shares its card only with the very same call: it may destroy something, or an answer speaks of its own tool alone. */
function isAlone({ destructive, breadths }: Pick<Question, 'destructive' | 'breadths'>): boolean {
  return destructive || breadths.length === 1;
}

/** What waits, alike calls as one. */
function asksOf(waiters: Iterable<Waiter>): PromptAsk[] {
  const asks = new Map<string, PromptAsk>();
  for (const { question } of waiters) {
    const { agentId, tool, where, call, argumentsText, argumentsChars, description } = question;
    const key = `${agentId} ${call}`;
    const calls = (asks.get(key)?.calls ?? 0) + 1;
    if (asks.size < maxAsks || asks.has(key))
      asks.set(key, {
        ...{ agentId, tool, where, call, argumentsText, argumentsChars, calls },
        ...(description && { description }),
      });
  }
  return [...asks.values()];
}
