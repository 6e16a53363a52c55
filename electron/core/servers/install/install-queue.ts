// What is being fetched: at most so many at a time, each of which can be stopped, and one at a time of each server.
import { hubError } from '../../../../words/hub-error.ts';

export interface InstallJob {
  readonly signal: AbortSignal;
  /** Resolves when it is its turn. Rejects where it was stopped before. */
  turn(): Promise<void>;
  /** Nothing is left but to tell how it went: whoever hears that may begin the next at once. */
  ends(): void;
}

interface Running {
  readonly abort: AbortController;
  readonly over: Promise<void>;
  ending: boolean;
}

export class InstallQueue {
  readonly #atOnce: number;
  readonly #failed: (error: unknown) => void;
  readonly #jobs = new Map<string, Running>();
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  /** `failed` hears of what a job rejected with all the same: nobody else waits for one, and the hub must not end by it. */
  constructor(atOnce: number, failed: (error: unknown) => void) {
    this.#atOnce = atOnce;
    this.#failed = failed;
  }

  isBusy(serverId: string): boolean {
    return this.#jobs.get(serverId)?.ending === false;
  }

  /** Nothing is under way, nor waits for its turn. */
  get isIdle(): boolean {
    return this.#jobs.size === 0;
  }

  /** Begins it; nobody waits for its end. `work` tells by itself how it went. Throws HubError while one is under way. */
  begin(serverId: string, name: string, work: (job: InstallJob) => Promise<void>): void {
    if (this.isBusy(serverId)) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'install-under-way', server: name });
    const abort = new AbortController();
    const { signal } = abort;
    let hasTurn = false;
    const turn = async () => {
      await this.#take(signal);
      hasTurn = true;
    };
    const ends = () => {
      running.ending = true;
    };
    const over = work({ signal, turn, ends })
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        if (this.#jobs.get(serverId) === running) this.#jobs.delete(serverId);
        if (hasTurn) this.#give();
      });
    const running: Running = { abort, over, ending: false };
    this.#jobs.set(serverId, running);
  }

  /** Resolves when nothing of it runs any more. `why` is what it is told, where the user did not stop it. */
  async stop(serverId: string, why?: Error): Promise<void> {
    const job = this.#jobs.get(serverId);
    job?.abort.abort(why);
    await job?.over;
  }

  /** Resolves when what is under way has ended by itself. */
  async over(serverId: string): Promise<void> {
    await this.#jobs.get(serverId)?.over;
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#jobs.keys()].map(id => this.stop(id)));
  }

  async #take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#busy < this.#atOnce) {
      this.#busy += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(signal.reason);
      };
      this.#waiting.push(go);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** To the next, or back. */
  #give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#busy -= 1;
  }
}
