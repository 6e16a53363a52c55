// The window beside the page in which its question is answered: one for the browser, opened when a page asks, and closed when it has shown all
// that wait.
import { isRecord } from '../../../contract/json.ts';
import { publishWaiting } from '../state.ts';
import { openBeside } from './open-beside.ts';
import type { CompanionAsking } from '../../../contract/schemas/companion-pages.ts';

const key = 'questionWindow';
export const questionWindowSize = { width: 480, height: 640 } as const;

type Question = CompanionAsking['questions'][number];
/** Questions by their ids, each at a version. */
export type Versions = Readonly<Record<string, number>>;

/**
 * Those for which a window is opened: not while a panel is in front, not where the side panel shows them, and none that the user has left as it
 * is now.
 */
export function unseenQuestions(
  { questions, panel }: CompanionAsking,
  left: Versions,
  isShown: (tabId: number) => boolean,
): Question[] {
  return panel ? [] : questions.filter(({ id, version, tabId }) => left[id] !== version && !isShown(tabId));
}

export class QuestionWindow {
  readonly #isShown: (tabId: number) => boolean;
  #asking: CompanionAsking = { questions: [], panel: false };
  /** At which version the user left each waiting. */
  #left: Versions = {};
  /** What the window shows, or has shown. */
  #seen: Versions = {};
  #windowId: number | null = null;
  /** One thing after the other. */
  #turn: Promise<void>;

  /** `isShown`: whether a side panel stands beside that tab. */
  constructor(isShown: (tabId: number) => boolean) {
    this.#isShown = isShown;
    this.#turn = this.#recall();
    chrome.windows.onRemoved.addListener(id => void this.#then(() => this.#closed(id)));
  }

  /** What the hub says; nothing is asked without one. */
  take(said: unknown): void {
    this.#asking = readAsking(said);
    publishWaiting(this.#asking.questions.length);
    this.look();
  }

  /** Something has changed in what is shown elsewhere. */
  look(): void {
    void this.#then(() => this.#follow());
  }

  /** The window shows this question now. */
  seen(id: string, version: number): void {
    void this.#then(async () => {
      this.#seen = { ...this.#seen, [id]: version };
      await this.#keep();
    });
  }

  /**
   * Window `windowId` has none to show but those that it is done with. It stays where another has come meanwhile, which its page will be told
   * of; only who closes it here knows that it goes, and does not take that for the user's doing.
   */
  done(windowId: number, done: Versions): void {
    void this.#then(async () => {
      this.#left = { ...this.#left, ...done };
      const isOwn = windowId === this.#windowId;
      if (isOwn && unseenQuestions(this.#asking, this.#left, this.#isShown).length > 0) return this.#keep();
      if (isOwn) this.#forget();
      await chrome.windows.remove(windowId).catch(() => {});
      await this.#follow();
      await this.#keep();
    });
  }

  /** Those that were left are shown again. */
  again(): void {
    void this.#then(async () => {
      this.#left = {};
      if (this.#windowId === null) await this.#follow();
      else await chrome.windows.update(this.#windowId, { focused: true }).catch(() => {});
      await this.#keep();
    });
  }

  #then(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(work).catch(error => console.warn(error));
    return this.#turn;
  }

  async #follow(): Promise<void> {
    const { questions } = this.#asking;
    const open = new Set(questions.map(({ id }) => id));
    this.#left = Object.fromEntries(Object.entries(this.#left).filter(([id]) => open.has(id)));
    const [first] = unseenQuestions(this.#asking, this.#left, this.#isShown);
    if (first && this.#windowId === null) await this.#open(first.tabId);
  }

  async #open(tabId: number): Promise<void> {
    const url = chrome.runtime.getURL('site-prompt.html');
    const opened = (id: number) => {
      this.#windowId = id;
      return this.#keep();
    };
    await openBeside({ url, tabId, size: questionWindowSize }, opened);
  }

  /** By the user: what it has shown is left waiting, until it asks for more; what they have not seen has a window again. */
  async #closed(id: number): Promise<void> {
    if (id !== this.#windowId) return;
    this.#left = { ...this.#left, ...this.#seen };
    this.#forget();
    await this.#follow();
    await this.#keep();
  }

  #forget(): void {
    this.#windowId = null;
    this.#seen = {};
  }

  async #keep(): Promise<void> {
    await chrome.storage.session.set({ [key]: { windowId: this.#windowId, left: this.#left, seen: this.#seen } });
  }

  /** The background may have ended while the window stayed open. */
  async #recall(): Promise<void> {
    const { [key]: kept } = await chrome.storage.session.get(key);
    if (!isRecord(kept)) return;
    if (isRecord(kept.left)) this.#left = kept.left as Versions;
    if (typeof kept.windowId !== 'number') return;
    const window = await chrome.windows.get(kept.windowId).catch(() => null);
    this.#windowId = window?.id ?? null;
    if (window && isRecord(kept.seen)) this.#seen = kept.seen as Versions;
  }
}

function readAsking(said: unknown): CompanionAsking {
  if (!isRecord(said) || !Array.isArray(said.questions)) return { questions: [], panel: false };
  const questions = said.questions.filter(isRecord).map(({ id, version, tabId }) => {
    return { id: String(id), version: Number(version), tabId: Number(tabId) };
  });
  return { questions, panel: said.panel === true };
}
