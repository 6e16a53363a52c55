// The doctor of a running hub: one run at a time, the newest ones remembered, and the repairs that the last one offered.
import { maxDoctorRuns } from '../../../contract/doctor.ts';
import { locationOf } from '../../../native-host/manifests/machine-plans.ts';
import { hubError } from '../../../words/hub-error.ts';
import { gravestFirst, takeSteps } from './take-steps.ts';
import type { RepairId, RungId } from '../../../contract/doctor.ts';
import type { DoctorRun, Rung } from '../../../contract/schemas/doctor.ts';
import type { DoctorContext } from './context.ts';
import type { Remedies } from './take-steps.ts';

export interface DoctorOptions {
  /** As things are now. */
  readonly context: () => DoctorContext | Promise<DoctorContext>;
  /** A run has begun, or has ended. */
  readonly onRun: (run: DoctorRun) => void;
  readonly onRung: (runId: string, ladderId: string, rung: Rung) => void;
}

interface RepairAsk {
  readonly ladderId: string;
  readonly rung: RungId;
  readonly repair: RepairId;
}

/**
 * A repair that lets somebody in, opens something on the user's screen, or after which agents have to be told a new address: the user's
 * to do in the panel.
 */
export function isForPanel(repair: RepairId): boolean {
  return ['approve-browser', 'start-browser', 'leave-endpoint-off', 'take-free-port'].includes(repair);
}

export class Doctor {
  readonly #options: DoctorOptions;
  #runs: readonly DoctorRun[] = [];
  #remedies: Remedies = new Map();
  #underWay: { readonly browserId: string | undefined; readonly run: Promise<DoctorRun> } | null = null;
  /** Of the last run; a repair looks again at what was looked at. */
  #browserId: string | undefined;
  #nextId = 1;

  constructor(options: DoctorOptions) {
    this.#options = options;
  }

  /** The newest first. */
  get runs(): readonly DoctorRun[] {
    return this.#runs;
  }

  /**
   * While one of the same browsers is under way, that one is waited for; else this one begins after it. Rejects with `no-such-browser` for one
   * that is not known.
   */
  run(browserId?: string): Promise<DoctorRun> {
    const before = this.#underWay;
    if (before && before.browserId === browserId) return before.run;
    const run = this.#after(before?.run, browserId);
    const mine = { browserId, run };
    this.#underWay = mine;
    const over = () => {
      if (this.#underWay === mine) this.#underWay = null;
    };
    run.then(over, over);
    return run;
  }

  async #after(before: Promise<DoctorRun> | undefined, browserId: string | undefined): Promise<DoctorRun> {
    await before?.catch(() => {});
    return this.#run(browserId);
  }

  /**
   * Does what the last run offered, and takes all steps again. Rejects with `repair-not-offered` for any other repair, and with the
   * reason of the system where it fails; nothing has changed then, or what the repair says.
   */
  async repair({ ladderId, rung, repair }: RepairAsk): Promise<DoctorRun> {
    await this.#underWay?.run.catch(() => {});
    const act = this.#remedies.get(`${ladderId} ${rung} ${repair}`);
    if (!act) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'doctor-repair-not-offered' });
    await act();
    return this.run(this.#browserId);
  }

  async #run(browserId: string | undefined): Promise<DoctorRun> {
    const context = await this.#options.context();
    if (browserId !== undefined) locationOf(context.manifests, browserId);
    this.#browserId = browserId;
    const id = `run-${this.#nextId++}`;
    const begun = context.monotonic();
    const by = context.hub ? ('hub' as const) : ('program' as const);
    let run: DoctorRun = { id, startedAt: context.now(), endedAt: null, ms: null, by, ladders: [] };
    const { ladders, remedies } = await takeSteps({
      context,
      browserId,
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
    this.#remedies = remedies;
    run = { ...run, endedAt, ms: Math.round(context.monotonic() - begun), ladders: gravestFirst(ladders) };
    this.#keep(run);
    return run;
  }

  #keep(run: DoctorRun): void {
    this.#runs = [run, ...this.#runs.filter(({ id }) => id !== run.id)].slice(0, maxDoctorRuns);
    this.#options.onRun(run);
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
