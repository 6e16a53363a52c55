// Pages that use the Web Agent API: what the companion and the hub say about one, and what the panel sees of their sites.
import { z } from 'zod';
import { maxUrlChars } from '../companion.ts';
import { pageFlags, pageScopes } from '../web-agent.ts';
import type { PageFlag } from '../web-agent.ts';

/** Names a document among those of one connection. */
export const PageIdSchema = z.string().min(1).max(100);

/** Who asks, as the browser told the companion. Nothing of it is what the page says of itself. */
export const PageOpenedSchema = z.object({
  tabId: z.number().int(),
  /** 0 is the page itself. */
  frameId: z.number().int(),
  /** By an id that no other document has; '' where the browser has none. */
  document: z.string().max(100),
  /** Of the document: `https://example.com`, `file://`. */
  origin: z.string().max(300),
  url: z.string().max(maxUrlChars),
  title: z.string().max(300),
  /**
   * Set for the companion's own panel of a chat, a frame in a page: the document that it stands in, '' where the browser has no id for it.
   * A page cannot say so of itself.
   */
  chatIn: z.string().max(100).optional(),
  /** Set for a frame that the pages around it let use the API (`pagePolicy`): the origin of the page that its tab shows. */
  embeddedIn: z.string().max(300).optional(),
});
export type PageOpened = z.infer<typeof PageOpenedSchema>;

/**
 * A frame of the companion's connection that is about one document: it begins to use the API, says something (JSON-RPC 2.0: requests of
 * the page by their type, `cancel`, answers to what the hub asks of it), or is gone.
 */
export const PageFrameSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), page: PageIdSchema, opened: PageOpenedSchema }),
  z.object({ kind: z.literal('rpc'), page: PageIdSchema, rpc: z.unknown() }),
  z.object({ kind: z.literal('close'), page: PageIdSchema }),
]);
export type PageFrame = z.infer<typeof PageFrameSchema>;

export const PageScopeSchema = z.enum(pageScopes);
const flagNames = Object.keys(pageFlags) as [PageFlag, ...PageFlag[]];
export const PageFlagSchema = z.enum(flagNames);
export const PageFlagsSchema = z.object({
  textGeneration: z.boolean(),
  toolAccess: z.boolean(),
  toolCalling: z.boolean(),
  browserInteraction: z.boolean(),
  browserControl: z.boolean(),
  multiAgent: z.boolean(),
});
/** Those that are other than the user's own. */
export const ChangedFlagsSchema = PageFlagsSchema.partial();
export type ChangedFlags = z.infer<typeof ChangedFlagsSchema>;

/** Hub to extension, notification `sites`: where the API is offered, and with which flags. Kept by the extension for as long as no hub is there. */
export const CompanionSitesSchema = z.object({
  /** Whether pages are offered it at all. */
  on: z.boolean(),
  /** Whether those of files are. */
  files: z.boolean(),
  flags: PageFlagsSchema,
  /** Only those that differ. */
  sites: z.array(z.object({ origin: z.string().max(300), blocked: z.boolean(), flags: ChangedFlagsSchema })).max(5_000),
});
export type CompanionSites = z.infer<typeof CompanionSitesSchema>;

/** What the user has set for all pages. */
export const SiteRulesSchema = z.object({ on: z.boolean(), files: z.boolean(), flags: PageFlagsSchema });
export type SiteRules = z.infer<typeof SiteRulesSchema>;
export const SiteRulesChangeSchema = SiteRulesSchema.extend({ flags: ChangedFlagsSchema }).partial();
export type SiteRulesChange = z.infer<typeof SiteRulesChangeSchema>;

/** What the user sets of one origin. A flag that is null is the user's own again. */
export const SiteChangeSchema = z.object({
  blocked: z.boolean().optional(),
  flags: z.partialRecord(PageFlagSchema, z.boolean().nullable()).optional(),
});
export type SiteChange = z.infer<typeof SiteChangeSchema>;

/** A web origin whose pages have used the API, or about which the user has set something. By its origin. */
export const SiteSchema = z.object({
  origin: z.string(),
  blocked: z.boolean(),
  flags: ChangedFlagsSchema,
  firstAt: z.number(),
  /** When one of its pages did something last; null where none has. */
  lastAt: z.number().nullable(),
  /** Of the last seven days. */
  uses: z.number(),
  /** The same by day, the oldest first; the last is today, of UTC. */
  days: z.array(z.number()).length(7),
  /** What of its requests was refused lately because they were too many, and until when they are; null where they are not. */
  overRate: z.object({ until: z.number(), refused: z.number() }).nullable(),
  /** Pages of it that use the API now. */
  pages: z.array(z.object({ browserId: z.string(), tabId: z.number(), title: z.string() })).max(200),
});
export type Site = z.infer<typeof SiteSchema>;

