// The page that a call acts on: one document of one tab, compared with what the call was decided for.
import { originOf } from '../../contract/sites.ts';
import { askOrigin } from './asked-origin.ts';
import { moved } from './moved-error.ts';
import { ToolError } from './tool-error.ts';
import type { DecidedPage } from '../../contract/companion.ts';
import type { ExpectedElement } from './page/described-elements.ts';

export type Decided = DecidedPage & Required<Pick<DecidedPage, 'frames'>>;

/** What a tab shows in its top frame; the id is '' while it shows nothing. */
interface TopFrame {
  readonly documentId: string;
  readonly url: string;
}

/** How often each tab has begun to show another document. */
const commits = new Map<number, number>();
const documents = new Map<number, string>();
/** Of documents without an address of their own: they cannot be asked while a dialog holds them up, and theirs never changes. */
const origins = new Map<string, string | null>();
const maxOrigins = 500;
/** Called when a tab shows another document. */
const leavers = new Set<(tabId: number) => void>();
/** Tabs that are on their way to another document, and whoever waits for them to arrive. */
const leaving = new Map<number, Set<() => void>>();

chrome.webNavigation.onBeforeNavigate.addListener(({ tabId, frameId }) => {
  if (frameId === 0 && !leaving.has(tabId)) leaving.set(tabId, new Set());
});
chrome.webNavigation.onErrorOccurred.addListener(({ tabId, frameId }) => {
  if (frameId === 0) stay(tabId);
});
chrome.webNavigation.onCommitted.addListener(({ tabId, frameId, documentId }) => {
  if (frameId !== 0) return;
  stay(tabId);
  commits.set(tabId, commitsOf(tabId) + 1);
  documents.set(tabId, documentId ?? '');
  for (const leave of leavers) leave(tabId);
});
chrome.tabs.onRemoved.addListener(tabId => {
  stay(tabId);
  commits.delete(tabId);
  documents.delete(tabId);
});

function stay(tabId: number): void {
  const waiting = leaving.get(tabId);
  leaving.delete(tabId);
  for (const arrive of waiting ?? []) arrive();
}

/** The document that the tab was last seen to show, or undefined. */
export function documentOf(tabId: number): string | undefined {
  return documents.get(tabId) || undefined;
}

/** Asks once for those of which no event has told, because they were there before this began to run; answers whether there were any. */
export async function learnDocuments(tabIds: readonly number[]): Promise<boolean> {
  const unknown = tabIds.filter(tabId => !documents.has(tabId));
  await Promise.all(
    unknown.map(async tabId => {
      const frame = await chrome.webNavigation.getFrame({ tabId, frameId: 0 }).catch(() => null);
      // An event may have told of the next one meanwhile. A tab that sleeps shows none, and an event tells when it wakes.
      if (!documents.has(tabId)) documents.set(tabId, frame?.documentId ?? '');
    }),
  );
  return unknown.length > 0;
}

/** The page that the tab shows now, whatever a call was decided for. Throws ERR_INVALID_ARGUMENTS when there is no such tab. */
export async function openPage(tabId: number, decided: Decided): Promise<ShownPage> {
  const seen = commitsOf(tabId);
  return new ShownPage(tabId, decided, await topFrame(tabId, false), seen);
}

/** What a function is sent into: the page, or a frame of it. */
export interface CallDocument {
  readonly tabId: number;
  readonly documentId: string;
  /** What the call was decided for. */
  readonly origin: string | null;
  /** What the document counts as where it has no origin of its own; '' for a page, which is then of none. */
  readonly inheritedOrigin: string;
  /** 0 for the page itself. */
  readonly frameNumber: number;
  /** Decided for this document and no other of its origin. */
  readonly isOfOneDocument: boolean;
  /** Whether the agent is denied to read it: an answer says what was done there, and nothing of what the document says. */
  readonly isWordless: boolean;
  /** The elements by name that the call was allowed for; the document uses no others in their place. */
  readonly expected: readonly ExpectedElement[];
  /** The mark that the document gave itself, once it was asked; '' before. */
  mark: string;
  /** Throws unless the tab has shown the document ever since the call began. */
  expectStill(begun: boolean): Promise<void>;
  /** Goes on with what is shown in its place where the call was decided for that too; else throws. */
  follow(begun: boolean): Promise<void>;
}

/** What a frame holds, by what it counts as. */
export interface HeldDocument {
  readonly origin: string;
  readonly documentId: string;
}

export class ShownPage implements CallDocument {
  readonly tabId: number;
  readonly inheritedOrigin = '';
  readonly frameNumber = 0;
  readonly #decided: Decided;
  #frame: TopFrame;
  #commits: number;
  mark = '';
  expected: readonly ExpectedElement[] = [];

  constructor(tabId: number, decided: Decided, frame: TopFrame, seen: number) {
    this.tabId = tabId;
    this.#decided = decided;
    this.#frame = frame;
    this.#commits = seen;
  }

  get documentId(): string {
    return this.#frame.documentId;
  }

  /** What the call was decided for; once `expectDecided` has passed, it is where the page comes from. */
  get origin(): string | null {
    return this.#decided.origin;
  }

  get isOfOneDocument(): boolean {
    return this.#decided.document !== undefined;
  }

