// Tabs in private windows: the user's own are told to nobody, only those that an agent asked for and those that their pages open.
const key = 'privateTabs';
/** Those of agents; kept where nothing of it reaches the disk, because the worker ends in between. */
let agents: Promise<Set<number>> | undefined;

function agentsTabs(): Promise<Set<number>> {
  agents ??= chrome.storage.session.get(key).then(kept => {
    const ids: unknown = kept[key];
    return new Set(Array.isArray(ids) ? ids.filter(id => typeof id === 'number') : []);
  });
  return agents;
}

chrome.tabs.onRemoved.addListener(tabId => void forgetPrivate(tabId));

async function keep(ids: ReadonlySet<number>): Promise<void> {
  await chrome.storage.session.set({ [key]: [...ids] });
}

/** An agent has asked for the tab, or a page of such a tab has opened it. */
export async function notePrivate(tabId: number): Promise<void> {
  const ids = await agentsTabs();
  ids.add(tabId);
  await keep(ids);
}

/** It has closed, or is the user's after all. */
export async function forgetPrivate(tabId: number): Promise<void> {
  const ids = await agentsTabs();
  if (ids.delete(tabId)) await keep(ids);
}

/** Whether it is a private tab of the user's. */
export async function isUsersPrivate({ id, incognito }: Pick<chrome.tabs.Tab, 'id' | 'incognito'>): Promise<boolean> {
  return incognito && !(await agentsTabs()).has(id ?? -1);
}

/** Without private tabs of the user's. */
export async function withoutUsersPrivate(tabs: readonly chrome.tabs.Tab[]): Promise<chrome.tabs.Tab[]> {
  const ids = await agentsTabs();
  return tabs.filter(({ id, incognito }) => !incognito || ids.has(id ?? -1));
}

/** Whether the browser lets the extension into private windows, which its user alone decides. */
export function isPrivateAllowed(): Promise<boolean> {
  return chrome.extension.isAllowedIncognitoAccess();
}

/** A private window in which all tabs are agents'; null where a new one has to be opened. */
export async function agentsPrivateWindow(): Promise<number | null> {
  const windows = await chrome.windows.getAll({ windowTypes: ['normal'], populate: true });
  for (const { id, incognito, tabs = [] } of windows) {
    if (!incognito || id === undefined || tabs.length === 0) continue;
    const others = await Promise.all(tabs.map(isUsersPrivate));
    if (!others.includes(true)) return id;
  }
  return null;
}
