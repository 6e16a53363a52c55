// Conversations: what the panel lists, what it shows of one, and the turns, rounds and calls in it.
import { z } from 'zod';
import { maxQuestionChars, maxSystemChars, maxTitleChars, serverChoices } from '../chat.ts';
import { ReasonSchema } from './reason.ts';

const Time = z.number();
export const ConversationIdSchema = z.string().min(1).max(40);
export const TurnIdSchema = z.string().min(1).max(40);

/** Of one answer. `seconds` is time without what the user was waited for. */
export const ChatBudgetSchema = z
  .object({
    calls: z.number().int().min(0).max(1_000),
    rounds: z.number().int().min(1).max(100),
    seconds: z.number().int().min(5).max(3_600),
    /** In the currency of the user's prices; null is no bound. */
    cost: z.number().min(0).nullable(),
  })
  .strict();
export type ChatBudget = z.infer<typeof ChatBudgetSchema>;

/** What the user sets for one conversation. */
export const ChatSettingsSchema = z
  .object({
    /** As `ModelRequest.model`; null is the default model of the chat. */
    model: z.string().min(1).max(300).nullable(),
    servers: z.enum(serverChoices),
    /** Ids of sources that are ticked; they count while `servers` is `chosen`. */
    chosen: z.array(z.string().max(200)).max(1_000),
    systemPrompt: z.string().max(maxSystemChars),
    budget: ChatBudgetSchema,
    /** Of the whole conversation; null is no bound. */
    totalCalls: z.number().int().min(0).max(100_000).nullable(),
    totalCost: z.number().min(0).nullable(),
  })
  .strict();
export type ChatSettings = z.infer<typeof ChatSettingsSchema>;

export const ChatChangeSchema = ChatSettingsSchema.partial()
  .extend({ title: z.string().trim().min(1).max(maxTitleChars), budget: ChatBudgetSchema.partial() })
  .partial()
  .strict();
export type ChatChange = z.infer<typeof ChatChangeSchema>;

/** Who began a conversation: the user here, an extension or agent, or a page. */
export const ChatOriginSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user') }),
  z.object({ kind: z.literal('client'), id: z.string(), name: z.string() }),
  z.object({ kind: z.literal('origin'), id: z.string() }),
]);
export type ChatOrigin = z.infer<typeof ChatOriginSchema>;

/** `waiting`: a question of it waits for the user; `failed`: its last answer ended by an error. */
export const chatStates = ['idle', 'writing', 'waiting', 'failed'] as const;

export const ChatRowSchema = z.object({
  id: ConversationIdSchema,
  title: z.string(),
  /** The title is that of the conversation which it is a branch of, until the user gives it one. */
  isBranch: z.boolean(),
  state: z.enum(chatStates),
  /** That of its newest answer, else the set one; null is the default. */
  model: z.string().nullable(),
  from: ChatOriginSchema,
  /** The model gets no tools. */
  withoutTools: z.boolean(),
  questions: z.number().int(),
  createdAt: Time,
  updatedAt: Time,
  /** Where the searched text was found, but for the title. */
  found: z.object({ turnId: TurnIdSchema, excerpt: z.string() }).nullable(),
});
export type ChatRow = z.infer<typeof ChatRowSchema>;

/** A file or picture of a question; `chat:file` has it. */
export const ChatFileSchema = z.object({
  id: z.string(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.number().int(),
  /** Why the model did not get it: such as that it reads no pictures. Absent where it did, and before it was asked. */
  leftOut: ReasonSchema.optional(),
});
export type ChatFile = z.infer<typeof ChatFileSchema>;

/** Which of the versions of a turn this is, counted from 1: `2 of 2`. `ids` are all of them, the oldest first. */
export const ChatVersionSchema = z.object({ number: z.number().int(), ids: z.array(TurnIdSchema) });

export const ChatCallStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('running'), since: Time }),
  /** `promptId` is one of `prompts` in the snapshot; there it is answered. Null while it is held for another reason, such as a paused hub. */
  z.object({ kind: z.literal('waiting'), since: Time, promptId: z.string().nullable() }),
  /** Answered by its target; `isError` is what that said of it. */
  z.object({ kind: z.literal('done'), isError: z.boolean() }),
  /** The rules, the gates or the user said no; also an expired question. */
  z.object({ kind: z.literal('refused'), code: z.string(), why: ReasonSchema }),
  /** No such tool, arguments that do not fit, a timeout, a server that ended. */
  z.object({ kind: z.literal('failed'), code: z.string(), why: ReasonSchema }),
  z.object({ kind: z.literal('stopped') }),
]);
export type ChatCallState = z.infer<typeof ChatCallStateSchema>;

