// The companion's own pages, its window for questions and its side panel: what they ask of the hub over the companion's connection, and what
// they are told. Each of them is a view; nothing that a web page or an agent says can come on this wire.
import { z } from 'zod';
import { maxFileBytes, maxQuestionChars } from '../chat.ts';
import { runModes } from '../entities.ts';
import { breadths, lifetimes } from '../permissions.ts';
import { pageFlags } from '../web-agent.ts';
import { ConversationIdSchema } from './chat.ts';
import { GrantSchema, PromptSchema } from './permissions.ts';
import { PageFlagSchema, PageFlagsSchema, SiteAnswerSchema, SiteQuestionSchema } from './web-agent.ts';
import type { ChatHead, ChatTurn } from './chat.ts';
import type { SiteQuestionEnd } from './web-agent.ts';

/** As many of a page as its site is shown with. */
export const maxSiteTools = 100;

/** Names a view among those of one connection. */
export const ViewIdSchema = z.string().min(1).max(60);
/** Views of one browser at a time: a side panel for each of its windows, and the window for questions. */
export const maxViews = 50;

/** Extension to hub, request `view`: it shows this tab from now on, null the questions of the whole browser. Answered with CompanionView. */
export const CompanionViewAskSchema = z.object({ view: ViewIdSchema, tabId: z.number().int().nullable() }).strict();

/** Extension to hub, notification `view-closed`. */
export const CompanionViewClosedSchema = z.object({ view: ViewIdSchema });

/** Who is meant, as the panel draws them: `colour` 1 to 10, `you` for the user, null for somebody without one. */
export const MarkSchema = z.object({
  name: z.string(),
  mono: z.string(),
  colour: z.union([z.number().int(), z.literal('you')]).nullable(),
});
export type Mark = z.infer<typeof MarkSchema>;

/** Who drives a tab. */
const DriverSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('agent'),
    agent: MarkSchema,
    since: z.number(),
    last: z.object({ tool: z.string(), at: z.number() }).nullable(),
  }),
  /** `from`: whose it was, where the user took it over. */
  z.object({ kind: z.literal('you'), since: z.number().nullable(), from: MarkSchema.nullable() }),
  /** Its agent has left. */
  z.object({ kind: z.literal('left'), agent: MarkSchema, since: z.number() }),
]);
export type Driver = z.infer<typeof DriverSchema>;

/** A model, and where what it is asked goes: null is this machine. */
const ModelGlanceSchema = z.object({ name: z.string(), goesTo: z.string().nullable() });

const SiteViewSchema = z.object({
  origin: z.string(),
  blocked: z.boolean(),
  /** Whether pages are offered the Web Agent API at all. */
  offered: z.boolean(),
  flags: PageFlagsSchema,
  /** Those that are other than the user's own. */
  changed: z.array(PageFlagSchema).max(Object.keys(pageFlags).length),
  /** Those that its page in this tab carries out itself, as the page names them; `unoffered`: no agent is offered it here. */
  tools: z
    .array(z.object({ name: z.string(), state: z.enum(['offered', 'off', 'held', 'unoffered']) }))
    .max(maxSiteTools),
  /** What holds in this tab. */
  grants: z.array(GrantSchema.extend({ of: z.string().nullable() })),
});
export type SiteView = z.infer<typeof SiteViewSchema>;

/** A question of an agent, with who asks it. */
const AskedPromptSchema = z.object({ prompt: PromptSchema, asker: MarkSchema });
export type AskedPrompt = z.infer<typeof AskedPromptSchema>;

/** Answer to `view`. */
export const CompanionViewSchema = z.object({
  hub: z.object({
    mode: z.enum(runModes),
    /** What the user calls this browser. */
    browser: z.string(),
    /** How much waits for the user in all. */
    waiting: z.number().int(),
    /** Whether anybody tells of the lock of the screen. */
    locks: z.boolean(),
  }),
  /** Null for the questions of the browser, and for a tab that the hub knows nothing of. */
  tab: z.object({ tabId: z.number().int(), origin: z.string().nullable(), driver: DriverSchema }).nullable(),
  /** Null for what is no page of a site. */
  site: SiteViewSchema.nullable(),
  /** The oldest first. */
  questions: z.array(SiteQuestionSchema),
  prompts: z.array(AskedPromptSchema),
  models: z.object({
    /** Those that are used where nobody names one. */
    chat: ModelGlanceSchema.nullable(),
    sites: ModelGlanceSchema.nullable(),
    /** `value` is as in `ChatSettings.model`. */
    choices: z.array(ModelGlanceSchema.extend({ value: z.string() })),
  }),
  servers: z.array(z.object({ id: z.string(), name: z.string(), state: z.string(), tools: z.number().int() })),
});
export type CompanionView = z.infer<typeof CompanionViewSchema>;

