// Grants that end with a tab of the extension's browser. The hub knows these tabs by their numbers alone, so that each connection counts as
// a browser of its own, and what it granted for tabs ends with it.
import type { Grant } from '../../../../contract/schemas/permissions.ts';
import type { GrantRegistry } from '../../permissions/grant-registry.ts';
import type { SitesVia } from '../../sites/site-registry.ts';

export function tabsOf({ id }: SitesVia, grants: Pick<GrantRegistry, 'all' | 'tabEnded'>) {
  const browserId = `harbor-${id}`;
  const isOf = ({ tab }: Grant) => tab?.browserId === browserId;
  return {
    /** As a grant names it. */
    tab: (tabId: number): NonNullable<Grant['tab']> => ({ browserId, tabId }),
    /** The tab was closed. Returns how many grants have ended with it. */
    ended: (tabId: number): number => {
      const count = grants.all().filter(grant => isOf(grant) && grant.tab?.tabId === tabId).length;
      grants.tabEnded(browserId, tabId);
      return count;
    },
    endAll: (): void => {
      for (const { tab } of grants.all().filter(isOf)) if (tab) grants.tabEnded(browserId, tab.tabId);
    },
  };
}
