// The companion's own question, while no hub is there to ask: one small window, in which one question after the other is shown.
import { isRecord } from '../../../../contract/json.ts';
import { openBeside } from '../../own-pages/open-beside.ts';
import { isOneOf } from '../../own-pages/own-sender.ts';
import { PageFault } from '../page-fault.ts';
import { questionPortName } from '../port-names.ts';
import { questionAnswers, questionPage } from './question-messages.ts';
import type { PageScope } from '../../../../contract/web-agent.ts';
import type { QuestionAnswer, ShownQuestion, ToQuestion } from './question-messages.ts';

export interface Answered {
  readonly answer: QuestionAnswer;
  /** Those that were shown and ticked. */
  readonly scopes: readonly PageScope[];
  /** Likewise, by their keys. */
  readonly tools: readonly string[];
}

interface Waiting {
  readonly shown: ShownQuestion;
  /** Null: the user has said nothing. */
  settle(answered: Answered | null): void;
  fail(why: Error): void;
}

const ownPages: ReadonlySet<string> = new Set([`/${questionPage}`]);
const size = { width: 440, height: 480 } as const;
const maxWaiting = 20;
const withinMs = 5 * 60_000;
/** An origin whose question brought it nothing, neither a denial, does not open the next window so soon. */
const restMs = 60_000;

export class AloneQuestions {
  readonly #now: () => number;
  /** The first is shown. */
  readonly #waiting: Waiting[] = [];
  readonly #resting = new Map<string, number>();
  #window: Promise<number | null> | null = null;
  #port: chrome.runtime.Port | null = null;
  #lastId = 0;

  constructor(now: () => number) {
    this.#now = now;
    chrome.runtime.onConnect.addListener(port => this.#accept(port));
    chrome.windows.onRemoved.addListener(id => void this.#removed(id));
  }

  /** Null where the user said nothing to it. Rejects with the signal's reason, ERR_RATE_LIMITED, and what `endAll` says. */
  async ask(about: Omit<ShownQuestion, 'id'>, signal: AbortSignal): Promise<Answered | null> {
    signal.throwIfAborted();
    if ((this.#resting.get(about.origin) ?? 0) > this.#now()) return null;
    if (this.#waiting.length >= maxWaiting)
      throw new PageFault('ERR_RATE_LIMITED', `${maxWaiting} questions wait for the user already; ask again later.`);
    this.#lastId += 1;
    const shown = { ...about, id: this.#lastId };
    const { question, answered } = begin(shown);
    const leave = () => question.fail(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
    const timer = setTimeout(() => question.settle(null), withinMs);
    this.#waiting.push(question);
    if (this.#waiting.length === 1) this.#show();
    try {
      const said = await answered;
      if (said?.answer !== 'deny' && (said?.scopes ?? []).length === 0) this.#rest(about.origin);
      return said;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
      this.#drop(question);
    }
  }

  /** None is asked any more. */
  endAll(why: Error): void {
    for (const { fail } of this.#waiting) fail(why);
  }

  #drop(question: Waiting): void {
    const at = this.#waiting.indexOf(question);
    if (at !== -1) this.#waiting.splice(at, 1);
    if (this.#waiting.length === 0) void this.#close();
    else if (at === 0) this.#show();
  }

  #show(): void {
    const [first] = this.#waiting;
    if (!first) return;
    if (this.#port) return post(this.#port, first.shown);
    const url = chrome.runtime.getURL(questionPage);
    this.#window ??= openBeside({ url, tabId: first.shown.tabId, size });
    void this.#window.then(id => {
      // Where the browser opens none, nobody can answer.
      if (id === null) this.#dismissAll();
    });
  }

  #accept(port: chrome.runtime.Port): void {
    if (port.name !== questionPortName) return;
    const isOurs = isOneOf(ownPages, port.sender, chrome.runtime.id, chrome.runtime.getURL(''));
    const [first] = this.#waiting;
    if (!isOurs || this.#port || !first) return port.disconnect();
    this.#port = port;
    port.onMessage.addListener((message: unknown) => this.#heard(message));
    port.onDisconnect.addListener(() => {
      void chrome.runtime.lastError;
      if (this.#port !== port) return;
      this.#port = null;
      this.#dismiss();
    });
    post(port, first.shown);
  }

  /** Of our own window; still what was not shown is not answered. */
  #heard(message: unknown): void {
    const [first] = this.#waiting;
    if (!first || !isRecord(message) || message.kind !== 'answer' || message.id !== first.shown.id) return;
    const answer = questionAnswers.find(one => one === message.answer);
    if (!answer) return;
    const { scopes, tools } = first.shown;
    if (answer === 'deny') return first.settle({ answer, scopes, tools: [] });
    const isTicked = (list: unknown, name: string) => Array.isArray(list) && list.includes(name);
    first.settle({
      answer,
      scopes: scopes.filter(scope => isTicked(message.scopes, scope)),
      tools: tools.map(({ key }) => key).filter(key => isTicked(message.tools, key)),
    });
  }

  async #removed(id: number): Promise<void> {
    if (!this.#window || (await this.#window) !== id) return;
    this.#window = null;
    this.#dismiss();
  }

  /** The window was closed by its user: the question that it showed is over, and the next one opens it anew. */
  #dismiss(): void {
    this.#window = null;
    const [first] = this.#waiting;
    if (!first) return;
    const { origin } = first.shown;
    for (const { shown, settle } of this.#waiting) if (shown.origin === origin) settle(null);
  }

  #rest(origin: string): void {
    for (const [one, until] of this.#resting) if (until <= this.#now()) this.#resting.delete(one);
    this.#resting.set(origin, this.#now() + restMs);
  }

  #dismissAll(): void {
    this.#window = null;
    for (const { settle } of this.#waiting) settle(null);
  }

  async #close(): Promise<void> {
    const window = this.#window;
    this.#window = null;
    this.#port = null;
    const id = await window;
    if (typeof id === 'number') await chrome.windows.remove(id).catch(() => {});
  }
}

function begin(shown: ShownQuestion): { question: Waiting; answered: Promise<Answered | null> } {
  let question: Waiting = { shown, settle: () => {}, fail: () => {} };
  const answered = new Promise<Answered | null>((settle, fail) => {
    question = { shown, settle, fail };
  });
  return { question, answered };
}

function post(port: chrome.runtime.Port, question: ShownQuestion): void {
  port.postMessage({ kind: 'question', question } satisfies ToQuestion);
}
