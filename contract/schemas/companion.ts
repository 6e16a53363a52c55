// What the companion extension and the hub say to each other: JSON-RPC 2.0 in native messaging frames, ids on every request.
import { z } from 'zod';
import {
  maxDescribedChars,
  maxDescribedElements,
  maxDescribedPictureBytes,
  maxIconBytes,
  maxMovedDocuments,
  maxReportedTabs,
  maxUrlChars,
} from '../companion.ts';
import { runModes } from '../entities.ts';

/** Extension to hub, request `hello`. Answered with CompanionWelcome. */
export const CompanionHelloSchema = z.object({
  protocol: z.number().int(),
  /** Random, kept by the extension for as long as the profile lives. */
  profileId: z.string().min(8).max(100),
  /** Random for each run of the browser: tab ids mean the same tabs only while it stays the same. */
  runId: z.string().min(8).max(100).optional(),
  /** The key from an earlier approval; without it the browser waits for approval again. */
  pairKey: z.string().max(200).nullable(),
  browser: z.object({ family: z.enum(['chromium', 'firefox']), name: z.string(), version: z.string(), os: z.string() }),
  extensionVersion: z.string(),
  /** Whether it answers `describe`; earlier versions do not say. */
  describes: z.boolean().optional(),
  /** Whether the browser has the interface of a model of its own; earlier versions do not say. */
  model: z.boolean().optional(),
});
export type CompanionHello = z.infer<typeof CompanionHelloSchema>;

/** Answer to `hello`, and params of the hub's notification `state` when the user has decided. */
export const CompanionWelcomeSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('pending'), code: z.string() }),
  z.object({ state: z.literal('approved'), name: z.string(), pairKey: z.string() }),
  z.object({ state: z.literal('denied') }),
]);
export type CompanionWelcome = z.infer<typeof CompanionWelcomeSchema>;

/** Hub to extension, notification `mode`: what agents may do now, for its icon. `running` until something else is told on a connection. */
export const CompanionModeSchema = z.object({ mode: z.enum(runModes) });
export type CompanionMode = z.infer<typeof CompanionModeSchema>;

/** Hub to extension, notification `name`: what the user calls this browser from now on. */
export const CompanionNameSchema = z.object({ name: z.string() });
export type CompanionName = z.infer<typeof CompanionNameSchema>;

/**
 * Hub to extension, notification `handed-over`: these tabs were an agent's, and are the user's again. They leave the group that has its
 * name; earlier versions leave them there.
 */
export const CompanionHandedOverSchema = z.object({ tabIds: z.array(z.number().int()).max(maxReportedTabs) });
export type CompanionHandedOver = z.infer<typeof CompanionHandedOverSchema>;

/**
 * Hub to extension, notification `owner-changed`: these tabs are not those of the agent any more that had them. What it made of them
 * beside their pages, such as a size of its own, ends; earlier versions leave that as it is.
 */
export const CompanionOwnerChangedSchema = z.object({ tabIds: z.array(z.number().int()).max(maxReportedTabs) });
export type CompanionOwnerChanged = z.infer<typeof CompanionOwnerChangedSchema>;

const documentId = z.string().max(100);

export const ReportedTabSchema = z.object({
  tabId: z.number().int(),
  windowId: z.number().int(),
  title: z.string(),
  url: z.string(),
  active: z.boolean(),
  /** Whether its window is a private one. */
  private: z.literal(true).optional(),
  /** The document that it shows, by an id which no other has; absent where that is not known. */
  document: documentId.optional(),
});
export type ReportedTab = z.infer<typeof ReportedTabSchema>;

/** Extension to hub, notification `tabs`: every tab of the profile, after any change (debounced). */
export const CompanionTabsSchema = z.object({ tabs: z.array(ReportedTabSchema).max(maxReportedTabs) });

/**
 * Extension to hub, notification `icon`: the icon of a tab as a PNG in base64, null where it has none. The hub takes it only while
 * the tab still shows a page of the origin of `url`.
 */
export const CompanionIconSchema = z.object({
  tabId: z.number().int(),
  url: z.string().max(maxUrlChars),
  data: z
    .base64()
    .max(Math.ceil(maxIconBytes / 3) * 4)
    .nullable(),
});
export type CompanionIcon = z.infer<typeof CompanionIconSchema>;

/** The details of an ERR_TAB_MOVED: what the tab shows instead. */
export const TabMovedSchema = z.object({
  url: z.string().max(maxUrlChars),
  origin: z.string().max(300).nullable(),
  /** A frame of the page is what the call was not decided for; the page itself is as it was. */
  inFrame: z.boolean().optional(),
  /** What has to be decided for: the page's own document, or those of that origin around what was meant in a frame. */
  documents: z.array(documentId).max(maxMovedDocuments).optional(),
  /** Whether something may have been done before the page changed: a call that acts is never made again by itself. */
  begun: z.boolean(),
});
export type TabMoved = z.infer<typeof TabMovedSchema>;

/** `tab` names the tab that the call made or acted on. */
export const CompanionCallResultSchema = z.object({
  content: z.array(z.looseObject({ type: z.string() })),
  tab: ReportedTabSchema.optional(),
  /**
   * Whether the call succeeded and something came that its caller cannot have expected: a dialog, another address or document, a
   * new tab, a press that went to something else. Steps that were planned before may not fit any more.
   */
  surprise: z.boolean().optional(),
  /** What is told beside, where the call came with a `command`. */
  facts: z.record(z.string(), z.unknown()).optional(),
});

