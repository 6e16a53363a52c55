// The page that a call acts on: one document of one tab, compared with what the call was decided for.
import { originOf } from '../../contract/sites.ts';
import { askOrigin } from './asked-origin.ts';
import { moved } from './moved-error.ts';
import { isOwnAddress } from './own-pages/own-sender.ts';
import { commitsOf, topFrame, untilLeft } from './tab-documents.ts';
import { ToolError } from './tool-error.ts';
import type { DecidedPage } from '../../contract/companion.ts';
import type { ExpectedElement } from './page/described-elements.ts';
import type { TopFrame } from './tab-documents.ts';

export type Decided = DecidedPage & Required<Pick<DecidedPage, 'frames'>>;

/** Of documents without an address of their own: they cannot be asked while a dialog holds them up, and theirs never changes. */
const origins = new Map<string, string | null>();
const maxOrigins = 500;
/** The page that the tab shows now, whatever a call was decided for. Throws ERR_INVALID_ARGUMENTS when there is no such tab. */
export async function openPage(tabId: number, decided: Decided): Promise<ShownPage> {
  const seen = commitsOf(tabId);
  const frame = await topFrame(tabId, false);
  expectNotOwn(tabId, frame.url);
  return new ShownPage(tabId, decided, frame, seen);
}

/** Throws ERR_PERMISSION_DENIED for a page of ours: its user alone answers there, and no agent, whatever a hub has decided. */
export function expectNotOwn(tabId: number, url: string): void {
  if (!isOwnAddress(url)) return;
  throw new ToolError(
    'ERR_PERMISSION_DENIED',
    `Tab ${tabId} shows a page of the Pilothouse Companion itself, which no agent may use; open another tab with tabs_create.`,
  );
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

  /** Throws ERR_TAB_MOVED unless the tab has shown this document ever since the page was opened. */
  async expectStill(begun: boolean): Promise<void> {
    const frame = await topFrame(this.tabId, begun);
    if (this.isHere && frame.documentId === this.documentId) return;
    throw moved(this.tabId, { url: frame.url, origin: originOf(frame.url), begun, documents: [frame.documentId] });
  }

  /** The end of work whose answer is worth nothing once the page was left, and may never come then. Rejects with ERR_TAB_MOVED. */
  whileHere<T>(work: Promise<T>): Promise<T> {
    return untilLeft(this.tabId, work, () => this.expectStill(true));
  }

  /** Goes on with what the tab shows now where the call was decided for that too; else throws ERR_TAB_MOVED. */
  async follow(begun: boolean): Promise<void> {
    const before = [this.#commits, this.#frame, this.mark] as const;
    try {
      this.#commits = commitsOf(this.tabId);
      const frame = await topFrame(this.tabId, begun);
      if (frame.documentId !== this.documentId) this.mark = '';
      this.#frame = frame;
      await this.expectDecided(begun);
    } catch (error) {
      // Whoever holds the page beside this call must not take the next document for it.
      [this.#commits, this.#frame, this.mark] = before;
      throw error;
    }
  }

  /** For work of several steps: follows when the browser has told of another document, and asks it for a call that is for one alone. */
  async stepOn(begun: boolean): Promise<void> {
    if (!this.isHere || this.isOfOneDocument) await this.follow(begun);
  }
}
