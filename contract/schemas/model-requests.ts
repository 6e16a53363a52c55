// The panel's requests about models and the events that come with them; `panel-requests.ts` and `panel-events.ts` take them in.
import { z } from 'zod';
import {
  CurrencySchema,
  FoundModelsSchema,
  ModelChoiceKeySchema,
  ModelLimitsSchema,
  ModelNameSchema,
  ModelPriceSchema,
  ModelProviderSchema,
  ModelRefSchema,
  ModelSchema,
  ModelTestSchema,
  ModelUsageSchema,
  ProviderIdSchema,
  ProviderTypeSchema,
} from './models.ts';
import { ServerLogLineSchema } from './servers.ts';

const nothing = z.object({}).strict();
const done = z.object({});
const one = z.object({ providerId: ProviderIdSchema }).strict();
const provider = z.object({ provider: ModelProviderSchema });
const name = z.string().trim().min(1).max(60);
const key = z.string().trim().min(1).max(4_000);
const baseUrl = z.url({ protocol: /^https?$/ }).max(2_000);
const sha256 = z.string().length(64);
const path = z.string().min(1).max(4_000);
const idleMinutes = z.number().int().min(1).max(1_440);
const context = z.number().int().min(256).max(10_000_000).nullable();

export const modelRequests = {
  /** Looks on 127.0.0.1 for the programs that are usual there; nothing is sent elsewhere and nothing is added. */
  'models:look': { params: nothing, result: z.object({ at: z.number(), found: z.array(FoundModelsSchema) }) },
  /**
   * Lists its models first, which costs nothing, and adds it only if that works. `unchecked` adds it as it is: one that does not run now.
   * The key goes to the keychain and is never shown again.
   */
  'models:add': {
    params: z
      .object({
        type: ProviderTypeSchema.exclude(['chrome']),
        name: name.optional(),
        baseUrl: baseUrl.optional(),
        key: key.optional(),
        unchecked: z.boolean().default(false),
      })
      .strict(),
    result: provider,
  },
  /** A llamafile or GGUF file on this machine. It runs once the user has approved its hash. */
  'models:add-program': {
    params: z.object({ path, name: name.optional(), engine: path.optional(), context: context.default(null) }).strict(),
    result: provider,
  },
  /** Binds the approval to what the user was shown: the hashes and the walls. Refused where something of it is another by now. */
  'models:approve': {
    params: one.extend({ sha256, engineSha256: sha256.nullable(), walled: z.boolean() }),
    result: provider,
  },
  /** Changes what is named. A key that is null is forgotten; a new one is tried before it is kept, unless `unchecked`. */
  'models:set': {
    params: one.extend({
      name: name.optional(),
      baseUrl: baseUrl.optional(),
      key: key.nullable().optional(),
      isOn: z.boolean().optional(),
      limits: ModelLimitsSchema.partial().optional(),
      idleMinutes: idleMinutes.optional(),
      context: context.optional(),
      engine: path.optional(),
      walls: z.boolean().optional(),
      unchecked: z.boolean().default(false),
    }),
    result: provider,
  },
  /** Its key, its defaults, its aliases and its prices go too; its usage is kept. */
  'models:remove': { params: one, result: done },
  /** Asks it now whether it is there and which models it has. */
  'models:check': { params: one, result: provider },
  /** What is known of its models. */
  'models:list': { params: one, result: z.object({ models: z.array(ModelSchema) }) },
  /** Null takes the choice back; an alias without a model is gone. */
  'models:choose': {
    params: z.object({ key: ModelChoiceKeySchema, model: ModelRefSchema.nullable() }).strict(),
    result: done,
  },
  /** One short answer and one tool call, in the trace as the user's. What is written meanwhile comes as `models:tested`. */
  'models:test': {
    params: one.extend({
      model: ModelNameSchema.nullable().default(null),
      text: z.string().trim().min(1).max(4_000).optional(),
      /** Made by the panel, to tell its tests apart. */
      testId: z.string().min(1).max(60),
    }),
    result: z.object({ test: ModelTestSchema }),
  },
  'models:stop-test': { params: z.object({ testId: z.string().min(1).max(60) }).strict(), result: done },
  /** The last test of each of its models since the hub started. */
  'models:tests': { params: one, result: z.object({ tests: z.array(ModelTestSchema) }) },

  'models:start': { params: one, result: provider },
  'models:stop': { params: one, result: provider },
  'models:restart': { params: one, result: provider },
  /** The newest `count` lines of a program's log, oldest first. */
  'models:log': {
    params: one.extend({ count: z.number().int().min(1).max(2_000).default(200) }),
    result: z.object({ path: z.string(), lines: z.array(ServerLogLineSchema) }),
  },
  /** Has Chrome download its model: the one thing here that is downloaded, and only when it is asked. */
  'models:download': { params: one, result: provider },

  /** The last `days`, newest first; of one provider or of all. */
  'models:usage': {
    params: z
      .object({ providerId: ProviderIdSchema.optional(), days: z.number().int().min(1).max(400).default(1) })
      .strict(),
    result: z.object({ usage: z.array(ModelUsageSchema) }),
  },
  'models:prices': {
    params: nothing,
    result: z.object({ currency: CurrencySchema, prices: z.array(ModelPriceSchema) }),
  },
  /** Both prices null forgets them. */
  'models:set-price': {
    params: ModelRefSchema.extend({
      price: ModelPriceSchema.pick({ input: true, output: true }).nullable(),
    }).strict(),
    result: done,
  },
  'models:set-currency': { params: z.object({ currency: CurrencySchema }).strict(), result: done },
} as const;

export const modelEvents = {
  /** A piece of the answer to a test, to the panel that asked for it alone. */
  'models:tested': z.object({
    testId: z.string(),
    piece: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('text'), text: z.string() }),
      z.object({ kind: z.literal('reasoning'), text: z.string() }),
      z.object({ kind: z.literal('tool-call'), name: z.string(), arguments: z.unknown() }),
    ]),
  }),
  /** At most 5 a second; the lines are asked for with `models:log`. */
  'models:logged': z.object({ providerIds: z.array(ProviderIdSchema) }),
} as const;