/** Hub to extension, notification `view-changed`: the parts that are other than before. */
export interface CompanionViewChanged {
  readonly view: string;
  readonly changes: Partial<CompanionView>;
}

/** Hub to extension, notification `view-ended`: how a question ended that the view could show. */
export interface CompanionViewEnded {
  readonly view: string;
  readonly id: string;
  readonly origin: string;
  readonly tabId: number;
  readonly end: SiteQuestionEnd;
}

const conversationId = ConversationIdSchema;

/**
 * What the user does in a view. Each is bound to what was shown: a tab's acts to the tab of the view, a site's to the origin that it shows,
 * an answer to the very question.
 */
export const CompanionActSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer-site'), answer: SiteAnswerSchema }).strict(),
  z
    .object({
      kind: z.literal('answer-prompt'),
      promptId: z.string().min(1).max(200),
      /** `Prompt.call` as it was shown. */
      call: z.string().length(64),
      effect: z.enum(['allow', 'deny']),
      lifetime: z.enum(lifetimes),
      breadth: z.enum(breadths),
    })
    .strict(),
  z.object({ kind: z.literal('take-over') }).strict(),
  z.object({ kind: z.literal('give-back') }).strict(),
  z
    .object({ kind: z.literal('set-flag'), origin: z.string().max(300), flag: PageFlagSchema, on: z.boolean() })
    .strict(),
  z.object({ kind: z.literal('block'), origin: z.string().max(300), on: z.boolean() }).strict(),
  z.object({ kind: z.literal('revoke'), origin: z.string().max(300), grantId: z.string().min(1).max(200) }).strict(),
  /** Conversations that were begun in this browser, the newest first. */
  z.object({ kind: z.literal('chat-list') }).strict(),
  z.object({ kind: z.literal('chat-create') }).strict(),
  /** From then on the view hears of it, in place of another one. */
  z.object({ kind: z.literal('chat-open'), conversationId }).strict(),
  z
    .object({
      kind: z.literal('chat-send'),
      conversationId,
      text: z.string().trim().min(1).max(maxQuestionChars),
      /** The text of the page that stands in front, as the companion read it: base64 of UTF-8, and whose it is. */
      page: z
        .object({
          origin: z.string().max(300),
          data: z
            .base64()
            .min(1)
            .max(Math.ceil(maxFileBytes / 3) * 4),
        })
        .strict()
        .nullable(),
    })
    .strict(),
  z.object({ kind: z.literal('chat-stop'), conversationId }).strict(),
  z.object({ kind: z.literal('chat-model'), conversationId, model: z.string().min(1).max(300).nullable() }).strict(),
]);
export type CompanionAct = z.infer<typeof CompanionActSchema>;

/** Extension to hub, request `act`. Answered with what the panel's request of that act is answered with. */
export const CompanionActAskSchema = z.object({ view: ViewIdSchema, act: CompanionActSchema }).strict();

/** Hub to extension, notification `view-chat`: how the conversation of a view goes on, as the panel is told of it. */
export interface CompanionChatNews {
  readonly view: string;
  readonly event: CompanionChatEvent;
}
export type CompanionChatEvent =
  | { readonly event: 'chat:head'; readonly data: { readonly head: ChatHead } }
  | { readonly event: 'chat:turn'; readonly data: { readonly turn: ChatTurn } }
  | {
      readonly event: 'chat:text';
      readonly data: {
        readonly turnId: string;
        readonly step: number;
        readonly field: 'text' | 'reasoning';
        readonly from: number;
        readonly text: string;
      };
    }
  | { readonly event: 'chat:rearranged' | 'chat:removed'; readonly data: object };

/**
 * Hub to extension, notification `asking`: the questions of pages of this browser that wait, the oldest first, and whether a panel is in front in
 * which they are answered.
 */
export const CompanionAskingSchema = z.object({
  questions: z.array(z.object({ id: z.string(), version: z.number().int(), tabId: z.number().int() })).max(200),
  panel: z.boolean(),
});
export type CompanionAsking = z.infer<typeof CompanionAskingSchema>;