  /** Frames inside the page that the call was decided for too. */
  get frames(): readonly string[] {
    return this.#decided.frames;
  }

  get isWordless(): boolean {
    return this.isWordlessAt(this.origin);
  }

  /** Whether frames of that origin were decided for by their documents. */
  isHeldToFrames(origin: string | null): boolean {
    return this.#decided.frameDocuments?.[origin ?? ''] !== undefined;
  }

  /** Whether a document of that origin was decided for in a frame, beside the page. */
  holds({ origin, documentId }: HeldDocument): boolean {
    const documents = this.#decided.frameDocuments?.[origin];
    return this.frames.includes(origin) && (documents === undefined || documents.includes(documentId));
  }

  /** The same of a frame that the call was decided for too. */
  isWordlessAt(origin: string | null): boolean {
    return this.#decided.wordless?.includes(origin) ?? false;
  }

  /** Throws ERR_TAB_MOVED when the page is not what the call was decided for. */
  async expectDecided(begun = false): Promise<void> {
    const origin = await this.readOrigin();
    const { document } = this.#decided;
    if (origin === this.#decided.origin && (document === undefined || document === this.documentId)) return;
    throw moved(this.tabId, { url: this.#frame.url, origin, begun, documents: [this.documentId] });
  }

  /** Where the document comes from: one without an address of its own has the origin of whoever opened it. */
  async readOrigin(): Promise<string | null> {
    const { url, documentId } = this.#frame;
    if (/^https?:/.test(url)) return originOf(url);
    if (documentId === '') return null;
    const known = origins.get(documentId);
    if (known !== undefined) return known;
    const asked = await askOrigin(this.tabId, documentId);
    if (asked?.documentId !== undefined && asked.documentId !== documentId) await this.expectStill(false);
    const origin = asked?.origin ?? null;
    if (origins.size >= maxOrigins) origins.clear();
    if (asked) origins.set(documentId, origin);
    return origin;
  }

  /** Whether the browser has told of no other document since. */
  get isHere(): boolean {
    return commitsOf(this.tabId) === this.#commits;
  }

  /** Whether the tab is on its way to another document, as far as the browser has told. */
  get isLeaving(): boolean {
    return leaving.has(this.tabId);
  }

  /** Waits until the tab has arrived where it is on its way to, or has given it up; `ms` at most. */
  async settle(ms: number): Promise<void> {
    const waiting = leaving.get(this.tabId);
    if (!waiting) return;
    const arrived = new Promise<void>(resolve => waiting.add(resolve));
    const late = new Promise(resolve => setTimeout(resolve, ms));
    await Promise.race([arrived, late]);
    if (leaving.get(this.tabId) !== waiting) return;
    // Nobody promises an end for each beginning; what is loaded is on its way nowhere.
    const tab = await chrome.tabs.get(this.tabId).catch(() => null);
    if (tab?.status === 'complete') stay(this.tabId);
  }

  /** Throws ERR_TAB_MOVED unless the tab has shown this document ever since the page was opened. */
  async expectStill(begun: boolean): Promise<void> {
    const frame = await topFrame(this.tabId, begun);
    if (this.isHere && frame.documentId === this.documentId) return;
    throw moved(this.tabId, { url: frame.url, origin: originOf(frame.url), begun, documents: [frame.documentId] });
  }

  /** The end of work whose answer is worth nothing once the page was left, and may never come then. Rejects with ERR_TAB_MOVED. */
  async whileHere<T>(work: Promise<T>): Promise<T> {
    let leave: (tabId: number) => void = () => {};
    const left = new Promise<void>(resolve => {
      leave = tabId => tabId === this.tabId && resolve();
      leavers.add(leave);
    });
    try {
      return await Promise.race([work, left.then(() => this.expectStill(true)).then(() => work)]);
    } finally {
      leavers.delete(leave);
    }
  }

  /** Goes on with what the tab shows now where the call was decided for that too; else throws ERR_TAB_MOVED. */
  async follow(begun: boolean): Promise<void> {
    this.#commits = commitsOf(this.tabId);
    const frame = await topFrame(this.tabId, begun);
    if (frame.documentId !== this.documentId) this.mark = '';
    this.#frame = frame;
    await this.expectDecided(begun);
  }

  /** For work of several steps: follows when the browser has told of another document, and asks it for a call that is for one alone. */
  async stepOn(begun: boolean): Promise<void> {
    if (!this.isHere || this.isOfOneDocument) await this.follow(begun);
  }
}

function commitsOf(tabId: number): number {
  return commits.get(tabId) ?? 0;
}

/** `begun`: whether the call may have done something in this tab already, which is told with the error where the tab is gone. */
async function topFrame(tabId: number, begun: boolean): Promise<TopFrame> {
  const frame = await chrome.webNavigation.getFrame({ tabId, frameId: 0 }).catch(() => null);
  if (frame) {
    const documentId = frame.documentId ?? '';
    documents.set(tabId, documentId);
    return { documentId, url: frame.url };
  }
  // A tab that has not shown anything yet has no frame.
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  if (tab) return { documentId: '', url: tab.url ?? '' };
  const code = begun ? 'ERR_TOOL_FAILED' : 'ERR_INVALID_ARGUMENTS';
  throw new ToolError(code, `Tab ${tabId} is not open any more; call tabs_context.`, { begun });
}
