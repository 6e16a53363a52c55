// Brings the content script into each page that is offered the Web Agent API, once its document has been read. Registered for pages, it would have the browser
// make a world of the extension's own while each of them loads, which takes longer than all else that a page pays.
import { pageOriginAt } from '../../../contract/sites.ts';
import { filesFor } from './script-plan.ts';
import type { SiteWord } from './site-word.ts';

type Loaded = chrome.webNavigation.WebNavigationFramedCallbackDetails;

const pages = { url: [{ schemes: ['http', 'https', 'file'] }] };

export function bringContentScripts(word: Pick<SiteWord, 'read'>): void {
  chrome.webNavigation.onDOMContentLoaded.addListener(details => {
    // That of a page that is loaded before anybody looks at it has another id than that of a tab.
    if (details.parentFrameId === -1) void bring(word, details);
  }, pages);
}

async function bring(word: Pick<SiteWord, 'read'>, { tabId, frameId, documentId, url }: Loaded): Promise<void> {
  const origin = pageOriginAt(url);
  if (origin === null || filesFor(await word.read(), origin) === null) return;
  // Where the browser has no name for the document, another may be there by now; what comes twice does nothing.
  const target = documentId ? { tabId, documentIds: [documentId] } : { tabId, frameIds: [frameId] };
  // A document that is gone by now needs none.
  await chrome.scripting
    .executeScript({ target, files: ['web-agent/content.js'], injectImmediately: true })
    .catch(() => {});
}
