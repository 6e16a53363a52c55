// Models: who provides them and in which state, what is known of each, which one is used where, what was used, and what that costs.
import { z } from 'zod';
import { isAliasName, isProviderId, modelAskerKinds, modelUses, providerTypes, toolWays } from '../models.ts';
import { ReasonSchema } from './reason.ts';
import { saying } from './value-fault.ts';

const Time = z.number();
const since = { since: Time };

export const ProviderTypeSchema = z.enum(providerTypes);
export const ProviderIdSchema = z.string().refine(isProviderId, saying({ kind: 'no-provider-id' }));
/** As its provider calls it. */
export const ModelNameSchema = z.string().min(1).max(300);

/** What of a program is other than it was approved. */
export const ProgramChangeSchema = z.enum(['file', 'engine', 'walls']);
export type ProgramChange = z.infer<typeof ProgramChangeSchema>;

/** Every state that a provider can be in. Those from `unapproved` on are of one that is a program of ours. */
export const ProviderStateSchema = z.discriminatedUnion('kind', [
  /** Nobody has asked it since the hub started. */
  z.object({ kind: z.literal('unknown') }),
  /** Switched off by the user. */
  z.object({ kind: z.literal('off'), ...since }),
  /** `answersInMs` is how long its list of models took. */
  z.object({ kind: z.literal('ready'), ...since, answersInMs: z.number().nullable() }),
  /** Nobody listens there, or the browser is not here. */
  z.object({ kind: z.literal('not-running'), ...since, lastSeenAt: Time.nullable() }),
  z.object({ kind: z.literal('timed-out'), ...since }),
  z.object({ kind: z.literal('key-missing'), ...since }),
  z.object({ kind: z.literal('key-refused'), ...since, status: z.number().int() }),
  z.object({ kind: z.literal('rate-limited'), ...since, until: Time }),
  z.object({ kind: z.literal('failed'), ...since, why: ReasonSchema }),
  /** Chrome has it, and has not downloaded it; it does once the user asks. */
  z.object({ kind: z.literal('not-downloaded'), ...since }),
  z.object({ kind: z.literal('downloading'), ...since, percent: z.number().nullable() }),
  /** Its file waits for the user's approval. */
  z.object({ kind: z.literal('unapproved'), ...since }),
  /** Its file, or what it is run with, is another one than was approved: it is not started. */
  z.object({ kind: z.literal('file-changed'), ...since, what: ProgramChangeSchema }),
  /** It starts when it is asked. */
  z.object({ kind: z.literal('stopped'), ...since }),
  /** The program runs and loads its model. */
  z.object({ kind: z.literal('loading'), ...since }),
  z.object({ kind: z.literal('running'), ...since }),
  z.object({ kind: z.literal('stopping'), ...since }),
  z.object({ kind: z.literal('crashed'), ...since, why: ReasonSchema }),
]);
export type ProviderState = z.infer<typeof ProviderStateSchema>;

/** A llamafile or a GGUF file that is run as a supervised program. */
export const ModelProgramSchema = z.object({
  format: z.enum(['llamafile', 'gguf']),
  path: z.string(),
  /** The `llama-server` that reads a GGUF file; null for a llamafile, and where none was found. */
  engine: z.string().nullable(),
  /** Of the engine as it was looked at last. The user approves this one with the file. */
  engineSha256: z.string().nullable(),
  bytes: z.number(),
  /** Of the file as it was looked at last; null while that goes on. The user approves this one. */
  sha256: z.string().nullable(),
  approvedAt: Time.nullable(),
  pid: z.number().nullable(),
  /** Of all its processes, while it runs. */
  memoryBytes: z.number().nullable(),
  cpuPercent: z.number().nullable(),
  /** How long its last start took, in ms. */
  startMs: z.number().nullable(),
  idleMinutes: z.number(),
  /** Tokens of context that it is started with; null leaves that to the program. */
  context: z.number().nullable(),
  /** No network but its own port of this machine, its files read-only, and nothing else of the home: as it runs, or would now. */
  walled: z.boolean(),
  /** Whether it is to have walls where this system has some. */
  walls: z.boolean(),
  /** Why it has no walls; null where it has. */
  unwalled: ReasonSchema.nullable(),
  /** What it went through in the last 60 minutes, oldest first. */
  lifecycle: z.array(z.object({ at: Time, state: z.enum(['stopped', 'loading', 'running', 'crashed']) })).max(200),
});
export type ModelProgram = z.infer<typeof ModelProgramSchema>;

export const ModelTotalsSchema = z.object({
  input: z.number(),
  output: z.number(),
  calls: z.number(),
  /** By the user's prices; null where none of its models has one. */
  cost: z.number().nullable(),
});
export type ModelTotals = z.infer<typeof ModelTotalsSchema>;

