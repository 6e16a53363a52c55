// What starts when the hub does: every server that ran when it ended, or was to run.
import { canStart } from './server-state.ts';
import type { ServerEntry } from './server-entry.ts';

export interface FirstStarts {
  /** Resolves when every server that was to run at the start runs or could not be started. */
  readonly wantedStarted: Promise<void>;
  /** Resolves when of each of them the tools are known, from its last run or from this one, or it could not be started. */
  readonly toolsKnown: Promise<void>;
}

export function beginFirstStarts(entries: readonly ServerEntry[], start: (id: string) => Promise<void>): FirstStarts {
  const begun = entries
    .filter(({ row, runs }) => row.wanted === 'running' && canStart(runs.state))
    .map(entry => ({ isUnknown: entry.tools.length === 0, over: start(entry.row.id).catch(() => {}) }));
  const allOf = (starts: typeof begun) => Promise.all(starts.map(({ over }) => over)).then(() => {});
  return { wantedStarted: allOf(begun), toolsKnown: allOf(begun.filter(({ isUnknown }) => isUnknown)) };
}
