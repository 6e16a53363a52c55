// Which process each agent is: the system is asked for one connection after the other, and an agent is shown before it has answered.
import type { ConnectionEnd } from '../../../native-host/endpoints/connection-process.ts';
import type { ProcessMark } from '../../../native-host/endpoints/socket-peer.ts';

/** Null where the system does not tell. */
export type FindProcess = (end: ConnectionEnd) => Promise<ProcessMark | null>;

/** Whoever comes while so many wait stays without: each look costs some milliseconds, and connections come in thousands. */
const maxWaiting = 64;

export class AgentProcesses {
  readonly #find: FindProcess;
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(find: FindProcess) {
    this.#find = find;
  }

  /** Never rejects. */
  async of(end: ConnectionEnd): Promise<ProcessMark | null> {
    if (this.#waiting >= maxWaiting) return null;
    this.#waiting += 1;
    const found = this.#turn.then(() => this.#find(end)).catch(() => null);
    this.#turn = found;
    try {
      return await found;
    } finally {
      this.#waiting -= 1;
    }
  }
}
