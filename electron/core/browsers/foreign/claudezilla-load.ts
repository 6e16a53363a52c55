// Waits for the page that a `navigate` or a new tab of spec 000's extension opens, because it answers before there is one; no longer than the call has.
import { isRecord, jsonIn, recordIn } from '../../../../contract/json.ts';
import { originOf } from '../../../../contract/sites.ts';
import { loadExpression } from '../../../../native-host/dialects/claudezilla/claudezilla-scripts.ts';
import { pause } from '../../platform/wait.ts';
import type { CallResult } from '../browser-link.ts';
import type { Tell } from './held-elements.ts';
import type { PageCall } from './watched-call.ts';

interface Shown {
  /** Tells this document from another one; null while none can be asked. */
  readonly since: number | null;
  /** On the clock of `performance.now()`. The browser's own clock may be behind, as after a sleep, so its pages tell how old they are. */
  readonly bornAt: number;
  readonly isLoaded: boolean;
  readonly url: string;
  readonly title: string;
}

const cutNote = "The call's time was over before the page had loaded; wait until it is there, then look at it.";
const unseenNote =
  'The page could not be looked at yet: it may still be on its way, or be one that the browser shows to no script. Wait, then look; the list of your tabs tells its address.';
const elsewhereNote = 'The tab is on another site by now; list your tabs for its address.';
const closed: Shown = { since: null, bornAt: 0, isLoaded: false, url: '', title: '' };
/** For a page to load, for one to come at all, and where the browser lets no script look. */
const patience = { loads: 30_000, comes: 10_000, closed: 3_000 };
const lookEveryMs = 100;
/** Browsers that hide who uses them round what a page is told of the time. */
const roundedMs = 100;
/** To see where the tab is, and to answer; of little time, a part of it. */
const answer = { mostMs: 1_000, part: 0.2 };

export interface LoadTime {
  readonly signal: AbortSignal;
  /** When the call's own time is over, on the clock of `performance.now()`. */
  readonly until: number;
}

export class ClaudezillaLoad {
  readonly #call: PageCall;
  readonly #tell: Tell;
  readonly #signal: AbortSignal;
  /** When the call has to begin with its answer. */
  readonly #until: number;
  #before: Shown = closed;
  /** On the clock of `performance.now()`; a new tab has no page of before. */
  #beganAt = -Infinity;

  constructor(call: PageCall, tell: Tell, { signal, until }: LoadTime) {
    const leftMs = Math.max(0, until - performance.now());
    this.#call = call;
    this.#tell = tell;
    this.#signal = signal;
    this.#until = until - Math.min(answer.mostMs, leftMs * answer.part);
  }

  /** Before the tab is sent elsewhere. */
  async begin(): Promise<void> {
    this.#before = await this.#look(patience.closed);
    this.#beganAt = performance.now();
  }

  /** The answer with what the page is once it has loaded, or with what was seen by then. */
  async told(result: CallResult): Promise<CallResult> {
    if (result.isError) return result;
    let state: keyof typeof patience | null = null;
    let since = performance.now();
    let loadsSince = Infinity;
    for (;;) {
      const shown = await this.#look(patience.loads);
      const now = this.#stateOf(shown);
      // While the page of before answers is no part of the time in which the next one may be silent.
      if (state !== null && now !== state) since = performance.now();
      state = now;
      // A page that loads itself anew, again and again, gets no more time by that.
      if (state === 'loads') loadsSince = Math.min(loadsSince, since);
      const hasWaited =
        performance.now() - since >= patience[state] || performance.now() - loadsSince >= patience.loads;
      const isCut = !hasWaited && this.#leftMs() <= lookEveryMs;
      if (this.#isThere(shown) || hasWaited || isCut) return this.#with(result, shown, isCut);
      await pause(lookEveryMs, this.#signal);
    }
  }

  #isThere(shown: Shown): boolean {
    if (this.#stateOf(shown) === 'loads') return shown.isLoaded;
    // A place of the same page.
    return shown.since !== null && this.#before.since !== null && shown.url !== this.#before.url;
  }

  #stateOf({ since, bornAt }: Shown): keyof typeof patience {
    if (since === null) return 'closed';
    // The page of before may have been too busy to answer then.
    const { since: before } = this.#before;
    const isBefore = before === null ? bornAt < this.#beganAt - roundedMs : since === before;
    return isBefore ? 'comes' : 'loads';
  }

  #with(result: CallResult, shown: Shown, isCut: boolean): CallResult {
    const { since, url, title } = shown;
    const { tabId, decided } = this.#call;
    const isBefore = this.#stateOf(shown) === 'comes';
    const late = isBefore ? 'No other page has come of it yet.' : 'The page still loads.';
    const lateNote = isCut ? `${late} ${cutNote}` : late;
    const origin = originOf(url);
    // Also a blank one, which a new tab shows at first.
    if (since === null || (origin === null && decided.origin !== null))
      return this.#unseen(result, isCut ? cutNote : unseenNote);
    // What another page says is not in the answer.
    if (origin !== decided.origin) return this.#unseen(result, isBefore ? lateNote : elsewhereNote);
    const note = this.#isThere(shown) ? {} : { note: lateNote };
    const said = JSON.stringify({ tabId, ...windowOf(result), url, title, ...note });
    const own = result.own && { own: { ...result.own, url, title, ...note } };
    return { ...result, content: own ? result.content : [{ type: 'text', text: said }], ...own };
  }

  /** What the extension says of the page is of the one before, which its asker may not read. */
  #unseen(result: CallResult, note: string): CallResult {
    const { tabId, args } = this.#call;
    const { url } = args;
    const asked = typeof url === 'string' && originOf(url) !== null ? { url } : {};
    if (!result.own)
      return {
        ...result,
        content: [{ type: 'text', text: JSON.stringify({ tabId, ...windowOf(result), ...asked, note }) }],
      };
    const { url: _, title: __, ...own } = result.own;
    return { ...result, own: { ...own, ...asked, note } };
  }

  #leftMs(): number {
    return this.#until - performance.now();
  }

  async #look(mostMs: number): Promise<Shown> {
    const { tabId, decided } = this.#call;
    const call = { tool: 'javascript_tool', args: { text: loadExpression }, tabId, decided };
    // A page that is on its way answers nothing.
    const told = await this.#tell(call, Math.max(1, Math.min(mostMs, this.#leftMs()))).catch(() => null);
    const said = jsonIn(String(told?.content.find(({ text }) => typeof text === 'string')?.text ?? ''));
    if (!isRecord(said) || typeof said.since !== 'number') return closed;
    const { since, ageMs, isLoaded, url, title } = said;
    const bornAt = performance.now() - Number(ageMs);
    return { since, bornAt, isLoaded: isLoaded === true, url: String(url), title: String(title) };
  }
}

/** What is told of a tab that was opened beside its page. */
function windowOf({ content }: CallResult) {
  const { windowId, private: isPrivate } = recordIn(String(content[0]?.text ?? '')) ?? {};
  return { ...(windowId !== undefined && { windowId }), ...(isPrivate === true && { private: true }) };
}