/** With a mark where it was cut. */
const described = z.string().max(maxDescribedChars + 1);

/** An element as the page around it calls it. */
const DescribedElementSchema = z.object({
  /** Names this element with this role and this name, in its document and in no other. */
  key: z.string().min(1).max(100),
  role: described,
  /** '' where nothing names it. Never what a field holds. */
  name: described,
  /** The origin of the frame that it is in, where that is not the page's own. */
  frame: z.string().max(300).nullable(),
  /** Whether any of it can be seen without scrolling. */
  isInView: z.boolean(),
});

/** A JPEG in base64. */
const DescribedPictureSchema = z.base64().max(Math.ceil(maxDescribedPictureBytes / 3) * 4);

/** Answer to `describe`. The hub takes no part of it that is larger. */
export const CompanionDescribedSchema = z.object({
  title: described,
  /** In which it looked; earlier versions do not say. */
  document: documentId.optional(),
  /** In the order in which the call names them; null where there is none yet, or none that can be told. */
  elements: z.array(DescribedElementSchema.nullable()).max(maxDescribedElements),
  /** What is in view around them, each in a frame. Null where none could be taken in time; one too many is none. */
  picture: DescribedPictureSchema.nullable().catch(null),
});
export type CompanionDescribed = z.infer<typeof CompanionDescribedSchema>;

/**
 * Extension to hub, request `opened`: the page of the tab `from` has opened another one, by an act of its owner or by itself. Answered
 * with `{"owned": true}` when the tab is that owner's from now on; a tab that the user opened there by hand is not asked about.
 */
export const CompanionOpenedSchema = z.object({ from: z.number().int(), tab: ReportedTabSchema });
export type CompanionOpened = z.infer<typeof CompanionOpenedSchema>;

/**
 * Extension to hub, request `covers`: which of these origins the call in flight with that id may have content of as well, which of
 * them its agent may take pictures of, of which it is not denied to read the words, or whose dialogs its keys may answer. Answered
 * with `{"origins": [...]}`.
 */
export const CompanionCoversSchema = z.object({
  call: z.union([z.string(), z.number()]),
  origins: z.array(z.string().max(300)).max(2_000),
  what: z.enum(['call', 'picture', 'words', 'dialog']),
});
export type CompanionCovers = z.infer<typeof CompanionCoversSchema>;

/** Answer to the hub's requests `model-state` and `model-download`: whether the browser's own model is there. */
export const CompanionModelStateSchema = z.object({
  state: z.enum(['unavailable', 'downloadable', 'downloading', 'available']),
});
export type CompanionModelState = z.infer<typeof CompanionModelStateSchema>['state'];

/** Extension to hub, notification `model-piece`: what the model has written for the request `model-ask` with that id. */
export const CompanionModelPieceSchema = z.object({
  id: z.union([z.string(), z.number()]),
  text: z.string().max(64_000),
});

/** Answer to `model-ask`, once all pieces have come. */
export const CompanionModelAnswerSchema = z.object({ input: z.number().min(0).nullable() });

/** What is typed after the companion's keyword, and what is suggested, in characters. */
const omniboxText = z.string().max(1_000);

/** Extension to hub, request `omnibox-suggest`: what the user types after the companion's keyword. Answered with OmniboxSuggestions. */
export const OmniboxSuggestSchema = z.object({
  text: omniboxText,
  /** The tab in which it is typed; only pages that may know it are told of it. */
  tabId: z.number().int().optional(),
});

const OmniboxSuggestionSchema = z.object({
  /** Names it to `omnibox-select`, for a while. */
  id: z.string().max(100),
  type: z.enum(['url', 'search', 'tool', 'action', 'answer']),
  /** Texts of a page, in one line. */
  title: omniboxText,
  description: omniboxText,
  /** What suggests it, and of which site that is. */
  provider: omniboxText,
  origin: z.string().max(300),
});
export type OmniboxSuggestion = z.infer<typeof OmniboxSuggestionSchema>;

/** The best first, at most eight, in less than 100 ms. */
export const OmniboxSuggestionsSchema = z.object({ suggestions: z.array(OmniboxSuggestionSchema).max(8) });

/** Extension to hub, request `omnibox-select`: the user has chosen that suggestion. Answered with OmniboxChosen. */
export const OmniboxSelectSchema = z.object({ id: z.string().max(100) });

/** Whose text it is, which is shown with it. */
const saidBy = { origin: z.string().optional() };

/** What the extension does then: `url` is http or https; `search` is for the user's own search engine; `copy` goes to the clipboard. */
export const OmniboxChosenSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), url: z.string() }),
  z.object({ kind: z.literal('search'), query: z.string() }),
  z.object({ kind: z.literal('copy'), text: z.string(), ...saidBy }),
  z.object({ kind: z.literal('show'), text: z.string(), how: z.enum(['inline', 'popup']), ...saidBy }),
  z.object({ kind: z.literal('none') }),
]);
export type OmniboxChosen = z.infer<typeof OmniboxChosenSchema>;

/** Either side: request `ping`, answered with `{}`. Hub to extension, notification `cancel` with the id of a `call`. */
export const CompanionCancelSchema = z.object({ id: z.union([z.string(), z.number()]) });

/** The relay's own frames to our extension: the hub came or went. They have no id and are never answered. */
export const RelayNoticeSchema = z.object({ relay: z.enum(['connected', 'away']) });
