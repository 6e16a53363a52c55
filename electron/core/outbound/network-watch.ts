// Whether this machine has other addresses than before: looked at every 2 s, and only while somebody waits for it.
import type { NetworkInterfaceInfo } from 'node:os';

export interface NetworkWatchOptions {
  /** As `networkInterfaces` of node:os, which asks the system and reads no file. */
  interfaces(): NodeJS.Dict<NetworkInterfaceInfo[]>;
  readonly everyMs?: number;
}

const defaultEveryMs = 2_000;

export class NetworkWatch {
  readonly #options: NetworkWatchOptions;
  readonly #listeners = new Set<() => void>();
  #timer: NodeJS.Timeout | null = null;
  #known = '';

  constructor(options: NetworkWatchOptions) {
    this.#options = options;
  }

  /** Calls `listener` after each change, any number of times. Returns the function that ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (!this.#timer) this.#begin();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#end();
    };
  }

  #begin(): void {
    this.#known = this.#look();
    this.#timer = setInterval(() => this.#compare(), this.#options.everyMs ?? defaultEveryMs).unref();
  }

  #end(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #compare(): void {
    const now = this.#look();
    if (now === this.#known) return;
    this.#known = now;
    // A listener may leave, or come back, while it is called.
    for (const listener of [...this.#listeners]) if (this.#listeners.has(listener)) listener();
  }

  /** What the system does not tell has not changed. */
  #look(): string {
    try {
      return addressesIn(this.#options.interfaces());
    } catch {
      return this.#known;
    }
  }
}

/** Loopback and link-local addresses lead nowhere else, and containers bring and drop the latter all day long. */
function addressesIn(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>): string {
  const all = Object.entries(interfaces).flatMap(([name, infos = []]) =>
    infos
      .filter(({ internal, address }) => !internal && !/^(?:fe[89ab].:|169\.254\.)/i.test(address))
      .map(({ address, netmask }) => `${name} ${address} ${netmask}`),
  );
  return all.toSorted().join('\n');
}
