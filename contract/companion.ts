// What the hub and the companion extension agree on: its protocol, its bounds, and what the hub sends.

export const companionProtocol = 2;

/** Tabs in one report. */
export const maxReportedTabs = 5_000;
/** Addresses such as data: can hold megabytes, and nobody reads that much. */
export const maxUrlChars = 2_000;

/** Bytes of an icon, and its sides in pixels. */
export const maxIconBytes = 8_192;
export const maxIconSide = 64;

/** Elements that a description tells of, as many as a call can name fields; characters of a name and of a title in it. */
export const maxDescribedElements = 100;
export const maxDescribedChars = 200;
/** Bytes of the picture in a description. */
export const maxDescribedPictureBytes = 60_000;

/** Documents that TabMoved names; what lies in more frames of one origin is not decided for. */
export const maxMovedDocuments = 20;

/** The page that a call was decided for. Whoever carries it out compares, and drops the call where the tab shows another one. */
export interface DecidedPage {
  /** As `originOf` writes it; null for a page of no web origin, such as about:blank. */
  readonly origin: string | null;
  /** Of ReportedTab; '' where none was known, so that whatever is there was not shown; absent where any page of the origin will do. */
  readonly document?: string;
  /** Origins of frames inside the page that the call was decided for too. */
  readonly frames?: readonly string[];
  /** By those origins: the documents that TabMoved named, where no other of that origin will do. */
  readonly frameDocuments?: Readonly<Record<string, readonly string[]>>;
  /** Those of the origins, null for none, whose pages the agent is denied to read: what their pages say stays out of the answer to an act. */
  readonly wordless?: readonly (string | null)[];
  /**
   * The keys of CompanionDescribed, where the user was shown what the call would act on: it is carried out on these very elements, with
   * the role and the name that they had, or not at all.
   */
  readonly elements?: readonly (string | null)[];
}

/**
 * Hub to extension, request `describe`, where its `hello` said that it describes: what such a call would act on, for the user who is
 * asked about it and for nobody else. Nothing on the page is changed, scrolled or waited for. Answered with CompanionDescribed.
 */
export interface CompanionDescribe {
  readonly tool: string;
  /** Only those that say where: `action`, and what names an element or a place. */
  readonly args: Record<string, unknown>;
  readonly tabId: number;
  readonly decided: Pick<DecidedPage, 'origin' | 'document' | 'frames'>;
  /** Where nobody would look at one. */
  readonly picture?: false;
}

/** Hub to extension, request `call`. Answered with CompanionCallResult or a JSON-RPC error. */
export interface CompanionCall {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** The tab to act on; absent only for `tabs_create` and `tabs_context`. */
  readonly tabId?: number;
  /** Stands beside `tabId`. */
  readonly decided?: DecidedPage;
  /** Who asks, for as long as they own the tab: what the extension keeps of the tab for one is nobody else's. Stands beside `tabId`. */
  readonly keptFor?: string;
  /** Whose calls are few at work at a time, so that nobody else's wait behind them: an agent by its id, or the user. */
  readonly asker?: string;
  /** The largest answer that its asker's wire takes, in bytes; absent where it takes as much as any call brings. */
  readonly maxReplyBytes?: number;
  /** How long it may still take in all, in milliseconds, where its asker has said so: what it waits for in a page is given up a little before. */
  readonly withinMs?: number;
  /**
   * How its asker answers the dialog of a page, for what an answer says of one: with keys (`computer` key) where its programs list no
   * handle_dialog; not at all, so that keys answer none either, where rules deny it that; absent where it has that tool.
   */
  readonly dialogs?: 'keys' | 'user';
  /** With `tabs_create`: the agent whose tabs stand together in a group of that name, where the browser has groups. */
  readonly group?: string;
  /** Where its asker speaks spec 000's wire: the command behind the call, whose answer tells more than the tool's does. */
  readonly command?: { readonly name: string; readonly params: Readonly<Record<string, unknown>> };
}

/** The largest message to the extension, in bytes of UTF-8. */
export const maxCompanionMessageBytes = 64 * 1024 * 1024;

/** Bytes of a message in one chunk; as base64 they fit into the frame that a browser takes. */
export const companionChunkBytes = 720_000;

/**
 * Hub to extension, in place of a message over the browser's limit for a frame: a piece of its UTF-8 bytes as base64.
 * The pieces of a message come in their order; a `cancel` with its id ends it before its last piece.
 */
export interface CompanionChunk {
  readonly chunk: {
    /** The JSON-RPC id of the whole message; null for a notification. */
    readonly id: string | number | null;
    readonly index: number;
    readonly count: number;
    /** Of the whole message. */
    readonly bytes: number;
    readonly data: string;
  };
}
