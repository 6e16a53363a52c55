// The runs of the doctor as this screen holds them: what an event changes, and what a run comes to. Pure.

import { maxDoctorRuns } from '../../../contract/doctor.ts';
import type { DoctorRun, Ladder, Rung } from '../../../contract/schemas/doctor.ts';
import type { PanelEvent } from '../../../contract/schemas/panel-events.ts';

/** Newest first. */
export type DoctorRuns = readonly DoctorRun[];

/** The runs after an event; the same object where it tells of none of them. */
export function withEvent(runs: DoctorRuns, event: PanelEvent): DoctorRuns {
  if (event.event === 'doctor:run') return withRun(runs, event.data);
  if (event.event !== 'doctor:rung') return runs;
  const { runId, ladderId, rung } = event.data;
  if (!runs.some(({ id }) => id === runId)) return runs;
  return runs.map(run => (run.id === runId ? { ...run, ladders: withRung(run.ladders, ladderId, rung) } : run));
}

export function withRun(runs: DoctorRuns, run: DoctorRun): DoctorRuns {
  const isKnown = runs.some(({ id }) => id === run.id);
  if (isKnown) return runs.map(other => (other.id === run.id ? run : other));
  return [run, ...runs].slice(0, maxDoctorRuns);
}

function withRung(ladders: readonly Ladder[], ladderId: string, rung: Rung): Ladder[] {
  return ladders.map(ladder =>
    ladder.id === ladderId
      ? { ...ladder, rungs: ladder.rungs.map(other => (other.id === rung.id ? rung : other)) }
      : ladder,
  );
}

export interface RungCounts {
  readonly fine: number;
  readonly look: number;
  readonly broken: number;
  /** Waits for another rung, or was not tried in this run. */
  readonly rest: number;
  readonly running: number;
}

export function countRungs({ rungs }: Pick<Ladder, 'rungs'>): RungCounts {
  const count = (...kinds: readonly Rung['state']['kind'][]) =>
    rungs.filter(({ state }) => kinds.includes(state.kind)).length;
  return {
    fine: count('green'),
    look: count('amber'),
    broken: count('red'),
    rest: count('waits', 'untried'),
    running: count('running', 'queued'),
  };
}

/** The first rung that failed; where none has, the first that is to be looked at. */
export function firstTrouble({ rungs }: Pick<Ladder, 'rungs'>): Rung | null {
  return rungs.find(({ state }) => state.kind === 'red') ?? rungs.find(({ state }) => state.kind === 'amber') ?? null;
}

/** The first failing rung that can be repaired here, which the key R repairs. */
export function firstRepair({ rungs }: Pick<Ladder, 'rungs'>): Rung | null {
  return rungs.find(({ state, repair }) => state.kind === 'red' && repair !== null) ?? null;
}

/** The worst of a run's ladders, for the list of earlier runs; null where it had none. */
export function worstLadder({ ladders }: Pick<DoctorRun, 'ladders'>): Ladder | null {
  const grave = (ladder: Ladder) => {
    const { broken, look } = countRungs(ladder);
    return broken * 100 + look;
  };
  return ladders.reduce<Ladder | null>(
    (worst, ladder) => (worst === null || grave(ladder) > grave(worst) ? ladder : worst),
    null,
  );
}
