// Limits on calls (spec 003 "Rate Limiting"): what the user sets, and how an agent opens a run with a budget.
import { z } from 'zod';

const maxCallsPerRun = z.number().int().min(1).max(10_000);
const maxConcurrentPerOrigin = z.number().int().min(1).max(1_000);
const defaultTimeoutMs = z.number().int().min(1_000).max(3_600_000);

export const CallLimitsSchema = z.object({
  /** The budget of a run whose agent names none, and the largest that it may name. */
  maxCallsPerRun: maxCallsPerRun.default(5),
  /** Calls that pages of one web origin may have under way at the same time. */
  maxConcurrentPerOrigin: maxConcurrentPerOrigin.default(2),
  /** How long a call of a server's tool may take where the server has no time of its own (`ServerOptions.timeoutMs`). */
  defaultTimeoutMs: defaultTimeoutMs.default(30_000),
});
export type CallLimits = z.infer<typeof CallLimitsSchema>;

/** A change of some of them. */
export const CallLimitsChangeSchema = z
  .object({ maxCallsPerRun, maxConcurrentPerOrigin, defaultTimeoutMs })
  .partial()
  .strict();
export type CallLimitsChange = z.infer<typeof CallLimitsChangeSchema>;

/** An id of the agent's choice: the first call with it opens the run, each call with it draws from the budget. */
export const RunAskSchema = z.object({
  id: z.string().min(1).max(100),
  maxCalls: z.number().int().min(1).optional(),
});
export type RunAsk = z.infer<typeof RunAskSchema>;

/** A run of an agent: `calls` of `maxCalls` are made. */
export const RunSchema = z.object({ id: z.string(), maxCalls: z.number(), calls: z.number() });
export type Run = z.infer<typeof RunSchema>;

/** How calls stand to the limits right now. */
export const LimitsNowSchema = z.object({
  /** Every run that is kept, those used last at the end. */
  runs: z.array(RunSchema.extend({ agentId: z.string() })),
  /** Web origins with calls under way. */
  origins: z.array(z.object({ origin: z.string(), running: z.number() })),
});
export type LimitsNow = z.infer<typeof LimitsNowSchema>;
