// Calls whose asker closed its socket while they were carried out: the real client comes back and repeats what it asked, byte by byte.
import type { Reason } from '../../../../contract/reasons.ts';
import type { ClaudeConnection } from './claude-connection.ts';

/** The repeat comes half a second after the close (seed 2.2); later it is a new call. */
const windowMs = 5_000;

interface Parked {
  readonly claude: ClaudeConnection;
  readonly request: Buffer;
  readonly timer: NodeJS.Timeout;
}

/** One for each endpoint: a repeat joins only where its first call came in, and only calls whose asker has gone are in here. */
export class ClaudeRepeats {
  readonly #parked = new Set<Parked>();

  /** Keeps the call going for as long as its asker may come back for it. */
  park(claude: ClaudeConnection, request: Buffer): void {
    claude.release();
    const end = () => {
      this.#parked.delete(parked);
      claude.connection.closed({ kind: 'left-socket' });
    };
    const parked: Parked = { claude, request, timer: setTimeout(end, windowMs) };
    this.#parked.add(parked);
  }

  /** The connection whose call this request repeats, now that of who sent it; null when it repeats none. */
  take(request: Buffer): ClaudeConnection | null {
    const parked = [...this.#parked].find(candidate => candidate.request.equals(request));
    if (!parked) return null;
    clearTimeout(parked.timer);
    this.#parked.delete(parked);
    return parked.claude;
  }

  /** The endpoint closes. */
  end(reason: Reason): void {
    for (const { claude, timer } of this.#parked) {
      clearTimeout(timer);
      claude.connection.closed(reason);
    }
    this.#parked.clear();
  }
}
