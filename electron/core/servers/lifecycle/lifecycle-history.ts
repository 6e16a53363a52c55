// The newest lifecycle events of each server, bounded: what its panel shows of how it has been.
import { isSameReason } from '../../../../contract/reason.ts';
import type { ServerEventRow, ServerState } from '../../../../contract/schemas/servers.ts';

const maxEvents = 50;

export class LifecycleHistory {
  readonly #events = new Map<string, ServerEventRow[]>();

  /** `agentId` names the agent whose own run this is about; null is the run for all. Returns whether it is news. */
  add(serverId: string, state: ServerState, agentId: string | null): boolean {
    const events = this.#events.get(serverId) ?? [];
    const reason = 'reason' in state ? (state.reason ?? null) : null;
    // It comes every second, and goes.
    if (reason?.kind === 'fetching-package') return false;
    const last = events.at(-1);
    // A state that only learnt its pid is not news.
    if (last && last.agentId === agentId && last.state === state.kind && isSameReason(last.reason, reason))
      return false;
    events.push({ at: state.since, agentId, state: state.kind, reason });
    this.#events.set(serverId, events.slice(-maxEvents));
    return true;
  }

  /** Oldest first, at most 50. */
  of(serverId: string): readonly ServerEventRow[] {
    return this.#events.get(serverId) ?? [];
  }

  forget(serverId: string): void {
    this.#events.delete(serverId);
  }
}