/** A tool that a question offers to tick. */
export const AskedToolSchema = z.object({
  /** The hub's id of it. */
  id: z.string(),
  /** Of whom: a server, a plugin, or the page itself. */
  source: z.object({ kind: z.enum(['server', 'plugin', 'page']), id: z.string(), name: z.string() }),
  name: z.string(),
  description: z.string(),
  readOnly: z.boolean(),
  destructive: z.boolean(),
  /** Ticked at first. */
  ticked: z.boolean(),
  /** sha256 of the definition that the user is shown; another definition is another question. */
  definition: z.string().optional(),
});
export type AskedTool = z.infer<typeof AskedToolSchema>;

/** A page asks for scopes: one question for each document, into which later requests of that document go. */
export const SiteQuestionSchema = z.object({
  id: z.string(),
  origin: z.string(),
  tab: z.object({ browserId: z.string(), tabId: z.number() }),
  title: z.string(),
  /** The origin of the page around it, where a frame asks; else null. */
  embeddedIn: z.string().nullable(),
  /** Whether the user has been asked by this origin before. */
  askedBefore: z.boolean(),
  /** What the page says; nobody has checked it. */
  reason: z.string().nullable(),
  /** In the order of `pageScopes`; `isNew`: it came after the question was shown. */
  scopes: z.array(z.object({ scope: PageScopeSchema, isNew: z.boolean() })),
  /** Null where no tools are asked for. */
  tools: z.array(AskedToolSchema).nullable(),
  askedAt: z.number(),
  expiresAt: z.number(),
  /** Rises with every change: an answer names the one that it was given to. */
  version: z.number().int(),
});
export type SiteQuestion = z.infer<typeof SiteQuestionSchema>;

/** The user's answer. What is not among `scopes` is neither granted nor denied; what is not among `tools` is not ticked. */
export const SiteAnswerSchema = z.object({
  id: z.string(),
  version: z.number().int(),
  effect: z.enum(['allow', 'deny']),
  lifetime: z.enum(['once', 'always']),
  scopes: z.array(PageScopeSchema).max(pageScopes.length),
  tools: z.array(z.string().max(300)).max(500),
});
export type SiteAnswer = z.infer<typeof SiteAnswerSchema>;

/** How a question ended: answered; nobody answered in time; its page went, or asks no more; it was taken back, as where the user blocked its site. */
export const siteQuestionEnds = ['answered', 'expired', 'gone', 'closed'] as const;
export type SiteQuestionEnd = (typeof siteQuestionEnds)[number];

/** How the panel of a chat looks in its page, as far as the page may say. */
export const PageChatStyleSchema = z.object({
  theme: z.enum(['light', 'dark', 'auto']),
  /** `#rrggbb`; null is our own. */
  accentColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .nullable(),
  position: z.enum(['right', 'left', 'center']),
});
export type PageChatStyle = z.infer<typeof PageChatStyleSchema>;

/** What a chat in a page shows of an answer, in order. Text is Markdown from outside. */
const PageChatPartSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({
    kind: z.literal('call'),
    tool: z.string(),
    /** `waiting`: for the user, who answers in Pilothouse. */
    state: z.enum(['running', 'waiting', 'done', 'refused', 'failed', 'stopped']),
  }),
  /** Why it ended, in words of the hub, where it did not simply answer. */
  z.object({ kind: z.literal('end'), why: z.enum(['budget', 'failed', 'stopped']), text: z.string() }),
]);

export const PageChatTurnSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('question'), id: z.string(), text: z.string() }),
  z.object({ kind: z.literal('answer'), id: z.string(), running: z.boolean(), parts: z.array(PageChatPartSchema) }),
]);
export type PageChatTurn = z.infer<typeof PageChatTurnSchema>;

/** Answer to `chat.show` and `chat.history` of the panel. */
export const PageChatViewSchema = z.object({
  chatId: z.string(),
  /** Whose page it is. */
  origin: z.string(),
  /** The user's model that answers; null while there is none. */
  model: z.string().nullable(),
  /** What the site says first; no model has written it. */
  greeting: z.string().nullable(),
  /** The tools that it may use, by their names. */
  tools: z.array(z.string()).max(500),
  style: PageChatStyleSchema,
  turns: z.array(PageChatTurnSchema),
});
export type PageChatView = z.infer<typeof PageChatViewSchema>;
