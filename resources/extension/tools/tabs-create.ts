// tabs_create: opens a tab behind the one the user looks at, in the tab group of its client where there are groups.
import { originOf } from '../../../contract/sites.ts';
import { groupTitle } from '../group-titles.ts';
import { describeTab } from '../tabs-report.ts';
import { readAddress } from './address.ts';
import { signInWords } from './asked-sign-in.ts';
import { watchConsole } from './console-collector.ts';
import { watchNetwork } from './network-log.ts';
import { describeOpened } from './opened-page.ts';
import { waitForNewTab } from './page-load.ts';
import { type BrowserTool, readString, textResult } from './tool.ts';

/** Two tabs made at once must not make two groups. */
let grouping: Promise<unknown> = Promise.resolve();

export const tabsCreate: BrowserTool = async (args, { signal, group, covers }) => {
  const address = readString(args, 'url');
  const url = address === null ? 'about:blank' : readAddress(address);
  signal.throwIfAborted();
  const tabId = await openTab(url);
  watchNetwork(tabId);
  try {
    await watchConsole(tabId, url);
    const turn = grouping.then(() => putInGroup(tabId, groupTitle(group)));
    grouping = turn.catch(() => {});
    await turn;
    await waitForNewTab(tabId, signal, url);
  } catch (error) {
    // Its asker will never learn the tab's id, so nobody would own it.
    await chrome.tabs.remove(tabId).catch(() => {});
    throw error;
  }
  const { opened } = await describeOpened(tabId, originOf(url), covers);
  const tab = describeTab(await chrome.tabs.get(tabId));
  const closed = signInWords(tabId);
  const said = { tabId, windowId: tab.windowId, ...opened, ...(closed !== '' && { note: closed }) };
  return { ...textResult(JSON.stringify(said)), tab };
};

async function openTab(url: string): Promise<number> {
  const windows = await chrome.windows.getAll({ windowTypes: ['normal'] });
  // Without a window (macOS keeps browsers running so) a tab needs one made for it.
  const tab =
    windows.length > 0
      ? await chrome.tabs.create({ url, active: false })
      : (await chrome.windows.create({ url, focused: false }))?.tabs?.[0];
  if (tab?.id === undefined) throw new Error('The browser opened no tab; look whether it still runs.');
  return tab.id;
}

async function putInGroup(tabId: number, title: string): Promise<void> {
  if (!('tabGroups' in chrome) || !('group' in chrome.tabs)) return;
  const { windowId } = await chrome.tabs.get(tabId);
  const [existing] = await chrome.tabGroups.query({ title, windowId });
  if (existing) {
    await chrome.tabs.group({ groupId: existing.id, tabIds: [tabId] });
    return;
  }
  const groupId = await chrome.tabs.group({ tabIds: [tabId], createProperties: { windowId } });
  await chrome.tabGroups.update(groupId, { title, color: 'cyan' });
}
