// Brings the content script into each page that may have the Web Agent API: once its document has been read, or a moment after it has begun where that takes longer.
// Registered for pages, it would have the browser make a world of the extension's own while each of them loads, which takes longer than all else that a page pays.
import { mayHaveApi } from './script-plan.ts';
import type { SiteWord } from './site-word.ts';

type Navigated = chrome.webNavigation.WebNavigationFramedCallbackDetails;

/** One document in its frame. */
interface Known {
  /** Whether it may have the API by what was said when it began: what was said since takes that from no page that is open. */
  readonly mayHave: Promise<boolean>;
  readonly timer: ReturnType<typeof setTimeout>;
  isBrought: boolean;
  /** Whether it is to be brought when the time is over. */
  isDue: boolean;
}

const pages = { url: [{ schemes: ['http', 'https', 'file'] }] };

/** A page that takes so long may ask before it has been read, or never be read to its end. One that writes itself anew gets it again no more often than this. */
const slowMs = 500;

export class ContentScripts {
  readonly #word: Pick<SiteWord, 'read'>;
  readonly #known = new Map<string, Known>();

  constructor(word: Pick<SiteWord, 'read'>) {
    this.#word = word;
    const { onCommitted, onDOMContentLoaded } = chrome.webNavigation;
    // A page that is loaded before anybody looks at it has another id than that of a tab, so it is told by having none around it.
    onCommitted.addListener(page => void (page.parentFrameId === -1 && this.#begun(page)), pages);
    onDOMContentLoaded.addListener(page => void (page.parentFrameId === -1 && this.#read(page)), pages);
  }

  /** A page that is shown again begins too, and may have been left before it got any. */
  #begun(page: Navigated): void {
    this.#keep(page, { isBrought: false, isDue: true });
  }

  #read(page: Navigated): void {
    const known = this.#known.get(placeOf(page));
    if (known?.isBrought) known.isDue = true;
    else this.#bring(page, known?.mayHave);
  }

  #bring(page: Navigated, mayHave = this.#mayHave(page)): void {
    this.#keep(page, { isBrought: true, isDue: false, mayHave });
    void this.#inject(page, mayHave);
  }

  #keep(page: Navigated, begun: Pick<Known, 'isBrought' | 'isDue'> & Partial<Pick<Known, 'mayHave'>>): void {
    const place = placeOf(page);
    clearTimeout(this.#known.get(place)?.timer);
    const timer = setTimeout(() => {
      this.#known.delete(place);
      if (known.isDue) this.#bring(page, known.mayHave);
    }, slowMs);
    const known: Known = { mayHave: this.#mayHave(page), ...begun, timer };
    this.#known.set(place, known);
  }

  async #mayHave({ url }: Navigated): Promise<boolean> {
    return mayHaveApi(await this.#word.read(), url);
  }

  async #inject(page: Navigated, mayHave: Promise<boolean>): Promise<void> {
    if (!(await mayHave) && !(await this.#mayHave(page))) return;
    const { tabId, frameId, documentId } = page;
    // Where the browser has no name for the document, another may be there by now; what comes twice does nothing.
    const target = documentId ? { tabId, documentIds: [documentId] } : { tabId, frameIds: [frameId] };
    // A document that is gone by now needs none.
    await chrome.scripting
      .executeScript({ target, files: ['web-agent/content.js'], injectImmediately: true })
      .catch(() => {});
  }
}

function placeOf({ tabId, frameId }: Navigated): string {
  return `${tabId} ${frameId}`;
}
