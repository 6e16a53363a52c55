// Brings the Web Agent API into frames that every page around them lets use it. Other frames, and pages without frames, notice nothing.
import { originOf } from '../../../contract/sites.ts';
import { embedderOf, mayHoldAllowed } from './frame-standing.ts';
import { filesFor } from './script-plan.ts';
import type { SiteWord } from './site-word.ts';

type Committed = chrome.webNavigation.WebNavigationTransitionCallbackDetails;

export class FrameScripts {
  readonly #word: SiteWord;

  constructor(word: SiteWord) {
    this.#word = word;
    chrome.webNavigation.onCommitted.addListener(details => {
      if (details.frameId !== 0 && /^https?:/.test(details.url)) void this.#offer(details);
    });
  }

  /** A registered script cannot choose among frames, so this comes just after the document has begun, and not always before its first script. */
  async #offer({ tabId, frameId, parentFrameId, documentId, url }: Committed): Promise<void> {
    if (!(await mayHoldAllowed(tabId, parentFrameId))) return;
    const origin = originOf(url);
    if (origin === null) return;
    const embedder = await embedderOf(tabId, frameId, origin);
    if (embedder === null) return;
    const sites = await this.#word.read();
    const files = filesFor(sites, origin);
    if (files === null || filesFor(sites, embedder) === null) return;
    const target = { tabId, documentIds: [documentId] };
    const inject = (own: { files: string[]; world: 'MAIN' | 'ISOLATED' }) =>
      chrome.scripting.executeScript({ ...own, target, injectImmediately: true });
    // The first listens before the second can say anything. A document that is gone by now needs neither.
    await inject({ files: ['web-agent/content.js'], world: 'ISOLATED' })
      .then(() => inject({ files, world: 'MAIN' }))
      .catch(() => {});
  }
}
