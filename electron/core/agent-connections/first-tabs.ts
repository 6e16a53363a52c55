// The first tabs that agents have the hub open for them: two calls at a time that want one are given the same.
import { setTimeout as sleep } from 'node:timers/promises';

export class FirstTabs {
  /** By agent. */
  readonly #opening = new Map<string, Promise<unknown>>();

  isOpening(agentId: string): boolean {
    return this.#opening.has(agentId);
  }

  /** Waits for the one that is being opened, for at most `ms`. How that ended is its own caller's to hear. */
  async waited(agentId: string, ms: number): Promise<void> {
    const end = new AbortController();
    const { signal } = end;
    const over = Number.isFinite(ms) ? [sleep(ms, undefined, { signal }).catch(() => {})] : [];
    await Promise.race([this.#opening.get(agentId)?.catch(() => {}), ...over]);
    end.abort();
  }

  async open<T>(agentId: string, open: () => Promise<T>): Promise<T> {
    const opening = open();
    this.#opening.set(agentId, opening);
    try {
      return await opening;
    } finally {
      this.#opening.delete(agentId);
    }
  }
}
