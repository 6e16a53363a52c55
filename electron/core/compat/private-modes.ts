// Whether an agent of spec 000's wire wants its windows private. An id can be claimed by anybody who has the token, so what was said holds for the process that said it, or for its connection where no process is known.
import type { ProcessMark } from '../../../native-host/endpoints/socket-peer.ts';
import type { ClaudezillaAgent } from './claudezilla/claudezilla-agents.ts';

/** Who says something, and on which connection. */
export interface Speaker {
  readonly asker: ClaudezillaAgent;
  /** One object for each connection. */
  readonly connection: object;
}

interface Said {
  readonly enabled: boolean;
  readonly by: ProcessMark;
}

export class PrivateModes {
  readonly #ofAgents = new WeakMap<ClaudezillaAgent, Said>();
  readonly #onConnections = new WeakMap<object, WeakMap<ClaudezillaAgent, boolean>>();

  /** Answers for how long it holds: while the process of the agent runs, or while this connection is open. */
  set({ asker, connection }: Speaker, enabled: boolean): 'process' | 'connection' {
    if (asker.bound) {
      this.#ofAgents.set(asker, { enabled, by: asker.bound });
      return 'process';
    }
    const said = this.#onConnections.get(connection) ?? new WeakMap<ClaudezillaAgent, boolean>();
    this.#onConnections.set(connection, said.set(asker, enabled));
    return 'connection';
  }

  /** Undefined where this process, or this connection, has not said. */
  wanted({ asker, connection }: Speaker): boolean | undefined {
    const said = this.#ofAgents.get(asker);
    if (said && isSame(said.by, asker.bound)) return said.enabled;
    return this.#onConnections.get(connection)?.get(asker);
  }
}

/** An id is another process's once the one before has ended. */
function isSame(one: ProcessMark, other: ProcessMark | null): boolean {
  return other !== null && other.pid === one.pid && other.startedAt === one.startedAt;
}
