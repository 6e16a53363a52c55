// What pages ask the user: one question for each document, into which its later requests go. Every request gets the one answer. The only
// writer of `siteQuestions`.
import { hubError } from '../../../words/hub-error.ts';
import { cancelled } from '../platform/wait.ts';
import { expectAnswers, questionKeeping, questionOf, questionWith } from './site-question.ts';
import type { AskedTool, SiteAnswer, SiteQuestion, SiteQuestionEnd } from '../../../contract/schemas/web-agent.ts';
import type { StateWriter } from '../state/publisher.ts';
import type { SiteAsk, SiteAsker } from './site-question.ts';

/** How a request of a page ended. Nothing was granted where it is not answered. */
export type SiteAsked =
  | { readonly kind: 'answered'; readonly answer: SiteAnswer }
  | { readonly kind: Exclude<SiteQuestionEnd, 'answered'> };

export interface SiteQuestionsOptions {
  readonly state: StateWriter;
  readonly now: () => number;
  /** Stores the grants that the answer stands for; the answer takes effect when this has resolved. */
  readonly store: (question: SiteQuestion, answer: SiteAnswer) => Promise<void>;
  /** The document of a question was left while its answer was stored. */
  readonly leftMeanwhile: (question: SiteQuestion) => void;
  readonly onEnded: (question: SiteQuestion, end: SiteQuestionEnd) => void;
}

interface Open {
  question: SiteQuestion;
  readonly document: string;
  readonly waiters: Set<(asked: SiteAsked) => void>;
  timer: NodeJS.Timeout;
  isLeft: boolean;
}

/** As long as a card of an agent's question stays; what is added to it gives the user that time again. */
const cardMs = 120_000;
const maxOfBrowser = 20;
/** Of these, so that one site with many frames or tabs leaves room for the others. */
const maxOfTab = 3;
const maxOfOrigin = 3;

export class SiteQuestions {
  readonly #options: SiteQuestionsOptions;
  readonly #open = new Map<string, Open>();
  /** Those whose answers are being stored. */
  readonly #storing = new Set<Open>();
  #nextId = 1;

  constructor(options: SiteQuestionsOptions) {
    this.#options = options;
  }

