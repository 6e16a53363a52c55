// What follows when a suggestion of the address bar was chosen: the hub says what, the browser how (OmniboxChosen).
import { isRecord } from '../../../contract/json.ts';
import { showAnswer } from './answers.ts';

export type Disposition = 'currentTab' | 'newForegroundTab' | 'newBackgroundTab';

/** The tab in front while it was typed, and what it showed. */
export interface TypedIn {
  readonly tabId: number;
  readonly url: string;
}

/** Rejects for an address that is not http or https. */
export async function carryOut(chosen: unknown, how: Disposition, place: TypedIn | null): Promise<void> {
  if (!isRecord(chosen)) return;
  if (chosen.kind === 'open') return open(webAddress(chosen.url), how, place);
  if (chosen.kind === 'search') return search(String(chosen.query), how, place);
  const { kind } = chosen;
  const origin = typeof chosen.origin === 'string' ? chosen.origin : null;
  if (kind === 'copy' || kind === 'show') return showAnswer({ kind, text: String(chosen.text), origin });
}

/** Nothing else is opened for a page, no matter who says so. */
function webAddress(url: unknown): string {
  if (typeof url === 'string' && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return new URL(url).href;
  throw new Error(`${JSON.stringify(url)?.slice(0, 200)} is no address of the web, so it is not opened.`);
}

async function open(url: string, how: Disposition, place: TypedIn | null): Promise<void> {
  const tabId = how === 'currentTab' ? await stillThere(place) : null;
  if (tabId === null) await chrome.tabs.create({ url, active: how !== 'newBackgroundTab' });
  else await chrome.tabs.update(tabId, { url });
}

/** With the user's own search engine. */
async function search(text: string, how: Disposition, place: TypedIn | null): Promise<void> {
  const tabId = how === 'currentTab' ? await stillThere(place) : null;
  if (tabId !== null) return chrome.search.query({ text, tabId });
  if (how !== 'newBackgroundTab') return chrome.search.query({ text, disposition: 'NEW_TAB' });
  const { id } = await chrome.tabs.create({ active: false });
  await chrome.search.query({ text, ...(id !== undefined && { tabId: id }) });
}

/** Null where the user has moved on meanwhile: what they are looking at now is not replaced. */
async function stillThere(place: TypedIn | null): Promise<number | null> {
  const tab = place && (await chrome.tabs.get(place.tabId).catch(() => null));
  return tab?.active === true && (tab.url ?? '') === place?.url ? place.tabId : null;
}
