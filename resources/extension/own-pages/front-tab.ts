// Which tab the side panel stands beside: the one its window shows. If the panel is itself opened as a tab, the one that was in front before it.
import { isUsersPrivate } from '../private-tabs.ts';
import { isOwnAddress } from './own-sender.ts';

export interface FrontTab {
  readonly tabId: number;
  readonly url: string;
  readonly isPrivate: boolean;
}

/** Calls `changed` with the tab now and after every change. */
export async function followFrontTab(changed: (tab: FrontTab | null) => void): Promise<void> {
  const own = await chrome.tabs.getCurrent();
  const window = await chrome.windows.getCurrent();
  let turn = 0;
  const look = async () => {
    const mine = ++turn;
    const tabs = await chrome.tabs.query({ windowId: window.id });
    const others = tabs.filter(({ id, url }) => id !== own?.id && !isOwnAddress(url));
    const front = own
      ? others.toSorted((a, b) => (b.lastAccessed ?? 0) - (a.lastAccessed ?? 0))[0]
      : others.find(({ active }) => active);
    const isPrivate = front ? await isUsersPrivate(front) : false;
    if (mine !== turn) return;
    changed(front?.id === undefined ? null : { tabId: front.id, url: front.url ?? '', isPrivate });
  };
  for (const event of [chrome.tabs.onActivated, chrome.tabs.onUpdated, chrome.tabs.onRemoved, chrome.tabs.onAttached])
    (event as chrome.events.Event<() => void>).addListener(() => void look());
  await look();
}
