// The preview of `window.print()`, which Chromium opens over a page and tells nobody of: no event, no tab, no command to close it.
import { isRecord } from '../../../contract/json.ts';
import { kinOf } from '../opened-tabs.ts';
import { ToolError } from '../tool-error.ts';
import { withBrowserSide } from './debugger-session.ts';
import { forget } from './dialogs.ts';
import { sleep, type ToolContext } from './tool.ts';

const lookEveryMs = 50;
const maxLooks = 40;
/** Tabs that a preview holds up and that have none of their own. */
const others = new Set<number>();

/**
 * Chromium closes the preview of a page that goes to another fragment of its address, which leaves its document alone; then back to
 * where it was. The page may hear of both by `hashchange`. Source: seen in Chromium 156.
 */
export function closePreview({ tabId, page, signal }: Pick<ToolContext, 'tabId' | 'page' | 'signal'>): Promise<void> {
  return withBrowserSide(tabId, async send => {
    const { entries, currentIndex } = await send('Page.getNavigationHistory');
    const entry: unknown = Array.isArray(entries) ? entries[Number(currentIndex)] : null;
    const { id, url } = isRecord(entry) ? entry : {};
    if (typeof url !== 'string' || typeof id !== 'number') throw new Error('Chromium tells of no page in that tab.');
    const before = await countPreviews();
    await page.expectStill(false);
    await chrome.tabs.update(tabId, { url: `${url.split('#')[0]}#${url.endsWith('#closed') ? 'done' : 'closed'}` });
    let looks = 0;
    while ((await countPreviews()) >= before) {
      looks += 1;
      if (looks > maxLooks) throw notClosed(tabId);
      await sleep(lookEveryMs, signal);
    }
    forget(tabId);
    await send('Page.navigateToHistoryEntry', { entryId: id });
  });
}

/** Of all tabs: they do not say whose they are. */
export async function countPreviews(): Promise<number> {
  const targets = await chrome.debugger.getTargets();
  const { length } = targets.filter(({ url }) => url.startsWith('chrome://print'));
  if (length === 0) others.clear();
  return length;
}

/** Whether a preview may be that of the tab. */
export function mayBeOf(tabId: number): boolean {
  return !others.has(tabId);
}

/** It holds up that page and is not its own: a page that it opened, or was opened from, runs on the same thread. */
function notClosed(tabId: number): ToolError {
  forget(tabId);
  others.add(tabId);
  const whose = [...kinOf(tabId)].map(each => `tab ${each}`).join(' or ');
  const remedy =
    whose === '' ? 'ask the user to close it, or navigate' : `it is that of ${whose}: call read_page there`;
  return new ToolError('ERR_TOOL_FAILED', `The print preview over tab ${tabId} does not close; ${remedy}.`);
}
