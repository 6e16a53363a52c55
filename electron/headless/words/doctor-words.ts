// What `pilothouse doctor` and `pilothouse logs` say.
import type { LogLevel, RungId } from '../../../contract/doctor.ts';

export interface DoctorCounts {
  readonly green: number;
  readonly amber: number;
  readonly red: number;
  readonly rest: number;
}

export interface DoctorWords {
  readonly questions: Readonly<Record<RungId, string>>;
  readonly allFine: (rungs: number, ms: number) => string;
  readonly summary: (counts: DoctorCounts, ms: number) => string;
  /** `profile` is null for the only one of its browser. */
  readonly ladderOf: (browser: string | null, profile: string | null, inUse: boolean) => string;
  readonly waitsFor: (rung: number) => string;
  readonly notTried: string;
  /** `at` as date and time. */
  readonly lastProven: (at: string) => string;
  readonly repairWould: (does: string) => string;
  readonly byHand: (what: string) => string;
  readonly repairing: (does: string) => string;
  readonly notRepaired: (why: string) => string;
  readonly noLog: (path: string) => string;
  readonly logLevels: Readonly<Record<LogLevel, string>>;
}
