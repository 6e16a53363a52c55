// Waits for the page that a `navigate` or a new tab of spec 000's extension opens, because it answers before there is one.
import { isRecord, jsonIn, recordIn } from '../../../contract/json.ts';
import { originOf } from '../../../contract/sites.ts';
import { loadExpression } from '../../../native-host/dialects/claudezilla-scripts.ts';
import { pause } from '../platform/wait.ts';
import type { CallResult } from './browser-link.ts';
import type { Tell } from './claudezilla-elements.ts';
import type { PageCall } from './watched-call.ts';

interface Shown {
  /** Tells this document from another one; null while none can be asked. */
  readonly since: number | null;
  readonly isLoaded: boolean;
  readonly url: string;
  readonly title: string;
}

const closed: Shown = { since: null, isLoaded: false, url: '', title: '' };
/** For a page to load, for one to come at all, and where the browser lets no script look. */
const patience = { loads: 30_000, comes: 10_000, closed: 3_000 };
const lookEveryMs = 100;

export class ClaudezillaLoad {
  readonly #call: PageCall;
  readonly #tell: Tell;
  #before: Shown = closed;

  constructor(call: PageCall, tell: Tell) {
    this.#call = call;
    this.#tell = tell;
  }

  /** Before the tab is sent elsewhere. */
  async begin(): Promise<void> {
    this.#before = await this.#look();
  }

  /** The answer with what the page is once it has loaded, or with what was seen by then. */
  async told(result: CallResult, signal: AbortSignal): Promise<CallResult> {
    if (result.isError) return result;
    const startedAt = performance.now();
    for (;;) {
      const shown = await this.#look();
      const isOver = performance.now() - startedAt >= patience[this.#stateOf(shown)];
      if (this.#isThere(shown) || isOver) return this.#with(result, shown);
      await pause(lookEveryMs, signal);
    }
  }

  #isThere(shown: Shown): boolean {
    if (this.#stateOf(shown) === 'loads') return shown.isLoaded;
    // A place of the same page.
    return shown.since !== null && shown.url !== this.#before.url;
  }

  #stateOf({ since }: Shown): keyof typeof patience {
    if (since === null) return 'closed';
    return since === this.#before.since ? 'comes' : 'loads';
  }

  #with(result: CallResult, shown: Shown): CallResult {
    const { since, url, title } = shown;
    const { tabId, decided } = this.#call;
    // What another page says is not in the answer.
    if (since === null || originOf(url) !== decided.origin) return result;
    const late = this.#stateOf(shown) === 'comes' ? 'No other page has come of it yet.' : 'The page still loads.';
    const note = this.#isThere(shown) ? {} : { note: late };
    const said = JSON.stringify({ tabId, ...windowOf(result), url, title, ...note });
    const own = result.own && { own: { ...result.own, url, title, ...note } };
    return { ...result, content: own ? result.content : [{ type: 'text', text: said }], ...own };
  }

  async #look(): Promise<Shown> {
    const { tabId, decided } = this.#call;
    const call = { tool: 'javascript_tool', args: { text: loadExpression }, tabId, decided };
    // A page that is on its way answers nothing.
    const answer = await this.#tell(call).catch(() => null);
    const said = jsonIn(String(answer?.content.find(({ text }) => typeof text === 'string')?.text ?? ''));
    if (!isRecord(said) || typeof said.since !== 'number') return closed;
    return { since: said.since, isLoaded: said.isLoaded === true, url: String(said.url), title: String(said.title) };
  }
}

/** What is told of a tab that was opened beside its page. */
function windowOf({ content }: CallResult) {
  const { windowId, private: isPrivate } = recordIn(String(content[0]?.text ?? '')) ?? {};
  return { ...(windowId !== undefined && { windowId }), ...(isPrivate === true && { private: true }) };
}
