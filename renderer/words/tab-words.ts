// What a tab is called for people: by its title, else by its host, and by the browser's own number for it only where it has neither.
import { tabKey } from '../../contract/entities.ts';
import { tabTitle } from '../../contract/tab-title.ts';
import { t } from './language.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';

export interface TabAt {
  readonly browserId: string;
  readonly tabId: number;
}

/** `“Orders”`, `shop.example`, `47`. Its title is the page's choice: it goes through `Foreign` where it stands among other words. */
export function tabName({ tabs }: Pick<Snapshot, 'tabs'>, { browserId, tabId }: TabAt): string {
  return nameOfTab(tabs[tabKey(browserId, tabId)], tabId);
}

/** The same of one that is known otherwise. */
export function nameOfTab(tab: { readonly title: string; readonly url: string } | undefined, tabId: number): string {
  const { title, host } = tabTitle(tab);
  if (title !== null) return t('“{title}”', { title });
  return host ?? String(tabId);
}
