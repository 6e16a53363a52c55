// How an answer tells of the tabs that its page has opened: each with its address, where the call may have anything of that site.

import { originOf } from '../../../contract/sites.ts';
import { cutEnd, visibleText } from '../../../contract/visible-text.ts';
import { type OpenedTab, takeOpened } from '../opened-tabs.ts';
import { askedWords } from './asked-sign-in.ts';
import { dialogRemedy } from './dialog-remedy.ts';
import { dialogIn } from './dialogs.ts';
import { namedDialog } from './named-dialog.ts';
import { readableOrigins } from './readable-origins.ts';
import type { ToolContext } from './tool.ts';

const maxTold = 5;
const maxAddressChars = 200;

/**
 * A sentence or two; '' where the page of the tab has opened none that were not told yet. What the user opened there is no business of the
 * call's; one that was asked for since then is waited for a little.
 */
export async function openedWords(context: ToolContext, since: number): Promise<string> {
  const opened = await takeOpened(context.tabId, since);
  const owned: OpenedTab[] = [];
  const users: OpenedTab[] = [];
  for (const tab of opened) {
    if (await tab.isOwned) owned.push(tab);
    else if (tab.isByAct) users.push(tab);
  }
  const holds = await Promise.all(owned.slice(0, maxTold).map(({ tabId }) => whatHoldsUp(context, tabId)));
  const sentences = [await listed(context, owned, 'yours'), ...holds, await listed(context, users, "the user's")];
  return sentences.filter(sentence => sentence !== '').join(' ');
}

/** Why the next call in such a tab would come to nothing; '' where nothing is known. */
async function whatHoldsUp(context: ToolContext, tabId: number): Promise<string> {
  const { page, covers } = context;
  const dialog = dialogIn(tabId);
  if (!dialog) return askedWords({ tabId, covers, decided: [page.origin, ...page.frames], isElsewhere: true });
  return `Open in tab ${tabId} now: ${await namedDialog(context, dialog)}. ${dialogRemedy(context, dialog, true)}.`;
}

async function listed(context: ToolContext, tabs: readonly OpenedTab[], whose: string): Promise<string> {
  if (tabs.length === 0) return '';
  const told = tabs.slice(0, maxTold);
  const addresses = await Promise.all(told.map(address));
  const readable = await readableOrigins(addresses.map(originOf), context.page, context.covers);
  const names = told.map(({ tabId }, at) => {
    const url = addresses[at] ?? '';
    const origin = originOf(url);
    const isReadable = origin === null || context.page.frames.includes(origin) || readable.has(origin);
    return `${tabId} (${isReadable ? visibleText(cutEnd(url, maxAddressChars)) : 'of a site that this call may not read'})`;
  });
  const rest = tabs.length > maxTold ? ` and ${tabs.length - maxTold} more, which tabs_context lists` : '';
  return `The page opened tab ${names.join(', ')}${rest}, ${whose} now.`;
}

/** Where it is going, or where it is. */
async function address({ tabId, url }: OpenedTab): Promise<string> {
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  return tab?.pendingUrl || tab?.url || url || 'about:blank';
}
