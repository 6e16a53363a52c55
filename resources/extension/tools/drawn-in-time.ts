// A picture of a tab, within a time: Chromium answers with the next frame that the tab draws, and one may never come.
import { FewAtATime } from '../few-at-a-time.ts';
import { ToolError } from '../tool-error.ts';
import { drawAnew, type SendCommand } from './debugger-session.ts';
import { unseenTabs } from './unseen-tabs.ts';
import type { ToolContext } from './tool.ts';

/** Pictures of large pages on a busy machine take a second or two. */
const soonMs = 3_000;
const patienceMs = 15_000;
/** What was asked for twice comes twice, soon after another. */
const twiceMs = 1_000;

/**
 * One at a time in each tab: for a picture in another size Chromium draws the page in that size and then puts back what it found before,
 * which for the second of two at once is the size of the first; the page stays so small then. Source: Chromium, `PageHandler::CaptureScreenshot`.
 */
const captures = new FewAtATime(1);

/**
 * As Base64. Asks the tab to draw anew when none comes soon. Throws ERR_TOOL_FAILED when none comes then, and ERR_TAB_MOVED when the page
 * is left before.
 */
export function drawnInTime(
  { page, signal }: Pick<ToolContext, 'page' | 'signal'>,
  send: SendCommand,
  params: object,
): Promise<string> {
  return captures.run(page.tabId, signal, async () => {
    if (!page.isHere) await page.expectStill(false);
    const over = new AbortController();
    try {
      return await page.whileHere(capture(page.tabId, send, params, over.signal));
    } catch (error) {
      over.abort(error);
      putBack(page.tabId, send);
      throw error;
    }
  });
}

async function capture(tabId: number, send: SendCommand, params: object, over: AbortSignal): Promise<string> {
  const ask = () => send('Page.captureScreenshot', params).then(({ data }) => String(data));
  const first = ask();
  const soon = await within(first, soonMs);
  if (soon !== null) return soon;
  // Its turn has ended with the page, and another picture may be under way.
  over.throwIfAborted();
  if (unseenTabs.has(tabId))
    throw new ToolError(
      'ERR_TOOL_FAILED',
      `The browser had discarded tab ${tabId} and draws nothing of it before its user has looked at it; read it with read_page, or open its page in a new tab with tabs_create.`,
    );
  drawAnew(tabId);
  putBack(tabId, send);
  const second = ask();
  const late = await within(
    Promise.any([first, second]).catch(() => first),
    patienceMs - soonMs,
  );
  if (late === null)
    throw new ToolError(
      'ERR_TOOL_FAILED',
      `Tab ${tabId} has drawn nothing for ${patienceMs / 1_000} s; read it with read_page, or call again.`,
    );
  await within(
    second.catch(() => ''),
    twiceMs,
  );
  putBack(tabId, send);
  return late;
}

/**
 * Chromium loses a picture whose page goes away, and leaves the next page in the size that it has drawn this one in. A tab that nobody
 * has seen has its only size from us.
 */
function putBack(tabId: number, send: SendCommand): void {
  if (!unseenTabs.has(tabId)) void send('Emulation.clearDeviceMetricsOverride').catch(() => {});
}

/** Null where it does not come; its failure past that is nobody's. */
async function within(picture: Promise<string>, ms: number): Promise<string | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>(resolve => {
    timer = setTimeout(() => resolve(null), ms);
  });
  picture.catch(() => {});
  return Promise.race([picture, late]).finally(() => clearTimeout(timer));
}