  /**
   * Waits for the user's answer, whether a panel is open or not. Rejects with ERR_CANCELLED when the page withdraws its request, and with
   * ERR_RATE_LIMITED where as many pages of its browser ask as are kept.
   */
  ask(asker: SiteAsker, ask: SiteAsk, signal: AbortSignal): Promise<SiteAsked> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) throw cancelled();
      const open = this.#join(asker, ask);
      const settle = (asked: SiteAsked) => {
        signal.removeEventListener('abort', leave);
        resolve(asked);
      };
      const leave = () => {
        open.waiters.delete(settle);
        reject(cancelled());
        if (open.waiters.size === 0) this.#end(open, 'gone');
      };
      open.waiters.add(settle);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /**
   * Resolves when what the answer stands for is kept. Rejects with ERR_INVALID_ARGUMENTS when the question has ended, when it asks for more
   * than the user saw, and for scopes and tools that it does not ask for.
   */
  async answer(answer: SiteAnswer): Promise<void> {
    const open = this.#open.get(answer.id);
    if (!open) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'site-question-ended', origin: null });
    expectAnswers(open.question, answer);
    this.#close(open);
    this.#storing.add(open);
    try {
      await this.#options.store(open.question, answer);
    } catch (error) {
      this.#settle(open, { kind: 'closed' });
      throw error;
    } finally {
      this.#storing.delete(open);
    }
    if (open.isLeft) this.#options.leftMeanwhile(open.question);
    this.#settle(open, { kind: 'answered', answer });
  }

  get(id: string): SiteQuestion | null {
    return this.#open.get(id)?.question ?? null;
  }

  /** Its page has navigated, was closed, or its browser is gone. */
  documentGone(document: string): void {
    this.#endWhere(open => open.document === document, 'gone');
    for (const open of this.#storing) open.isLeft ||= open.document === document;
  }

  /** A server or a plugin is gone, and its id is free for another: what is asked about its tools is asked no more. */
  offererGone(kind: 'server' | 'plugin', id: string): void {
    this.#keepTools(({ source }) => source.kind !== kind || source.id !== id);
  }

  /**
   * Tools may be others now than the user is shown; those are asked about no more, and their pages may ask anew. `definitionOf`: the hash of
   * what a tool says of itself now, null for one that is not there, as while its server starts again.
   */
  toolsChanged(definitionOf: (toolId: string) => string | null): void {
    this.#keepTools(({ id, definition }) => {
      const now = definition === undefined ? null : definitionOf(id);
      return now === null || now === definition;
    });
  }

  /** The user wants nothing of this origin any more, nor of what stands in its pages. */
  originBlocked(origin: string): void {
    this.#endWhere(({ question }) => question.origin === origin || question.embeddedIn === origin, 'closed');
  }

  stop(): void {
    this.#endWhere(() => true, 'closed');
  }

  #join(asker: SiteAsker, ask: SiteAsk): Open {
    const known = [...this.#open.values()].find(({ document }) => document === asker.document);
    if (!known) return this.#create(asker, ask);
    const question = questionWith(known.question, ask);
    if (question === known.question) return known;
    clearTimeout(known.timer);
    known.timer = setTimeout(() => this.#end(known, 'expired'), cardMs);
    known.question = { ...question, expiresAt: this.#options.now() + cardMs };
    this.#show(known);
    return known;
  }

  #create(asker: SiteAsker, ask: SiteAsk): Open {
    this.#expectRoom(asker);
    const askedAt = this.#options.now();
    const id = `page-${this.#nextId++}`;
    const question = questionOf(asker, ask, { id, askedAt, expiresAt: askedAt + cardMs });
    const { document } = asker;
    const open: Open = {
      question,
      document,
      waiters: new Set(),
      timer: setTimeout(() => this.#end(open, 'expired'), cardMs),
      isLeft: false,
    };
    this.#open.set(id, open);
    this.#show(open);
    return open;
  }

  #expectRoom(asker: SiteAsker): void {
    const open = [...this.#open.values()].map(({ question }) => question);
    const ofBrowser = open.filter(({ tab }) => tab.browserId === asker.tab.browserId);
    const isFull = (of: readonly SiteQuestion[], most: number) => {
      if (of.length >= most) throw hubError('ERR_RATE_LIMITED', { kind: 'site-questions-full', most });
    };
    isFull(ofBrowser, maxOfBrowser);
    isFull(
      ofBrowser.filter(({ tab }) => tab.tabId === asker.tab.tabId),
      maxOfTab,
    );
    isFull(
      ofBrowser.filter(one => topOf(one) === topOf(asker)),
      maxOfOrigin,
    );
  }

  #keepTools(stays: (tool: AskedTool) => boolean): void {
    for (const open of this.#open.values()) {
      const question = questionKeeping(open.question, stays);
      if (question === open.question) continue;
      open.question = question;
      this.#show(open);
    }
  }

  #show({ question }: Open): void {
    this.#options.state.set('siteQuestions', question.id, question);
  }

  #endWhere(ends: (open: Open) => boolean, end: Exclude<SiteQuestionEnd, 'answered'>): void {
    for (const open of [...this.#open.values()].filter(ends)) this.#end(open, end);
  }

  #end(open: Open, end: Exclude<SiteQuestionEnd, 'answered'>): void {
    if (!this.#open.has(open.question.id)) return;
    this.#close(open);
    this.#settle(open, { kind: end });
  }

  #settle({ question, waiters }: Open, asked: SiteAsked): void {
    for (const told of [...waiters]) told(asked);
    waiters.clear();
    this.#options.onEnded(question, asked.kind);
  }

  #close(open: Open): void {
    clearTimeout(open.timer);
    this.#open.delete(open.question.id);
    this.#options.state.remove('siteQuestions', open.question.id);
  }
}

/** The site that the user sees in the address bar. */
function topOf({ origin, embeddedIn }: Pick<SiteQuestion, 'origin' | 'embeddedIn'>): string {
  return embeddedIn ?? origin;
}
