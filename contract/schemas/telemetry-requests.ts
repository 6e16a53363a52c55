// What the panel and the command line ask about live export by OTLP. No value of a header ever comes back.
import { z } from 'zod';
import { ReasonSchema } from './reason.ts';
import {
  StoredTelemetrySchema,
  TelemetryChangeSchema,
  TelemetrySignalSchema,
  TelemetryViewSchema,
} from './telemetry.ts';

const nothing = z.object({}).strict();
const now = z.object({ settings: StoredTelemetrySchema, health: TelemetryViewSchema.nullable() });

export const telemetryRequests = {
  'telemetry:get': { params: nothing, result: now },
  'telemetry:set': { params: z.object({ change: TelemetryChangeSchema }).strict(), result: now },
  /** Sends an empty request of that signal: whether it is taken, and why not. */
  'telemetry:try': {
    params: z.object({ signal: TelemetrySignalSchema }).strict(),
    result: z.object({ reason: ReasonSchema.nullable() }),
  },
} as const;
