// Who may open the panel in a browser: one-time tokens for URLs, traded for keys that live as long as the hub.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export const tokenMs = 10 * 60_000;
const maxKept = 100;

/** Only digests are kept, so a comparison has the same length and takes the same time for any guess. */
export class PanelTokens {
  readonly #tokens = new Map<string, number>();
  readonly #keys = new Set<string>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A token for one use within 10 minutes. */
  mint(): string {
    const token = randomBytes(32).toString('base64url');
    this.#tokens.set(digest(token), this.#now() + tokenMs);
    trim(this.#tokens);
    return token;
  }

  /** The key for a token, which is then used up; null for one that is unknown, used or too old. */
  trade(token: string): string | null {
    const found = find(this.#tokens.keys(), token);
    const until = found && this.#tokens.get(found);
    if (!found || !until) return null;
    this.#tokens.delete(found);
    if (this.#now() > until) return null;
    const key = randomBytes(32).toString('base64url');
    this.#keys.add(digest(key));
    trim(this.#keys);
    return key;
  }

  knows(key: string): boolean {
    return find(this.#keys, key) !== null;
  }
}

function find(digests: Iterable<string>, secret: string): string | null {
  const wanted = Buffer.from(digest(secret));
  let found: string | null = null;
  for (const candidate of digests) if (timingSafeEqual(wanted, Buffer.from(candidate))) found = candidate;
  return found;
}

function trim(kept: Map<string, unknown> | Set<string>): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= maxKept) return;
    kept.delete(oldest);
  }
}

function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
