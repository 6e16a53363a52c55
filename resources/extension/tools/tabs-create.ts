// tabs_create: opens a tab behind the one the user looks at, in the tab group of its client where there are groups.
import { originOf } from '../../../contract/sites.ts';
import { groupTitle } from '../group-titles.ts';
import { joinGroup } from '../join-group.ts';
import { agentsPrivateWindow, isPrivateAllowed, notePrivate } from '../private-tabs.ts';
import { openPage } from '../shown-page.ts';
import { describeTab } from '../tabs-report.ts';
import { ToolError } from '../tool-error.ts';
import { explain } from '../unexplained-tabs.ts';
import { readAddress } from './address.ts';
import { takePermissions } from './asked-permissions.ts';
import { askedWords } from './asked-sign-in.ts';
import { withBrowserSide } from './debugger-session.ts';
import { dialogRemedy } from './dialog-remedy.ts';
import { dialogIn, onDialog } from './dialogs.ts';
import { namedDialog } from './named-dialog.ts';
import { watchNetwork } from './network-log.ts';
import { describeOpened } from './opened-page.ts';
import { collectFrom } from './page-collectors.ts';
import { loadAndWait, waitForNewTab } from './page-load.ts';
import { type BrowserContext, type BrowserTool, readString, type ToolResult, textResult } from './tool.ts';
import { keepUsable } from './usable-tab.ts';

const privateRefused =
  'Nothing was opened: this browser does not let Pilothouse into private windows, which its user can allow on the page of the extension.';

/** Two tabs made at once must not make two groups. */
let grouping: Promise<unknown> = Promise.resolve();

export const tabsCreate: BrowserTool = async (args, context) => {
  const { signal, group } = context;
  const isPrivate = args.private === true;
  if (isPrivate && !(await isPrivateAllowed())) throw new ToolError('ERR_TOOL_FAILED', privateRefused);
  const address = readString(args, 'url');
  const url = address === null ? 'about:blank' : readAddress(address);
  signal.throwIfAborted();
  // A dialog can be answered only by a debugger that was there before it, and a page may greet with one.
  const opensEmpty = 'debugger' in chrome && url !== 'about:blank';
  const tabId = await openTab(opensEmpty ? 'about:blank' : url, isPrivate);
  // What loads at once may have asked for something before.
  watchNetwork(tabId, opensEmpty || url === 'about:blank');
  try {
    await collectFrom(tabId, url);
    const turn = grouping.then(() => putInGroup(tabId, groupTitle(group)));
    grouping = turn.catch(() => {});
    const first = waitForNewTab(tabId, context, opensEmpty ? 'about:blank' : url);
    const [news] = await Promise.all([first, turn]);
    await keepUsable(tabId);
    const loading = opensEmpty ? await loadFirst(tabId, url, context) : news;
    const result = await tell(tabId, url, loading, context);
    signal.throwIfAborted();
    return result;
  } catch (error) {
    // Its asker will never learn the tab's id, so nobody would own it.
    await chrome.tabs.remove(tabId).catch(() => {});
    throw error;
  }
};

async function tell(tabId: number, url: string, loading: string, context: BrowserContext): Promise<ToolResult> {
  const dialog = await dialogWordsOf(tabId, url, context);
  const { opened } = await describeOpened(tabId, originOf(url), context.covers);
  const tab = describeTab(await chrome.tabs.get(tabId));
  const notes = [opened.note ?? '', await askedWords({ ...context, tabId, decided: [originOf(url)] }), dialog];
  if (dialog === '') notes.push(await takePermissions(tabId));
  if (dialog === '') notes.push(loading);
  const note = notes.filter(words => words !== '').join(' ');
  const said = {
    tabId,
    windowId: tab.windowId,
    ...(tab.private && { private: true }),
    ...opened,
    ...(note !== '' && { note }),
  };
  return { ...textResult(JSON.stringify(said)), tab, ...(dialog !== '' && { surprise: true }) };
}

/** The first page of an empty tab, until it is complete or opens a dialog. Answers a sentence for one that still loads, or ''. */
async function loadFirst(tabId: number, url: string, { signal, endsAt }: BrowserContext): Promise<string> {
  const over = new AbortController();
  let stop = () => {};
  const asks = new Promise<string>(resolve => {
    stop = onDialog(tabId, () => resolve(''));
  });
  const time = { endsAt, signal: AbortSignal.any([signal, over.signal]) };
  const loading = loadAndWait(tabId, time, () => chrome.tabs.update(tabId, { url }));
  try {
    return await Promise.race([loading.then(({ note }) => note), asks]);
  } finally {
    stop();
    over.abort();
    loading.catch(() => {});
    // Nothing lies before it: the empty page was never meant.
    await withBrowserSide(tabId, send => send('Page.resetNavigationHistory')).catch(() => {});
  }
}

/** '' where the page has opened none. */
async function dialogWordsOf(tabId: number, url: string, context: BrowserContext): Promise<string> {
  const dialog = dialogIn(tabId);
  if (!dialog) return '';
  const page = await openPage(tabId, { origin: originOf(url), frames: [] });
  const words = await namedDialog({ ...context, tabId, page }, dialog);
  return `The page opened ${words}. ${dialogRemedy(context, dialog)}.`;
}

async function openTab(url: string, isPrivate: boolean): Promise<number> {
  const windowId = isPrivate ? await agentsPrivateWindow() : await usualWindow();
  // Without a window (macOS keeps browsers running so) a tab needs one made for it.
  const tab =
    windowId !== null
      ? await chrome.tabs.create({ windowId, url, active: false })
      : (await chrome.windows.create({ url, focused: false, incognito: isPrivate }))?.tabs?.[0];
  if (tab?.id === undefined) throw new Error('The browser opened no tab; look whether it still runs.');
  explain(tab.id);
  if (isPrivate) await notePrivate(tab.id);
  return tab.id;
}

/** The one that the user was in last, unless it is private. */
async function usualWindow(): Promise<number | null> {
  const windows = (await chrome.windows.getAll({ windowTypes: ['normal'] })).filter(({ incognito }) => !incognito);
  const last = await chrome.windows.getLastFocused({ windowTypes: ['normal'] }).catch(() => null);
  return (windows.find(({ id }) => id === last?.id) ?? windows[0])?.id ?? null;
}

async function putInGroup(tabId: number, title: string): Promise<void> {
  if (!('tabGroups' in chrome) || !('group' in chrome.tabs)) return;
  const { windowId } = await chrome.tabs.get(tabId);
  const [existing] = await chrome.tabGroups.query({ title, windowId });
  if (existing) {
    await joinGroup(tabId, { groupId: existing.id, windowId });
    return;
  }
  const groupId = await chrome.tabs.group({ tabIds: [tabId], createProperties: { windowId } });
  await chrome.tabGroups.update(groupId, { title, color: 'cyan' });
}
