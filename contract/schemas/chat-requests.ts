// The panel's requests about conversations, and the events that tell it how they go on; `panel-requests.ts` and `panel-events.ts` take them in.
import { z } from 'zod';
import { chatFormats, maxFileBytes, maxQuestionChars, maxQuestionFiles } from '../chat.ts';
import {
  ChatChangeSchema,
  ChatHeadSchema,
  ChatQueuedSchema,
  ChatRowSchema,
  ChatSourceSchema,
  ChatTurnSchema,
  ChatViewSchema,
  ConversationIdSchema,
  TurnIdSchema,
} from './chat.ts';

const done = z.object({}).strict();
const conversationId = ConversationIdSchema;
const turnId = TurnIdSchema;
const text = z.string().trim().min(1).max(maxQuestionChars);

/** A new file with its data in base64, or one that an earlier version of the question has. */
const FileAskSchema = z.union([
  z.object({
    name: z.string().min(1).max(255),
    mediaType: z.string().min(1).max(100),
    data: z.string().max(Math.ceil(maxFileBytes / 3) * 4),
  }),
  z.object({ id: z.string().min(1).max(40) }),
]);
export type FileAsk = z.infer<typeof FileAskSchema>;
const files = z.array(FileAskSchema).max(maxQuestionFiles).default([]);

export const chatRequests = {
  /** Those whose title or text holds `text`, the ones changed last first, older than `before` (`updatedAt` and id of a row). */
  'chat:list': {
    params: z.object({
      text: z.string().trim().max(200).default(''),
      before: z.object({ updatedAt: z.number(), id: conversationId }).optional(),
      count: z.number().int().min(0).max(200).default(100),
    }),
    /** `total` and `bytes` are of all conversations. */
    result: z.object({ rows: z.array(ChatRowSchema), hasMore: z.boolean(), total: z.number(), bytes: z.number() }),
  },
  'chat:create': {
    params: z.object({ change: ChatChangeSchema.default({}) }),
    result: z.object({ conversationId }),
  },
  /** From then on this panel gets its events, until `chat:leave`; the answer is the state that they follow on. */
  'chat:open': {
    params: z.object({ conversationId, newest: z.number().int().min(1).max(200).default(50) }),
    result: ChatViewSchema,
  },
  'chat:leave': { params: z.object({ conversationId }), result: done },
  /** The turns before one that is shown, the oldest first. */
  'chat:turns': {
    params: z.object({ conversationId, before: turnId, count: z.number().int().min(1).max(200).default(50) }),
    result: z.object({ turns: z.array(ChatTurnSchema), earlier: z.number().int() }),
  },
  /** Asks. While an answer is being written the question waits for its end, in place of one that waited before. */
  'chat:send': { params: z.object({ conversationId, text, files }), result: z.object({ queued: z.boolean() }) },
  /** Takes back the question that waits, for the field; null where none does any more. */
  'chat:take-queued': {
    params: z.object({ conversationId }),
    result: z.object({ queued: ChatQueuedSchema.nullable() }),
  },
  /** Ends the model's request and the calls under way. What was written is kept. */
  'chat:stop': { params: z.object({ conversationId }), result: done },
  /** Another answer to the same question, as a version of it; of a question: an answer to it. */
  'chat:retry': { params: z.object({ conversationId, turnId }), result: done },
  /** Another version of a question, and an answer to it. */
  'chat:edit': { params: z.object({ conversationId, turnId, text, files }), result: done },
  /** Shows this version of a turn and what followed on it. */
  'chat:choose': { params: z.object({ conversationId, turnId }), result: done },
  /** Goes on with an answer whose budget is used up, with `calls` more. */
  'chat:more': {
    params: z.object({ conversationId, turnId, calls: z.number().int().min(1).max(100) }),
    result: done,
  },
  /** A new conversation with everything up to this turn. */
  'chat:branch': { params: z.object({ conversationId, turnId }), result: z.object({ conversationId }) },
  /** Its title and settings; what is not named stays. Model and system prompt hold from the next round on, the others from the next question on. */
  'chat:set': { params: z.object({ conversationId, change: ChatChangeSchema }), result: done },
  /** Its turns go, its settings stay. */
  'chat:clear': { params: z.object({ conversationId }), result: done },
  'chat:remove': { params: z.object({ conversationId }), result: done },
  'chat:export': {
    params: z.object({ conversationId, format: z.enum(chatFormats) }),
    /** `name` is one for a file. */
    result: z.object({ name: z.string(), text: z.string() }),
  },
  /** Which sources a question would get, before it is sent. */
  'chat:route': {
    params: z.object({ conversationId, text: z.string().max(maxQuestionChars), hasFiles: z.boolean().default(false) }),
    result: z.object({ sources: z.array(ChatSourceSchema) }),
  },
  /** Arguments and result of a call, whole: JSON text with secrets masked, and text. */
  'chat:call': {
    params: z.object({ conversationId, turnId, callId: z.string().min(1).max(100) }),
    result: z.object({ argumentsText: z.string(), resultText: z.string().nullable() }),
  },
  /** A file of a question, in base64. */
  'chat:file': {
    params: z.object({ conversationId, fileId: z.string().min(1).max(40) }),
    result: z.object({ name: z.string(), mediaType: z.string(), data: z.string() }),
  },
} as const;

export const chatEvents = {
  /** Rows of the list have changed; to every panel, at most 5 a second. How many there are is `hub.chat` of the snapshot. */
  'chat:changed': z.object({ conversationIds: z.array(conversationId) }),
  /** The following go only to panels that have the conversation open, in the order in which they happened. */
  'chat:head': z.object({ conversationId, head: ChatHeadSchema }),
  /** A turn was added at the end, or is another than before: in place of the one with its id. */
  'chat:turn': z.object({ conversationId, turn: ChatTurnSchema }),
  /** Text that the model has written: it begins at character `from` of that step's text or reasoning. At most 60 a second. */
  'chat:text': z.object({
    conversationId,
    turnId,
    step: z.number().int(),
    field: z.enum(['text', 'reasoning']),
    from: z.number().int(),
    text: z.string(),
  }),
  /** Other turns are shown now, such as another version: `chat:open` again. */
  'chat:rearranged': z.object({ conversationId }),
  'chat:removed': z.object({ conversationId }),
} as const;
