// The pictures of tabs for one answer to a page, as many as fit into it: each is the companion's own drawing, and leads back to no site.
import type { Tab } from '../../../contract/schemas/entities.ts';
import type { TabIcons } from '../tabs/tab-icons.ts';

/** Of one answer, as addresses of data. A picture counts for each tab that shows it. */
const maxIconChars = 1_000_000;

/** By the ids of their tabs, the first ones first; one that is too long for what is left leaves room for smaller ones. */
export function iconsOf(
  icons: Pick<TabIcons, 'of'>,
  tabs: readonly Pick<Tab, 'tabId' | 'icon'>[],
): ReadonlyMap<number, string> {
  const ids = new Set(tabs.flatMap(({ icon }) => icon ?? []));
  const kept = new Map(icons.of([...ids]).map(({ id, data }) => [id, `data:image/png;base64,${data}`]));
  const fitting = new Map<number, string>();
  let chars = 0;
  for (const { tabId, icon } of tabs) {
    const address = icon === undefined ? undefined : kept.get(icon);
    if (address === undefined || chars + address.length > maxIconChars) continue;
    chars += address.length;
    fitting.set(tabId, address);
  }
  return fitting;
}
