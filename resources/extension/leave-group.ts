// Taking a tab out of the group that has an agent's name; one of the user's own is left alone.
import { isOwnGroup } from './group-titles.ts';

export async function leaveGroup({ id, groupId }: Pick<chrome.tabs.Tab, 'id' | 'groupId'>): Promise<void> {
  if (!('tabGroups' in chrome) || id === undefined || groupId === undefined || groupId < 0) return;
  const { title = '' } = await chrome.tabGroups.get(groupId);
  if (isOwnGroup(title)) await chrome.tabs.ungroup(id);
}

/** These are the user's again (CompanionHandedOver). Those that have closed meanwhile need nothing. */
export async function handOver(tabIds: unknown): Promise<void> {
  for (const id of Array.isArray(tabIds) ? tabIds : []) {
    if (typeof id !== 'number') continue;
    await chrome.tabs
      .get(id)
      .then(leaveGroup)
      .catch(() => {});
  }
}
