// Whether a server that is starting is having its package fetched: then its handshake is waited for longer, and what comes is told.
import { cutEnd, visibleText } from '../../../../contract/visible-text.ts';
import { fetchLine } from './fetch-lines.ts';
import { cacheFolders, cacheTouched } from './package-caches.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { ServerPackage } from '../../../../contract/schemas/servers.ts';

export interface FetchWatchOptions {
  readonly package: ServerPackage;
  /** That of its program, which tells where the cache is. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly os: NodeJS.Platform;
  /** How often it is looked, and how long a fetch may make the handshake wait in all, in ms. */
  readonly everyMs: number;
  readonly mostMs: number;
  /** Hides secret values. */
  mask(text: string): string;
  /** It is being fetched: the time for the handshake begins anew. */
  onMoves(): void;
  /** What is shown; null when it is fetched no more. */
  onProgress(reason: Reason | null): void;
}

const maxSaid = 160;
/** So many looks without a sign that it goes on, and it is over. */
const quietLooks = 3;

export class FetchWatch {
  readonly #options: FetchWatchOptions;
  readonly #caches: readonly string[];
  /** The clock of the machine may be set meanwhile. */
  readonly #startedAt = performance.now();
  #touched = Date.now();
  #isOpen = false;
  /** What is written from now on is the server's own. */
  #hasEnded = false;
  #moved = false;
  #quiet = quietLooks;
  #said: string | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: FetchWatchOptions) {
    this.#options = options;
    this.#caches = cacheFolders(options.package.runner, options.env, options.os);
    this.#next();
  }

  /** Takes a line that its program wrote. */
  wrote(line: string): void {
    const what = this.#hasEnded ? null : fetchLine(this.#options.package.runner, line);
    if (what === null) return;
    this.#hasEnded = what === 'ends';
    this.#moved = true;
    if (what !== 'moves') this.#isOpen = what === 'begins';
    this.#said = cutEnd(
      visibleText(
        this.#options
          .mask(line)
          .trim()
          .slice(0, maxSaid * 2),
      ),
      maxSaid,
    );
  }

  /** Nothing is told any more. */
  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #next(): void {
    this.#timer = setTimeout(() => void this.#look(), this.#options.everyMs);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    const { mostMs, onMoves, onProgress } = this.#options;
    const isTouched = await this.#isCacheTouched();
    // It was stopped meanwhile.
    if (this.#timer === null) return;
    const isMoving = this.#moved || this.#isOpen || isTouched;
    this.#moved = false;
    if (performance.now() - this.#startedAt > mostMs) return this.#over();
    if (isMoving) {
      this.#quiet = 0;
      onMoves();
      onProgress(this.#progress());
    } else if (this.#quiet < quietLooks) {
      this.#quiet += 1;
      if (this.#quiet === quietLooks) onProgress(null);
    }
    this.#next();
  }

  #over(): void {
    this.stop();
    this.#options.onProgress(null);
  }

  #progress(): Reason {
    const { runner, name } = this.#options.package;
    return { kind: 'fetching-package', runner, name, said: this.#said };
  }

  async #isCacheTouched(): Promise<boolean> {
    if (this.#caches.length === 0 || this.#hasEnded) return false;
    const at = await cacheTouched(this.#caches);
    const isNewer = at > this.#touched;
    if (isNewer) this.#touched = at;
    return isNewer;
  }
}
