// What is kept of models: who provides them, which one was chosen for what, and the user's prices.
import { z } from 'zod';
import {
  CurrencySchema,
  ModelChoiceKeySchema,
  ModelLimitsSchema,
  ModelPriceSchema,
  ModelRefSchema,
  ModelSchema,
  ProviderIdSchema,
  ProviderTypeSchema,
} from './models.ts';

/** A file that is run as a program. `sha256` is what was approved; null until then. */
export const ProgramRecordSchema = z.object({
  format: z.enum(['llamafile', 'gguf']),
  path: z.string(),
  engine: z.string().nullable(),
  sha256: z.string().nullable(),
  /** What read the file when it was approved; null for a llamafile. */
  approvedEngine: z.object({ path: z.string(), sha256: z.string() }).nullable().default(null),
  /** Whether walls stand around it: it was approved so, or the user has chosen it; null is wherever the system has them. */
  walls: z.boolean().nullable().default(null),
  approvedAt: z.number().nullable(),
  idleMinutes: z.number().int().min(1),
  context: z.number().int().nullable(),
});
export type ProgramRecord = z.infer<typeof ProgramRecordSchema>;

export const ProviderRecordSchema = z.object({
  id: ProviderIdSchema,
  type: ProviderTypeSchema,
  name: z.string(),
  baseUrl: z.string().nullable(),
  browserId: z.string().nullable(),
  isOn: z.boolean(),
  limits: ModelLimitsSchema,
  addedAt: z.number(),
  lastSeenAt: z.number().nullable(),
  /** As they were listed last. */
  models: z.array(ModelSchema.omit({ isDefault: true })).nullable(),
  program: ProgramRecordSchema.nullable(),
});
export type ProviderRecord = z.infer<typeof ProviderRecordSchema>;
export type ListedModel = NonNullable<ProviderRecord['models']>[number];

export const ChosenModelsSchema = z.array(z.object({ key: ModelChoiceKeySchema, model: ModelRefSchema }));
export type ChosenModels = z.infer<typeof ChosenModelsSchema>;

export const PriceTableSchema = z.object({ currency: CurrencySchema, prices: z.array(ModelPriceSchema) });
export type PriceTable = z.infer<typeof PriceTableSchema>;
