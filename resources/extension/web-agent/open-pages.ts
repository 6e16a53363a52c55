// Pages that are open while their flags change: those that have said nothing have no connection on which the hub could tell them.
import { pageOriginAt } from '../../../contract/sites.ts';
import { endingDot } from './ending-dot.ts';
import { flagsAt } from './site-word.ts';
import type { CompanionSites } from '../../../contract/schemas/web-agent.ts';
import type { PageChannel, PageFlags } from '../../../contract/web-agent.ts';
import type { SiteWord } from './site-word.ts';

const channel: PageChannel = 'harbor_web_agent';

/** Posts the flags into each page for which they are others now. */
export async function tellOpenPages(before: CompanionSites, now: CompanionSites): Promise<void> {
  const tabs = await chrome.tabs.query({ discarded: false });
  for (const { id, url } of tabs) {
    const origin = pageOriginAt(url ?? '');
    if (id === undefined || origin === null) continue;
    const flags = flagsAt(now, origin);
    if (JSON.stringify(flags) === JSON.stringify(flagsAt(before, origin))) continue;
    await tell(id, origin, flags);
  }
}

/** A page that the browser has kept while it was left, and shows again, has missed what changed meanwhile. */
export function tellPagesShownAgain(word: Pick<SiteWord, 'flagsOf'>): void {
  chrome.webNavigation.onCommitted.addListener(({ tabId, frameId, url, transitionQualifiers }) => {
    const origin = frameId === 0 && transitionQualifiers.includes('forward_back') ? pageOriginAt(url) : null;
    if (origin !== null) void word.flagsOf(origin).then(flags => tell(tabId, origin, flags));
  });
}

/** A tab that cannot be reached shows no page that has the API. */
async function tell(tabId: number, origin: string, flags: PageFlags): Promise<void> {
  const target = { tabId, frameIds: [0] };
  await chrome.scripting
    .executeScript({ target, func: post, args: [channel, origin, flags, endingDot] })
    .catch(() => {});
}

/** Sent into the page, which may be another one by then. */
function post(name: PageChannel, origin: string, flags: PageFlags, dot: string): void {
  // A file's origin is "null" in Firefox.
  const here = location.protocol === 'file:' ? 'file://' : location.origin.replace(new RegExp(dot), '');
  if (here === origin) window.postMessage({ channel: name, flags }, '*');
}
