// When input may be sent: it goes to whatever the tab shows when it arrives, so none is sent while the tab is on its way to another page.
import { expectInPage } from '../frames.ts';
import { afterBegun } from '../moved-error.ts';
import { isLeaving, settled } from '../tab-documents.ts';
import { ToolError } from '../tool-error.ts';
import type { Point } from './page-input.ts';
import type { ToolContext } from './tool.ts';

const settleMs = 1_000;
const maxLooks = 5;

/**
 * `expect` throws unless the input is meant for what the tab shows, and what it finds is the answer. `begun` is whether a part of the call
 * was carried out already.
 */
export async function whenSettled<T>(
  { page, signal }: ToolContext,
  begun: boolean,
  expect: (begun: boolean) => Promise<T>,
): Promise<T> {
  for (let looks = 0; looks < maxLooks; looks += 1) {
    await settled(page.tabId, settleMs);
    signal.throwIfAborted();
    await page.stepOn(begun);
    const found = await expect(begun).catch((error: unknown) => {
      throw begun ? afterBegun(page.tabId, error) : error;
    });
    if (!isLeaving(page.tabId) && page.isHere) return found;
  }
  throw new ToolError(
    'ERR_TOOL_FAILED',
    `Tab ${page.tabId} is on its way to another page; wait until that is there, or navigate, then call again.`,
    { begun },
  );
}

/** Throws unless a press there reaches the page that the call was decided for. */
export async function expectPress(context: ToolContext, at: Point, begun = false): Promise<void> {
  const { page, signal } = context;
  await expectInPage(context, at, begun);
  signal.throwIfAborted();
  await page.expectStill(begun);
}
