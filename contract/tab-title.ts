// What a tab is called within a sentence, of what its browser tells; pure.
import { cutEnd, cutMiddle, visibleText, withoutQuotes } from './visible-text.ts';

const maxTitle = 40;
const maxHost = 60;

export interface TabTitle {
  /** One visible line for quotation marks of ours: cut, and without any of its own. Null where the tab has none. */
  readonly title: string | null;
  /** Of its address: cut in the middle, since its end says whose it is. Null where the address has none. */
  readonly host: string | null;
}

export function tabTitle(tab: { readonly title: string; readonly url: string } | undefined): TabTitle {
  const title = cutEnd(withoutQuotes(visibleText(tab?.title.replace(/\s+/g, ' ').trim() ?? '')), maxTitle);
  const host = tab && URL.canParse(tab.url) ? new URL(tab.url).host : '';
  return { title: title === '' ? null : title, host: host === '' ? null : cutMiddle(host, maxHost) };
}
