// Tells the hub about every tab of the profile, shortly after anything about them changes.
import { maxReportedTabs } from '../../contract/companion.ts';
import { cutAddress } from '../../contract/cut-address.ts';
import { isBehindBlankTab, showsBlankTab } from './blank-tab.ts';
import { isOwnAddress } from './own-pages/own-sender.ts';
import { cutText } from './page/cut-text.ts';
import { withoutUsersPrivate } from './private-tabs.ts';
import { documentOf, learnDocuments } from './tab-documents.ts';
import type { ReportedTab } from '../../contract/schemas/companion.ts';

/** Changes come in groups; the first of a group is told at once. */
const groupMs = 50;
const maxTitleChars = 500;

/** Registers for every change of tabs; `changed` is called with the first one, and then at most every 50 ms. */
export function watchTabs(changed: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isMore = false;
  const tell = () => {
    isMore = false;
    changed();
    timer = setTimeout(() => {
      timer = undefined;
      if (isMore) tell();
    }, groupMs);
  };
  const note = () => {
    if (timer === undefined) tell();
    else isMore = true;
  };
  const { onCreated, onUpdated, onRemoved, onActivated, onAttached, onReplaced } = chrome.tabs;
  for (const event of [onCreated, onUpdated, onRemoved, onActivated, onAttached, onReplaced]) {
    (event as chrome.events.Event<() => void>).addListener(note);
  }
}

export async function listTabs(): Promise<ReportedTab[]> {
  const all = await chrome.tabs.query({});
  // Our own pages are no tabs to anybody: what is answered there, its user alone answers.
  const tabs = await withoutUsersPrivate(all.filter(({ url, pendingUrl }) => !isOwnAddress(url || pendingUrl)));
  // Meanwhile a tab may have gone on.
  if (await learnDocuments(tabs.flatMap(({ id }) => id ?? []))) return listTabs();
  return tabs
    .filter(tab => tab.id !== undefined && !showsBlankTab(tab))
    .slice(0, maxReportedTabs)
    .map(describeTab);
}

export function describeTab(tab: chrome.tabs.Tab): ReportedTab {
  const document = documentOf(tab.id ?? -1);
  return {
    tabId: tab.id ?? -1,
    windowId: tab.windowId,
    title: cutText(tab.title ?? '', maxTitleChars),
    url: cutAddress(tab.url || tab.pendingUrl || ''),
    active: tab.active || isBehindBlankTab(tab),
    ...(tab.incognito && { private: true }),
    ...(document !== undefined && { document }),
  };
}
