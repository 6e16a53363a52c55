// The doctor of a running hub: one run at a time, the newest ones remembered, and the repairs that the last one offered.
import { maxDoctorRuns } from '../../../contract/doctor.ts';
import { hubError } from '../../../words/hub-error.ts';
import { gravestFirst, takeSteps } from './take-steps.ts';
import type { RepairId, RungId } from '../../../contract/doctor.ts';
import type { DoctorRun, Ladder, Rung } from '../../../contract/schemas/doctor.ts';
import type { DoctorContext } from './context.ts';
import type { Remedies } from './take-steps.ts';

export interface DoctorOptions {
  /** As things are now. */
  readonly context: () => DoctorContext;
  /** A run has begun, or has ended. */
  readonly onRun: (run: DoctorRun) => void;
  readonly onRung: (runId: string, ladderId: string, rung: Rung) => void;
}

interface RepairAsk {
  readonly ladderId: string;
  readonly rung: RungId;
  readonly repair: RepairId;
}

/** A repair that lets somebody in, which is the user's to do in the panel. */
export function letsIn(repair: RepairId): boolean {
  return repair === 'approve-browser';
}

export class Doctor {
  readonly #options: DoctorOptions;
  #runs: readonly DoctorRun[] = [];
  #remedies: Remedies = new Map();
  /** When a page of a ladder answered last. */
  readonly #provenAt = new Map<string, number>();
  #underWay: Promise<DoctorRun> | null = null;
  #nextId = 1;

  constructor(options: DoctorOptions) {
    this.#options = options;
  }

  /** The newest first. */
  get runs(): readonly DoctorRun[] {
    return this.#runs;
  }

  /** While one is under way, that one is waited for. */
  run(browserId?: string): Promise<DoctorRun> {
    this.#underWay ??= this.#run(browserId).finally(() => {
      this.#underWay = null;
    });
    return this.#underWay;
  }

  /**
   * Does what the last run offered, and takes all steps again. Rejects with `repair-not-offered` for any other repair, and with the
   * reason of the system where it fails; nothing has changed then, or what the repair says.
   */
  async repair({ ladderId, rung, repair }: RepairAsk): Promise<DoctorRun> {
    await this.#underWay;
    const act = this.#remedies.get(`${ladderId} ${rung} ${repair}`);
    if (!act) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'doctor-repair-not-offered' });
    await act();
    return this.run();
  }

  async #run(browserId: string | undefined): Promise<DoctorRun> {
    const context = this.#options.context();
    const id = `run-${this.#nextId++}`;
    const begun = context.monotonic();
    const by = context.hub ? ('hub' as const) : ('program' as const);
    let run: DoctorRun = { id, startedAt: context.now(), endedAt: null, ms: null, by, ladders: [] };
    const { ladders, remedies } = await takeSteps({
      context,
      browserId,
      provenAt: ladderId => this.#provenAt.get(ladderId) ?? null,
      onBegin: known => {
        run = { ...run, ladders: structuredClone([...known]) };
        this.#keep(run);
      },
      onRung: (ladderId, rung) => {
        this.#options.onRung(id, ladderId, rung);
        run = withRung(run, ladderId, rung);
        this.#runs = this.#runs.map(known => (known.id === id ? run : known));
      },
    });
    const endedAt = context.now();
    this.#notePages(ladders, endedAt);
    this.#remedies = remedies;
    run = { ...run, endedAt, ms: Math.round(context.monotonic() - begun), ladders: gravestFirst(ladders) };
    this.#keep(run);
    return run;
  }

  #keep(run: DoctorRun): void {
    this.#runs = [run, ...this.#runs.filter(({ id }) => id !== run.id)].slice(0, maxDoctorRuns);
    this.#options.onRun(run);
  }

  #notePages(ladders: readonly Ladder[], at: number): void {
    for (const { id, rungs } of ladders)
      if (rungs.some(rung => rung.id === 'page' && rung.state.kind === 'green')) this.#provenAt.set(id, at);
  }
}

function withRung(run: DoctorRun, ladderId: string, rung: Rung): DoctorRun {
  const ladders = run.ladders.map(ladder =>
    ladder.id === ladderId
      ? { ...ladder, rungs: ladder.rungs.map(known => (known.id === rung.id ? rung : known)) }
      : ladder,
  );
  return { ...run, ladders };
}
