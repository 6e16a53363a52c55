// What the hub and the companion extension agree on: its protocol, its bounds, and what the hub sends.

export const companionProtocol = 2;

/** Tabs in one report. */
export const maxReportedTabs = 5_000;
/** Addresses such as data: can hold megabytes, and nobody reads that much. */
export const maxUrlChars = 2_000;

/** Bytes of an icon, and its sides in pixels. */
export const maxIconBytes = 8_192;
export const maxIconSide = 64;

/** The page that a call was decided for. Whoever carries it out compares, and drops the call where the tab shows another one. */
export interface DecidedPage {
  /** As `originOf` writes it; null for a page of no web origin, such as about:blank. */
  readonly origin: string | null;
  /** Of ReportedTab; absent where any page of the origin will do. */
  readonly document?: string;
  /** Origins of frames inside the page that the call was decided for too. */
  readonly frames?: readonly string[];
  /** Those of the origins, null for none, whose pages the agent is denied to read: what their pages say stays out of the answer to an act. */
  readonly wordless?: readonly (string | null)[];
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
  /** The largest answer that its asker's wire takes, in bytes; absent where it takes as much as any call brings. */
  readonly maxReplyBytes?: number;
  /** With `tabs_create`: the client whose tabs stand together in a group of that name, where the browser has groups. */
  readonly group?: string;
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
