// Timers of a sandboxed script: the host keeps the time and knows only their numbers.
import type { Host } from './host.ts';

type Act = (...args: unknown[]) => void;

export class Timers {
  readonly #host: Host;
  readonly #timers = new Map<number, { act: () => void; repeats: boolean }>();

  constructor(host: Host) {
    this.#host = host;
  }

  functions(): Record<string, unknown> {
    const clear = (id: number) => {
      if (this.#timers.delete(id)) this.#host.stopTimer(id);
    };
    return {
      setTimeout: (act: Act, ms: unknown, ...args: unknown[]) => this.#start(act, false, ms, args),
      setInterval: (act: Act, ms: unknown, ...args: unknown[]) => this.#start(act, true, ms, args),
      clearTimeout: clear,
      clearInterval: clear,
    };
  }

  due(id: number): void {
    const timer = this.#timers.get(id);
    if (!timer) return;
    if (!timer.repeats) this.#timers.delete(id);
    timer.act();
  }

  #start(act: Act, repeats: boolean, ms: unknown, args: unknown[]): number {
    if (typeof act !== 'function') throw new TypeError('A timer needs a function.');
    const id = this.#host.startTimer(Number(ms) || 0, repeats);
    this.#timers.set(id, { act: () => act(...args), repeats });
    return id;
  }
}
