// The doctor's runs, kept up to date by its events; the first look at the screen makes the first run.
import { useEffect, useState } from 'react';
import { errorSentence } from '../../link/panel-error.ts';
import { useAct, useLive, usePanelParts } from '../../parts/panel-context.tsx';
import { type DoctorRuns, withEvent, withRun } from './doctor-runs.ts';
import type { RungId } from '../../../contract/doctor.ts';
import type { Ladder, Rung } from '../../../contract/schemas/doctor.ts';

export interface Doctor {
  /** Null until the hub has answered. */
  readonly runs: DoctorRuns | null;
  /** Why there is no answer. */
  readonly said: string | null;
  readonly isRunning: boolean;
  /** The repair that was asked for last and did not work, until the steps are taken again. */
  readonly failed: FailedRepair | null;
  run(): void;
  /** Does what the rung's repair says. */
  repair(ladder: Ladder, rung: Rung): void;
}

export interface FailedRepair {
  readonly ladderId: string;
  readonly rung: RungId;
  /** Why, as the system says it. */
  readonly said: string;
}

export function useDoctor(): Doctor {
  const { runs, said, change } = useRuns();
  const { link } = usePanelParts();
  const act = useAct();
  const [failed, setFailed] = useState<FailedRepair | null>(null);
  const [asked, setAsked] = useState(0);
  const isRunning = asked > 0 || (runs?.[0] !== undefined && runs[0].endedAt === null);
  /** One request at a time is shown as running until its answer is there, whichever event comes first. */
  const ask = async (send: () => Promise<{ run: DoctorRuns[number] } | undefined>) => {
    setFailed(null);
    setAsked(count => count + 1);
    const answer = await send();
    setAsked(count => count - 1);
    if (answer) change(old => withRun(old ?? [], answer.run));
  };
  const run = () => void ask(() => act('doctor:run', {}));
  const repair = (ladder: Ladder, rung: Rung) => {
    if (rung.repair === null) return;
    const params = { ladderId: ladder.id, rung: rung.id, repair: rung.repair.id };
    const send = () =>
      link.request('doctor:repair', params).catch((error: unknown) => {
        setFailed({ ladderId: ladder.id, rung: rung.id, said: errorSentence(error) });
        return undefined;
      });
    void ask(send);
  };
  return { runs, said, isRunning, failed, run, repair };
}

type Runs = DoctorRuns | null;

function useRuns() {
  const { link } = usePanelParts();
  const live = useLive();
  const [runs, setRuns] = useState<Runs>(null);
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    if (!live) return;
    let wanted = true;
    const take = (change: (old: Runs) => Runs) => wanted && setRuns(change);
    const end = link.onEvent(event => take(old => withEvent(old ?? [], event)));
    const look = async () => {
      const { runs: known } = await link.request('doctor:runs', {});
      // What the events have told meanwhile is newer.
      take(old => (old ?? []).toReversed().reduce<DoctorRuns>((all, one) => withRun(all, one), known));
      if (known.length === 0) await link.request('doctor:run', {});
    };
    look().then(
      () => wanted && setSaid(null),
      (error: unknown) => wanted && setSaid(errorSentence(error)),
    );
    return () => {
      wanted = false;
      end();
    };
  }, [link, live]);
  return { runs, said, change: setRuns };
}
