// What one call asks of an extension on a port without ids: all in one turn that is held, or each in a turn of its own, so that others are served in between.
import type { CompanionCall } from '../../../../contract/companion.ts';
import type { ToolResult } from '../../../../contract/schemas/messages.ts';
import type { Ask } from './foreign-group.ts';
import type { IdLessQueue } from './id-less-queue.ts';

export interface CallTurnsOptions {
  readonly queue: IdLessQueue;
  readonly asker: string;
  readonly signal: AbortSignal;
  /** Of the whole call, in milliseconds from now. */
  readonly timeoutMs: number;
  readonly send: (call: CompanionCall, timeoutMs: number) => Promise<ToolResult>;
}

export class CallTurns {
  readonly #options: CallTurnsOptions;
  readonly #until: number;

  constructor(options: CallTurnsOptions) {
    this.#options = options;
    this.#until = performance.now() + options.timeoutMs;
  }

  /** No other call comes between what `run` asks. */
  held<T>(run: (ask: Ask) => Promise<T>): Promise<T> {
    return this.#turn(this.#leftMs(), () => run(this.#ask));
  }

  /** Each in a turn of its own. */
  readonly aside: Ask = (tool, args, tabId, leastMs) =>
    this.#turn(this.#leftMs(leastMs), () => this.#ask(tool, args, tabId, leastMs));

  readonly #ask: Ask = (tool, args, tabId, leastMs) =>
    this.#options.send({ tool, args, ...(tabId !== undefined && { tabId }) }, this.#leftMs(leastMs));

  #turn<T>(timeoutMs: number, send: () => Promise<T>): Promise<T> {
    const { queue, asker, signal } = this.#options;
    return queue.run({ asker, signal, timeoutMs, send });
  }

  #leftMs(leastMs = 1): number {
    return Math.max(leastMs, Math.round(this.#until - performance.now()));
  }
}
