// Pages that are open while their flags change: those that have said nothing have no connection on which the hub could tell them.
import { originOf } from '../../../contract/sites.ts';
import { flagsAt } from './site-word.ts';
import type { CompanionSites } from '../../../contract/schemas/web-agent.ts';
import type { PageChannel, PageFlags } from '../../../contract/web-agent.ts';

const channel: PageChannel = 'harbor_web_agent';

/** Posts the flags into each page for which they are others now. */
export async function tellOpenPages(before: CompanionSites, now: CompanionSites): Promise<void> {
  const tabs = await chrome.tabs.query({ url: ['http://*/*', 'https://*/*'], discarded: false });
  for (const { id, url } of tabs) {
    const origin = originOf(url ?? '');
    if (id === undefined || origin === null) continue;
    const flags = flagsAt(now, origin);
    if (JSON.stringify(flags) === JSON.stringify(flagsAt(before, origin))) continue;
    const target = { tabId: id, frameIds: [0] };
    // A tab that cannot be reached shows no page that has the API.
    await chrome.scripting.executeScript({ target, func: post, args: [channel, origin, flags] }).catch(() => {});
  }
}

/** Sent into the page, which may be another one by then. */
function post(name: PageChannel, origin: string, flags: PageFlags): void {
  // The hub names a host without the dot that may end it.
  const here = location.origin.replace(/\.(?=$|:\d+$)/, '');
  if (here === origin) window.postMessage({ channel: name, flags }, '*');
}
