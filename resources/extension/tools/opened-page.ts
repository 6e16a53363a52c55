// What is told of a page that a call has opened. Its title is its content, and redirects may have led to a page that was not decided for.
import { openPage, type ShownPage } from '../shown-page.ts';
import type { Covers } from './tool.ts';

export interface OpenedPage {
  readonly url: string;
  /** Absent where the call may have nothing of the page but its address, or its agent is denied to read it. */
  readonly title?: string;
  /** Why there is no title. */
  readonly note?: string;
}

/** What tab `tabId` shows now, of a call that was decided for pages of `origin`. `page` is for what gives nothing of it away. */
export async function describeOpened(
  tabId: number,
  origin: string | null,
  covers: Covers,
): Promise<{ page: ShownPage; opened: OpenedPage }> {
  const first = await openPage(tabId, { origin, frames: [] });
  const end = await first.readOrigin();
  const page = end === origin ? first : await openPage(tabId, { origin: end, frames: [] });
  const isDecided = end === origin || end === null || (await covers([end], 'call')).has(end);
  const isTold = isDecided && (end === null || (await covers([end], 'words')).has(end));
  const { url = '', pendingUrl = '', title = '' } = await chrome.tabs.get(tabId);
  if (isDecided && first.isHere && page.isHere)
    return { page, opened: { url: url || pendingUrl, ...(isTold && { title }) } };
  const note = isDecided ? {} : { note: `It ended at ${end}, which this call was not decided for.` };
  return { page, opened: { url, ...note } };
}