export const ChatCallSchema = z.object({
  id: z.string(),
  /** As in the catalogue, such as `postgres/query`; as the model wrote it where there is no such tool. */
  toolId: z.string(),
  /** One of `servers`; null where there is no such tool. */
  sourceId: z.string().nullable(),
  /** The short name. */
  tool: z.string(),
  /** JSON text, secrets masked, cut at `shownChars`; `argumentsChars` is the whole. */
  argumentsText: z.string(),
  argumentsChars: z.number().int(),
  /** What tells the most of the arguments, in one line; '' where they say nothing. */
  summary: z.string(),
  state: ChatCallStateSchema,
  /** `ruleCode` of what decided; null before that. */
  rule: z.string().nullable(),
  /** Its entry in the trace of this run of the hub. */
  seq: z.number().nullable(),
  startedAt: Time,
  latencyMs: z.number().nullable(),
  /** Of that, how long the user was waited for. */
  waitedMs: z.number(),
  /** Null without one. `tokens` is an estimate. */
  result: z
    .object({ text: z.string(), chars: z.number().int(), bytes: z.number().int(), tokens: z.number().int() })
    .nullable(),
});
export type ChatCall = z.infer<typeof ChatCallSchema>;

/** A step that is kept as it is shown; `round` counts from 1. */
export const PlainStepSchemas = [
  /** What the model wrote in a round, before its calls or at the end. Markdown from outside. */
  z.object({ kind: z.literal('text'), round: z.number().int(), text: z.string(), reasoning: z.string() }),
  /** It explained a tool instead of calling it, and was told to call it. */
  z.object({ kind: z.literal('urged'), round: z.number().int(), tool: z.string() }),
  /** A budget is used up; `chat:more` goes on. */
  z.object({
    kind: z.literal('budget'),
    round: z.number().int(),
    of: z.enum(['calls', 'rounds', 'time', 'cost', 'total-calls', 'total-cost']),
    used: z.number(),
    max: z.number(),
  }),
  /** `otherModels`: ready ones, as `ChatSettings.model`, where the model is the trouble. */
  z.object({
    kind: z.literal('failed'),
    round: z.number().int(),
    why: ReasonSchema,
    otherModels: z.array(z.string()),
  }),
  /** By the user, or because the hub ended (`hub`). What was written until then is kept. */
  z.object({ kind: z.literal('stopped'), round: z.number().int(), by: z.enum(['user', 'hub']), tokens: z.number() }),
] as const;

/** What happened in an answer, in order. */
export const ChatStepSchema = z.discriminatedUnion('kind', [
  ...PlainStepSchemas,
  z.object({ kind: z.literal('calls'), round: z.number().int(), calls: z.array(ChatCallSchema) }),
]);
export type ChatStep = z.infer<typeof ChatStepSchema>;

/** Where the tools of an answer come from, and why each was picked or not. */
export const ChatSourceSchema = z.object({
  /** The id of a server or a plugin, or `browser`. */
  id: z.string(),
  kind: z.enum(['server', 'plugin', 'browser']),
  name: z.string(),
  /** How many tools it offers to the chat. */
  tools: z.number().int(),
  isRunning: z.boolean(),
  score: z.number(),
  /** Words of the question that hit, best first. */
  words: z.array(z.string()),
  /** A file is attached, which this one can use. */
  byFile: z.boolean(),
  picked: z.boolean(),
  /** `hit`: by score; `no-hit`: nothing hit, so all are; `all` and `chosen`: as the user set it; `none`: left out. */
  because: z.enum(['hit', 'no-hit', 'all', 'chosen', 'none']),
});
export type ChatSource = z.infer<typeof ChatSourceSchema>;

