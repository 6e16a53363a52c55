// Conversations as they are kept: everything that the model is told again, of which the panel is shown a part.
import { z } from 'zod';
import {
  ChatCallSchema,
  ChatFileSchema,
  ChatModelSchema,
  ChatOriginSchema,
  ChatQueuedSchema,
  ChatSettingsSchema,
  ChatSourceSchema,
  ChatSpentSchema,
  ConversationIdSchema,
  PlainStepSchemas,
  TurnIdSchema,
} from './chat.ts';

export const KeptChatSchema = z.object({
  id: ConversationIdSchema,
  title: z.string(),
  /** Whether the user gave the title; else it is the beginning of the first question. */
  isNamed: z.boolean(),
  isBranch: z.boolean(),
  from: ChatOriginSchema,
  settings: ChatSettingsSchema,
  /** The last turn of the chosen versions; null while there is none. */
  leaf: TurnIdSchema.nullable(),
  queued: ChatQueuedSchema.nullable(),
  /** What the list shows without reading the turns. */
  lastModel: z.string().nullable(),
  questions: z.number().int(),
  failed: z.boolean(),
  /** Of all answers, also those of other versions. */
  totalCalls: z.number().int(),
  totalCost: z.number().nullable(),
  /** Written around data from outside, which cannot know it. */
  mark: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type KeptChat = z.infer<typeof KeptChatSchema>;

export const KeptCallSchema = ChatCallSchema.omit({
  argumentsText: true,
  argumentsChars: true,
  summary: true,
  result: true,
}).extend({
  /** As the model named it, which the model is told again. */
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  /** Null without one. */
  resultText: z.string().nullable(),
});
export type KeptCall = z.infer<typeof KeptCallSchema>;

const KeptStepSchema = z.discriminatedUnion('kind', [
  ...PlainStepSchemas,
  z.object({ kind: z.literal('calls'), round: z.number().int(), calls: z.array(KeptCallSchema) }),
]);
export type KeptStep = z.infer<typeof KeptStepSchema>;

const turn = {
  id: TurnIdSchema,
  /** The turn that it follows on. */
  parent: TurnIdSchema.nullable(),
  at: z.number(),
};

const KeptQuestionSchema = z.object({
  ...turn,
  kind: z.literal('question'),
  text: z.string(),
  files: z.array(ChatFileSchema),
});
export type KeptQuestion = z.infer<typeof KeptQuestionSchema>;

const KeptAnswerSchema = z.object({
  ...turn,
  kind: z.literal('answer'),
  state: z.enum(['running', 'ended']),
  model: ChatModelSchema.nullable(),
  steps: z.array(KeptStepSchema),
  sources: z.array(ChatSourceSchema),
  spent: ChatSpentSchema,
});
export type KeptAnswer = z.infer<typeof KeptAnswerSchema>;

export const KeptTurnSchema = z.discriminatedUnion('kind', [KeptQuestionSchema, KeptAnswerSchema]);
export type KeptTurn = z.infer<typeof KeptTurnSchema>;
