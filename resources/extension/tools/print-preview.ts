// The preview of `window.print()`, which Chromium opens over a page and tells nobody of: no event, no tab, no command to close it.
import { isRecord } from '../../../contract/json.ts';
import { ToolError } from '../tool-error.ts';
import { withBrowserSide } from './debugger-session.ts';
import { forget } from './dialogs.ts';
import { sleep, type ToolContext } from './tool.ts';

const lookEveryMs = 50;
const maxLooks = 40;

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
      if (looks > maxLooks)
        throw new ToolError(
          'ERR_TOOL_FAILED',
          `The print preview of tab ${tabId} does not close; ask the user to close it, or navigate.`,
        );
      await sleep(lookEveryMs, signal);
    }
    forget(tabId);
    await send('Page.navigateToHistoryEntry', { entryId: id });
  });
}

/** Of all tabs: they do not say whose they are. */
export async function countPreviews(): Promise<number> {
  const targets = await chrome.debugger.getTargets();
  return targets.filter(({ url }) => url.startsWith('chrome://print')).length;
}