export const ChatModelSchema = z.object({
  providerId: z.string(),
  provider: z.string(),
  model: z.string(),
  /** Null: it stays on this machine; else the host that it goes to. */
  goesTo: z.string().nullable(),
  /** False: the tools are described in its prompt and its text is read for calls. */
  callsTools: z.boolean(),
  readsPictures: z.boolean(),
  contextTokens: z.number().nullable(),
});
export type ChatModel = z.infer<typeof ChatModelSchema>;

export const ChatSpentSchema = z.object({
  calls: z.number().int(),
  /** With what was allowed more. */
  maxCalls: z.number().int(),
  rounds: z.number().int(),
  maxRounds: z.number().int(),
  /** What the last round sent and got: how full the context is. An estimate where the model did not say. */
  contextTokens: z.number().int(),
  /** Over all rounds; null where the model did not say. */
  inputTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
  /** Without what the user was waited for. While it runs it counts on from `at`. */
  ms: z.number(),
  at: Time,
  maxMs: z.number(),
  /** Null without a price. */
  cost: z.number().nullable(),
  maxCost: z.number().nullable(),
});
export type ChatSpent = z.infer<typeof ChatSpentSchema>;

export const ChatTurnSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('question'),
    id: TurnIdSchema,
    at: Time,
    text: z.string().max(maxQuestionChars),
    files: z.array(ChatFileSchema),
    version: ChatVersionSchema,
  }),
  z.object({
    kind: z.literal('answer'),
    id: TurnIdSchema,
    at: Time,
    /** `ended`: with its last step; a `budget` step as the last one can go on. */
    state: z.enum(['running', 'ended']),
    /** Null until a model has begun. */
    model: ChatModelSchema.nullable(),
    steps: z.array(ChatStepSchema),
    sources: z.array(ChatSourceSchema),
    spent: ChatSpentSchema,
    version: ChatVersionSchema,
  }),
]);
export type ChatTurn = z.infer<typeof ChatTurnSchema>;

/** How often a rule decided in this conversation. `sourceId` is where its calls went. */
export const ChatRuleSchema = z.object({
  rule: z.string(),
  sourceId: z.string().nullable(),
  effect: z.enum(['allowed', 'refused']),
  times: z.number().int(),
});
export type ChatRule = z.infer<typeof ChatRuleSchema>;

/** A question that was asked while an answer was being written; it is sent when that ends. */
export const ChatQueuedSchema = z.object({ text: z.string(), files: z.array(ChatFileSchema) });

/** What stands around the turns of a conversation. */
export const ChatHeadSchema = z.object({
  row: ChatRowSchema,
  settings: ChatSettingsSchema,
  /** What `settings.model` means now; null where there is no such model. */
  model: ChatModelSchema.nullable(),
  /** Why that model cannot be asked now, and ready ones in its place. */
  modelTrouble: z.object({ why: ReasonSchema, otherModels: z.array(z.string()) }).nullable(),
  /** For its newest question; for a new conversation with nothing asked. */
  sources: z.array(ChatSourceSchema),
  rules: z.array(ChatRuleSchema),
  queued: ChatQueuedSchema.nullable(),
  totalCalls: z.number().int(),
  totalCost: z.number().nullable(),
  /** The agent of its calls while it runs, for its prompts and its entries in the trace. */
  agentId: z.string().nullable(),
});
export type ChatHead = z.infer<typeof ChatHeadSchema>;

/** A conversation as it is shown: the newest turns of the chosen versions, the oldest first. */
export const ChatViewSchema = z.object({
  head: ChatHeadSchema,
  turns: z.array(ChatTurnSchema),
  /** How many turns come before those. */
  earlier: z.number().int(),
});
export type ChatView = z.infer<typeof ChatViewSchema>;

/** How many conversations there are, and how many of them write or wait for the user. */
export const ChatCountsSchema = z.object({
  conversations: z.number().int(),
  writing: z.number().int(),
  waiting: z.number().int(),
});
export type ChatCounts = z.infer<typeof ChatCountsSchema>;
