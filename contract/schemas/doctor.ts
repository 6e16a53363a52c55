// A run of the doctor: one ladder for each profile of a browser, each with a result for every rung. Times are milliseconds since the epoch.
import { z } from 'zod';
import { repairIds, rungIds } from '../doctor.ts';
import { ReasonSchema } from './reason.ts';

const Time = z.number();

/** A line of a file that is at fault, or that shows that the file is not. */
const FaultLineSchema = z.object({
  /** The user's home is written as `~`. */
  path: z.string(),
  /** From 1. */
  line: z.number().int(),
  /** The line itself, cut after 200 characters. */
  text: z.string(),
  /** What is wrong with it; null for a line that stands beside it. */
  fault: ReasonSchema.nullable(),
});
export type FaultLine = z.infer<typeof FaultLineSchema>;

const RepairSchema = z.object({
  id: z.enum(repairIds),
  /** What it will do, in one sentence. */
  does: ReasonSchema,
});
export type Repair = z.infer<typeof RepairSchema>;

const RungStateSchema = z.discriminatedUnion('kind', [
  /** Proven by an answer. */
  z.object({ kind: z.literal('green') }),
  /** Works, and is to be looked at. */
  z.object({ kind: z.literal('amber') }),
  /** Tried, and failed. */
  z.object({ kind: z.literal('red') }),
  /** Cannot be tried before this rung is fine; when it was proven last, where that is known. */
  z.object({ kind: z.literal('waits'), for: z.enum(rungIds), provenAt: Time.nullable() }),
  /** Not tried in this run; the same. */
  z.object({ kind: z.literal('untried'), provenAt: Time.nullable() }),
  /** Is being tried, or has its turn still before it. */
  z.object({ kind: z.literal('running'), since: Time }),
  z.object({ kind: z.literal('queued') }),
]);
export type RungState = z.infer<typeof RungStateSchema>;

export const RungSchema = z.object({
  id: z.enum(rungIds),
  state: RungStateSchema,
  /** How long it took; null where it was not tried. */
  ms: z.number().nullable(),
  /** What was seen, the gravest first. */
  evidence: z.array(ReasonSchema),
  lines: z.array(FaultLineSchema),
  repair: RepairSchema.nullable(),
  /** What the user can do about it alone. */
  byHand: ReasonSchema.nullable(),
});
export type Rung = z.infer<typeof RungSchema>;

export const LadderSchema = z.object({
  /** Of the browser and its profile; `none` where no browser was found. */
  id: z.string(),
  /** As in the list of manifests; null where no browser was found. */
  browserId: z.string().nullable(),
  /** The browser's own name, `Chromium`. */
  browser: z.string().nullable(),
  family: z.enum(['chromium', 'firefox']).nullable(),
  /** As the user named the profile; null for the only one, and for a browser that was never opened. */
  profile: z.string().nullable(),
  /** Whether it was switched on or has the extension: only then is what it lacks a fault. */
  inUse: z.boolean(),
  /** All of them, in their order. */
  rungs: z.array(RungSchema),
});
export type Ladder = z.infer<typeof LadderSchema>;

export const DoctorRunSchema = z.object({
  id: z.string(),
  startedAt: Time,
  /** Null while it runs. */
  endedAt: Time.nullable(),
  ms: z.number().nullable(),
  /** `program`: no hub runs, so the command line took the steps itself. */
  by: z.enum(['hub', 'program']),
  /** The gravest first. Rungs that are the same for all browsers stand in each. */
  ladders: z.array(LadderSchema),
});
export type DoctorRun = z.infer<typeof DoctorRunSchema>;
