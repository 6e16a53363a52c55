// Input and screenshots without a debugger (Firefox): scripted events, which a page can tell from a user's hand.
import { isRecord } from '../../../contract/json.ts';
import { ToolError } from '../tool-error.ts';
import { middleOf, placesAround } from './frame-geometry.ts';
import { type DocumentContext, inPage } from './in-page.ts';
import { readChord } from './keys.ts';
import { dragByScript } from './scripted-drag.ts';
import { pressKey } from './scripted-keys.ts';
import { inDocument } from './scripted-place.ts';
import { typeByScript } from './scripted-typing.ts';
import { smallestOf, subjectOf } from './smallest-picture.ts';
import { usedDocument } from './used-document.ts';
import type { PageInput, View } from './page-input.ts';
import type { ToolContext } from './tool.ts';

export const scriptedInput: PageInput = {
  caveat: ' by a scripted event',

  screenshot: async (context, view) => {
    await context.page.expectStill(false);
    const picture = await smallestOf(view.format, subjectOf(context.page, view), async format => {
      const url = await captureTab(context, view, format);
      return url.slice(url.indexOf(',') + 1);
    });
    await context.page.expectStill(true);
    return { ...picture, area: view.region ?? (await inPage(context, 'wholeView')) };
  },

  click: async (context, at, kind, beforePress) => {
    const { document, x, y } = await inDocument(context, at);
    await beforePress();
    const hit = await inPage(document, 'clickAt', x, y, kind);
    if (!hit) throw new ToolError('ERR_TOOL_FAILED', `Nothing lies at (${x}, ${y}); take a screenshot and look again.`);
  },

  hover: async (context, at) => {
    const { document, x, y } = await inDocument(context, at);
    const hit = await inPage(document, 'hoverAt', x, y);
    if (!hit) throw new ToolError('ERR_TOOL_FAILED', `Nothing lies at (${x}, ${y}); take a screenshot and look again.`);
  },

  drag: dragByScript,

  type: typeByScript,

  press: async (context, keys) => {
    let beside = '';
    for (const [at, press] of keys.map(readChord).entries()) {
      await context.page.stepOn(at > 0);
      beside = (await pressKey(context, keysOf(context), press)) || beside;
    }
    return beside;
  },

  scroll: async (context, place, deltaX, deltaY) => {
    const at = place ?? (await middleOf(context));
    // Nobody named a place, so nobody is asked about a frame that happens to lie there: the page scrolls.
    const innermost = await inDocument(context, at).catch(error => {
      if (place) throw error;
      return { document: context, ...at };
    });
    // What is at its end hands the wheel on to what stands around it.
    for (const { document, x, y } of [innermost, ...(await placesAround(context, at))])
      if (await inPage(document, 'scrollAt', { x, y }, deltaX, deltaY)) return;
  },
};

/** Keys go to what has the focus in the document that was used last, as a scripted event crosses no frame. */
function keysOf(context: ToolContext): DocumentContext {
  return { page: usedDocument(context), signal: context.signal };
}

/** Firefox captures any tab; elsewhere only the one in front of its window can be seen. */
async function captureTab(
  context: ToolContext,
  { region, scale, quality }: View,
  format: 'jpeg' | 'png',
): Promise<string> {
  const { tabId } = context;
  const options = { format, quality };
  const tabs: unknown = chrome.tabs;
  if (isRecord(tabs) && typeof tabs.captureTab === 'function') {
    const rect = region ? { rect: await inPage(context, 'onPage', region) } : {};
    return String(await tabs.captureTab(tabId, { ...options, ...rect, ...(scale === 1 ? {} : { scale }) }));
  }
  const { active, windowId } = await chrome.tabs.get(tabId);
  if (active && !region && scale === 1) return chrome.tabs.captureVisibleTab(windowId, options);
  throw new ToolError(
    'ERR_TOOL_FAILED',
    `Tab ${tabId} is behind another tab or only a part is asked for, and this browser captures only the whole front one.`,
  );
}
