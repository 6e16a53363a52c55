// The process that reads catalogues, as the hub sees it: started by the first question, ended when nobody asks any more, begun anew after a crash.
import { mkdir } from 'node:fs/promises';
import { reasonOf } from '../../../contract/reason.ts';
import { catalogueQuestions, FromCatalogueWorkerSchema } from '../../../contract/schemas/catalogue-worker.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { HubError } from '../../../contract/errors.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type {
  CatalogueQuestion,
  FromCatalogueWorker,
  QuestionAnswer,
  QuestionParams,
  ToCatalogueWorker,
} from '../../../contract/schemas/catalogue-worker.ts';
import type { SideProcess, SideProcessOptions } from '../platform/platform.ts';

type News = Extract<FromCatalogueWorker, { kind: 'news' }>;

export interface CatalogueProcessOptions {
  /** Where it keeps its database; made private where there is none. */
  readonly folder: string;
  /** The built program, absolute. */
  readonly file: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly start: (options: SideProcessOptions) => SideProcess;
  /** What was stored could not be used, and is gone. */
  readonly onAnew: (reason: Reason) => void;
  /** How long it stays without a question. */
  readonly idleMs?: number;
  readonly answerMs?: number;
}

interface Asked {
  readonly name: CatalogueQuestion;
  readonly settle: (outcome: { readonly value: unknown } | { readonly error: HubError }) => void;
  readonly onNews: (news: News) => void;
}

interface Running {
  readonly side: SideProcess;
  readonly asked: Map<number, Asked>;
  /** What was asked before it was ready. */
  readonly waiting: ToCatalogueWorker[];
  isReady: boolean;
  /** Why it cannot work, where it has said so. */
  why: Reason | null;
}

const usualIdleMs = 60_000;
const usualAnswerMs = 30_000;
/** Time to write its log into its file, after which it is not waited for. */
const endMs = 3_000;
const heapMib = 256;
/** What reaching other machines depends on, and what every program of Windows needs. Nothing of it is a secret of the hub's. */
const passed = /^(?:NODE_EXTRA_CA_CERTS|NODE_USE_SYSTEM_CA|SSL_CERT_FILE|SSL_CERT_DIR|SYSTEMROOT|WINDIR)$/i;

