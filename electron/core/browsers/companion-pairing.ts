// The code that lets one browser in over a WebSocket: one at a time, good for one use, two minutes and a few tries.
import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { pairingRounds } from '../../../contract/companion-socket.ts';
import { formatPairingCode, pairingSecret, pairingSecretBytes } from '../../../contract/pairing-code.ts';
import type { Pairing } from '../../../contract/schemas/companion-requests.ts';

/** One browser that has begun with the code. `settle` tells how it went; only the first that knew the code gets true. */
export interface PairingTry {
  readonly salt: Buffer;
  readonly key: Promise<Buffer>;
  settle(isProved: boolean): boolean;
}

export interface CompanionPairingOptions {
  readonly show: (pairing: Pairing) => void;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
  readonly lifetimeMs?: number;
}

interface Code {
  readonly salt: Buffer;
  readonly key: Promise<Buffer>;
  readonly timer: NodeJS.Timeout;
  /** Those that have begun and have not ended. */
  underWay: number;
}

const usualLifetimeMs = 120_000;
/** A person who mistypes tries again; whoever guesses has 60 bits before him. */
const maxTries = 5;
const saltBytes = 16;
const idBytes = 8;
const keyBytes = 32;
const derive = promisify(pbkdf2);

export class CompanionPairing {
  readonly #options: CompanionPairingOptions;
  #pairing: Pairing | null = null;
  #code: Code | null = null;
  readonly #listeners = new Set<(browser: { readonly id: string; readonly name: string }) => void>();

  constructor(options: CompanionPairingOptions) {
    this.#options = options;
  }

  /** Makes a code for the hub that listens at `port`; one that is still good ends. */
  begin(port: number): { pairingId: string; code: string; expiresAt: number } {
    const { now, randomBytes, lifetimeMs = usualLifetimeMs } = this.#options;
    this.#drop();
    const secret = pairingSecret(randomBytes(pairingSecretBytes));
    const salt = randomBytes(saltBytes);
    const id = randomBytes(idBytes).toString('hex');
    const expiresAt = now() + lifetimeMs;
    const timer = setTimeout(() => this.#end(id, 'expired'), lifetimeMs).unref();
    // Once for each code, so that whoever only connects makes the hub work no harder.
    const key = derive(secret, salt, pairingRounds, keyBytes, 'sha256');
    this.#code = { salt, key, timer, underWay: 0 };
    this.#show({ id, expiresAt, state: { kind: 'waiting', tries: maxTries } });
    return { pairingId: id, code: formatPairingCode({ port, secret }), expiresAt };
  }

  /** A browser begins with a code; null while there is none that is good. */
  try(): PairingTry | null {
    const code = this.#code;
    const pairing = this.#pairing;
    if (!code || pairing?.state.kind !== 'waiting' || pairing.state.tries === 0) return null;
    if (this.#options.now() >= pairing.expiresAt) {
      this.#end(pairing.id, 'expired');
      return null;
    }
    code.underWay += 1;
    this.#show({ ...pairing, state: { kind: 'waiting', tries: pairing.state.tries - 1 } });
    let isSettled = false;
    const settle = (isProved: boolean) => {
      const isFirst = !isSettled;
      isSettled = true;
      return isFirst && this.#settle(code, isProved);
    };
    return { salt: code.salt, key: code.key, settle };
  }

  /** The browser that knew the code is connected. */
  paired(browser: { readonly id: string; readonly name: string }): void {
    if (this.#pairing) this.#show({ ...this.#pairing, state: { kind: 'paired', browserId: browser.id } });
    for (const listener of this.#listeners) listener(browser);
  }

  onPaired(listener: (browser: { readonly id: string; readonly name: string }) => void): void {
    this.#listeners.add(listener);
  }

  cancel(pairingId: string): void {
    this.#end(pairingId, 'cancelled');
  }

  /** Nobody listens any more. */
  close(): void {
    if (this.#pairing) this.#end(this.#pairing.id, 'closed');
  }

  #settle(code: Code, isProved: boolean): boolean {
    code.underWay -= 1;
    const pairing = this.#pairing;
    if (this.#code !== code || pairing?.state.kind !== 'waiting') return false;
    if (isProved) {
      this.#drop();
      return true;
    }
    if (pairing.state.tries === 0 && code.underWay === 0) this.#end(pairing.id, 'tried-too-often');
    return false;
  }

  #end(id: string, why: 'expired' | 'tried-too-often' | 'cancelled' | 'closed'): void {
    const pairing = this.#pairing;
    if (pairing?.id !== id || pairing.state.kind !== 'waiting' || !this.#code) return;
    this.#drop();
    this.#show({ ...pairing, state: { kind: 'ended', why } });
  }

  #drop(): void {
    clearTimeout(this.#code?.timer);
    this.#code = null;
  }

  #show(pairing: Pairing): void {
    this.#pairing = pairing;
    this.#options.show(pairing);
  }
}