export const ModelLimitsSchema = z.object({
  /** Answers at a time; further ones wait. */
  atOnce: z.number().int().min(1).max(100),
  /** Until the first token, and between two. */
  timeoutSeconds: z.number().int().min(1).max(3_600),
  /** In and out together, for a day of this machine's time zone; null is as many as wanted. */
  tokensPerDay: z.number().int().min(1).nullable(),
});
export type ModelLimits = z.infer<typeof ModelLimitsSchema>;

export const ModelProviderSchema = z.object({
  id: ProviderIdSchema,
  type: ProviderTypeSchema,
  name: z.string(),
  /** Null of Chrome's own model, and of a program that does not run. */
  baseUrl: z.string().nullable(),
  /** What is asked of it stays on this machine. */
  isLocal: z.boolean(),
  /** Where what is asked of it goes, such as `api.anthropic.com`; null where it stays. */
  goesTo: z.string().nullable(),
  hasKey: z.boolean(),
  /** The browser whose model it is. */
  browserId: z.string().nullable(),
  state: ProviderStateSchema,
  checkedAt: Time.nullable(),
  /** As it says. */
  version: z.string().nullable(),
  /** Null while its models were never listed. */
  modelCount: z.number().nullable(),
  /** That which is used where the type or the provider alone is named. */
  defaultModel: z.string().nullable(),
  today: ModelTotalsSchema,
  limits: ModelLimitsSchema,
  program: ModelProgramSchema.nullable(),
});
export type ModelProvider = z.infer<typeof ModelProviderSchema>;

/** What is known of one model; null where its provider does not tell. */
export const ModelSchema = z.object({
  name: ModelNameSchema,
  title: z.string().nullable(),
  context: z.number().nullable(),
  tools: z.enum(toolWays).nullable(),
  pictures: z.boolean().nullable(),
  bytes: z.number().nullable(),
  isDefault: z.boolean(),
});
export type Model = z.infer<typeof ModelSchema>;

export const ModelRefSchema = z.object({ providerId: ProviderIdSchema, model: ModelNameSchema });
export type ModelRef = z.infer<typeof ModelRefSchema>;

const aliasName = z.string().refine(isAliasName, saying({ kind: 'no-alias-name' }));

/** What is used where nobody names a model: for chat, for sites, where only the type is named; or by a name that the user made. */
export const ModelChoiceKeySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('use'), use: z.enum(modelUses) }),
  z.object({ kind: z.literal('type'), type: ProviderTypeSchema }),
  z.object({ kind: z.literal('alias'), name: aliasName }),
]);
export type ModelChoiceKey = z.infer<typeof ModelChoiceKeySchema>;

/** In the snapshot by `modelChoiceId`. `model` is null where the user has not chosen: then `effective` tells what is used. */
export const ModelChoiceSchema = z.object({
  key: ModelChoiceKeySchema,
  chosen: ModelRefSchema.nullable(),
  effective: ModelRefSchema.nullable(),
});
export type ModelChoice = z.infer<typeof ModelChoiceSchema>;

/** A program that was looked for on this machine. */
export const FoundModelsSchema = z.object({
  type: ProviderTypeSchema,
  name: z.string(),
  port: z.number().int(),
  /** `other`: somebody listens there who speaks something else. */
  state: z.enum(['ready', 'not-running', 'other']),
  answersInMs: z.number().nullable(),
  version: z.string().nullable(),
  models: z.array(ModelSchema).max(200),
  /** That which Chat would use best, one with tools if there is one. */
  suggested: z.string().nullable(),
  /** Where it is among the providers already. */
  providerId: ProviderIdSchema.nullable(),
});
export type FoundModels = z.infer<typeof FoundModelsSchema>;

/** In the user's currency, for a million tokens. */
export const ModelPriceSchema = z.object({
  providerId: ProviderIdSchema,
  model: ModelNameSchema,
  input: z.number().min(0).max(1_000_000),
  output: z.number().min(0).max(1_000_000),
});
export type ModelPrice = z.infer<typeof ModelPriceSchema>;

export const CurrencySchema = z.string().refine(text => /^[A-Z]{3}$/.test(text), saying({ kind: 'no-currency' }));

/** What somebody has used on one day. */
export const ModelUsageSchema = z.object({
  /** `2026-11-28`, in this machine's time zone. */
  day: z.string(),
  asker: z.object({ kind: z.enum(modelAskerKinds), id: z.string(), label: z.string() }),
  providerId: ProviderIdSchema,
  model: ModelNameSchema,
  ...ModelTotalsSchema.shape,
  lastAt: Time,
});
export type ModelUsageRow = z.infer<typeof ModelUsageSchema>;

/** How a test of a model went: one short answer and one tool call. */
export const ModelTestSchema = z.object({
  at: Time,
  model: ModelRefSchema,
  text: z.string(),
  firstTokenMs: z.number().nullable(),
  tokensPerSecond: z.number().nullable(),
  /** `text`: it wrote the call as text, where it was read. */
  tools: z.enum(toolWays),
  usage: z.object({ input: z.number().nullable(), output: z.number().nullable() }),
});
export type ModelTest = z.infer<typeof ModelTestSchema>;
