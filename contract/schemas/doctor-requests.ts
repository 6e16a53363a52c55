// What the panel asks the doctor, and of the hub's log; the events that tell of both; and what the command line asks.
import { z } from 'zod';
import { repairIds, rungIds } from '../doctor.ts';
import { DoctorRunSchema, RungSchema } from './doctor.ts';
import { HubLogLineSchema } from './hub-log.ts';

const nothing = z.object({}).strict();
const id = z.string().min(1).max(300);
const run = z.object({ run: DoctorRunSchema });

const RepairAskSchema = z.object({ ladderId: id, rung: z.enum(rungIds), repair: z.enum(repairIds) });

export const doctorRequests = {
  /** The runs since the hub's start, newest first; the first one may still be under way. */
  'doctor:runs': { params: nothing, result: z.object({ runs: z.array(DoctorRunSchema) }) },
  /** Takes every step, of all browsers or of one. While one is under way, that one is waited for. */
  'doctor:run': { params: z.object({ browserId: id.optional() }).strict(), result: run },
  /** Does what `Rung.repair` said, and takes the steps again from that rung. Rejects with the system's reason where it fails. */
  'doctor:repair': { params: RepairAskSchema, result: run },
  /** One masked text to be shown, copied and sent. */
  'doctor:diagnostics': { params: nothing, result: z.object({ text: z.string() }) },
  /** The newest `count` lines of the hub's log, oldest first. `path` is its file. */
  'hub:log': {
    params: z.object({ count: z.number().int().min(1).max(2_000).default(200) }).strict(),
    result: z.object({ path: z.string(), lines: z.array(HubLogLineSchema) }),
  },
} as const;

export const doctorEvents = {
  /** A run has begun (all rungs `queued`) or has ended. */
  'doctor:run': DoctorRunSchema,
  /** One rung of the run that is under way. */
  'doctor:rung': z.object({ runId: z.string(), ladderId: z.string(), rung: RungSchema }),
  /** New lines of the hub's log, at most 5 times a second. */
  'hub:logged': z.object({ lines: z.array(HubLogLineSchema) }),
} as const;

export const doctorQuestions = {
  'doctor:run': { params: z.object({ browserId: id.optional() }).default({}), answer: run },
  /** Repairs that let a browser or an agent in are refused here: the panel has them. */
  'doctor:repair': { params: RepairAskSchema, answer: run },
  'doctor:diagnostics': { params: nothing.default({}), answer: z.object({ text: z.string() }) },
} as const;
