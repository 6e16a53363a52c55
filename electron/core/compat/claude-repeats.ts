// Calls whose asker closed its socket while they were carried out: the real client comes back and repeats what it asked, byte by byte.
import type { ClaudeLine } from './claude-connection.ts';

/** The repeat comes half a second after the close (seed 2.2); later it is a new call. */
const windowMs = 5_000;

interface Parked {
  readonly line: ClaudeLine;
  readonly request: Buffer;
  readonly timer: NodeJS.Timeout;
}

/** One for each endpoint: a repeat joins only where its first call came in, and only calls whose asker has gone are in here. */
export class ClaudeRepeats {
  readonly #parked = new Set<Parked>();

  /** Keeps the call going for as long as its asker may come back for it. */
  park(line: ClaudeLine, request: Buffer): void {
    line.release();
    const end = () => {
      this.#parked.delete(parked);
      line.connection.closed('The asker closed its socket and did not come back.');
    };
    const parked: Parked = { line, request, timer: setTimeout(end, windowMs) };
    this.#parked.add(parked);
  }

  /** The line whose call this request repeats, now the newcomer's; null when it repeats none. */
  take(request: Buffer): ClaudeLine | null {
    const parked = [...this.#parked].find(candidate => candidate.request.equals(request));
    if (!parked) return null;
    clearTimeout(parked.timer);
    this.#parked.delete(parked);
    return parked.line;
  }

  /** The endpoint closes. */
  end(reason: string): void {
    for (const { line, timer } of this.#parked) {
      clearTimeout(timer);
      line.connection.closed(reason);
    }
    this.#parked.clear();
  }
}
