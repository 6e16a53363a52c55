// A picture of a tab, within a time: Chromium answers with the next frame that the tab draws, and one may never come.
import { ToolError } from '../tool-error.ts';
import { drawAnew, type SendCommand } from './debugger-session.ts';
import { unseenTabs } from './unseen-tabs.ts';

/** Pictures of large pages on a busy machine take a second or two. */
const soonMs = 5_000;
const patienceMs = 15_000;

/** As Base64. Asks the tab to draw anew when none comes soon. Throws ERR_TOOL_FAILED when none comes then. */
export async function drawnInTime(tabId: number, send: SendCommand, params: object): Promise<string> {
  const capture = async () => String((await send('Page.captureScreenshot', params)).data);
  const first = capture();
  const soon = await within(first, soonMs);
  if (soon !== null) return soon;
  if (unseenTabs.has(tabId))
    throw new ToolError(
      'ERR_TOOL_FAILED',
      `The browser had discarded tab ${tabId} and draws nothing of it before its user has looked at it; read it with read_page, or open its page in a new tab with tabs_create.`,
    );
  drawAnew(tabId);
  const late = await within(Promise.any([first, capture()]), patienceMs - soonMs);
  if (late !== null) return late;
  throw new ToolError(
    'ERR_TOOL_FAILED',
    `Tab ${tabId} has drawn nothing for ${patienceMs / 1_000} s; read it with read_page, or call again.`,
  );
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