export class CatalogueProcess {
  readonly #options: CatalogueProcessOptions;
  #running: Promise<Running> | null = null;
  #current: Running | null = null;
  #nextId = 1;
  #idle: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: CatalogueProcessOptions) {
    this.#options = options;
  }

  /** While it runs. */
  get pid(): number | null {
    return this.#current?.side.pid ?? null;
  }

  /** Rejects with HubError where it cannot be started, ends before it has answered, or says that it cannot. */
  async ask<N extends CatalogueQuestion>(name: N, params: QuestionParams<N>): Promise<QuestionAnswer<N>> {
    const { answer } = this.#question(await this.#ready(), name, params, () => {});
    const running = this.#current;
    const timer = setTimeout(() => running?.side.kill(), this.#options.answerMs ?? usualAnswerMs);
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The same of what takes long: it tells how far it is, and can be stopped, after which it is answered all the same. */
  async begin<N extends CatalogueQuestion>(
    name: N,
    params: QuestionParams<N>,
    { signal, onNews }: { readonly signal: AbortSignal; readonly onNews: (news: News) => void },
  ): Promise<QuestionAnswer<N>> {
    const running = await this.#ready();
    const { id, answer } = this.#question(running, name, params, onNews);
    const stop = () => this.#send(running, { kind: 'stop', id });
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await answer;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Ends it for good. May be called twice. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#idle);
    await this.#end();
    // One that was at rest may be about to end.
    await Promise.all(this.#ending);
  }

  #question<N extends CatalogueQuestion>(
    running: Running,
    name: N,
    params: QuestionParams<N>,
    onNews: (news: News) => void,
  ): { id: number; answer: Promise<QuestionAnswer<N>> } {
    clearTimeout(this.#idle);
    const id = this.#nextId++;
    const answer = new Promise<QuestionAnswer<N>>((resolve, reject) => {
      const settle: Asked['settle'] = outcome => {
        running.asked.delete(id);
        this.#rest(running);
        if ('error' in outcome) reject(outcome.error);
        else resolve(outcome.value as QuestionAnswer<N>);
      };
      running.asked.set(id, { name, settle, onNews });
    });
    this.#send(running, { kind: 'ask', id, name, params });
    return { id, answer };
  }

  #send(running: Running, message: ToCatalogueWorker): void {
    if (running.isReady) running.side.send(message);
    else running.waiting.push(message);
  }

  #rest(running: Running): void {
    if (running.asked.size > 0 || running !== this.#current) return;
    this.#idle = setTimeout(() => void this.#end(), this.#options.idleMs ?? usualIdleMs).unref();
  }

  async #ready(): Promise<Running> {
    if (this.#stopped) throw hubError('ERR_INTERNAL', { kind: 'catalogue-process-gone' });
    return (this.#running ??= this.#start());
  }

  async #start(): Promise<Running> {
    try {
      const { folder, file, env, start } = this.#options;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const named = Object.entries(env).flatMap(([name, value]) =>
        value !== undefined && passed.test(name) ? [[name, value] as const] : [],
      );
      const side = start({
        ...{ file, cwd: folder, env: Object.fromEntries(named), heapMib },
        onMessage: message => this.#take(running, message),
        onEnd: error => this.#ended(running, error),
      });
      const running: Running = { side, asked: new Map(), waiting: [], isReady: false, why: null };
      this.#current = running;
      return running;
    } catch (error) {
      this.#running = null;
      throw hubError('ERR_INTERNAL', { kind: 'catalogue-not-started', why: reasonOf(error) });
    }
  }

  /** What it says is checked: it reads what strangers publish, and may have been overcome by that. */
  #take(running: Running, given: unknown): void {
    const message = FromCatalogueWorkerSchema.safeParse(given).data;
    if (!message) return running.side.kill();
    if (message.kind === 'ready') return this.#begun(running, message.anew);
    const asked = running.asked.get(message.id);
    switch (message.kind) {
      case 'news':
        return asked?.onNews(message);
      case 'failed':
        if (message.id === 0) running.why = message.reason;
        return asked?.settle({ error: hubError('ERR_INTERNAL', message.reason) });
      case 'answer': {
        if (!asked) return;
        const answer = catalogueQuestions[asked.name].answer.safeParse(message.value);
        if (answer.success) return asked.settle({ value: answer.data });
        return running.side.kill();
      }
    }
  }

  #begun(running: Running, anew: Reason | null): void {
    if (anew) this.#options.onAnew(anew);
    running.isReady = true;
    for (const message of running.waiting.splice(0)) running.side.send(message);
  }

  #ended(running: Running, error: Error | null): void {
    if (this.#current === running) {
      this.#current = null;
      this.#running = null;
      clearTimeout(this.#idle);
    }
    const why = running.why ?? (error && reasonOf(error));
    const reason: Reason = why ? { kind: 'catalogue-not-started', why } : { kind: 'catalogue-process-gone' };
    for (const { settle } of [...running.asked.values()]) settle({ error: hubError('ERR_INTERNAL', reason) });
    this.#gone.get(running)?.();
  }

  readonly #gone = new WeakMap<Running, () => void>();
  readonly #ending = new Set<Promise<void>>();

  /** Resolves when it is gone. */
  async #end(): Promise<void> {
    const running = await this.#running?.catch(() => null);
    if (!running || running !== this.#current) return;
    this.#current = null;
    this.#running = null;
    const gone = new Promise<void>(resolve => {
      const timer = setTimeout(() => running.side.kill(), endMs);
      this.#gone.set(running, () => {
        clearTimeout(timer);
        resolve();
      });
      // One that is still starting ends once it is ready: in the middle of that its files would be left as they are then.
      this.#send(running, { kind: 'end' });
    });
    this.#ending.add(gone);
    await gone;
    this.#ending.delete(gone);
  }
}
