// Input and screenshots without a debugger (Firefox): scripted events, which a page can tell from a user's hand.
import { isRecord } from '../rpc.ts';
import { ToolError } from '../tool-error.ts';
import { scrollAt } from '../page/scroll-at.ts';
import { typeText } from '../page/type-text.ts';
import { inPage } from './in-page.ts';
import { readChord } from './keys.ts';
import type { ClickKind, PageInput, Region, View } from './page-input.ts';
import { pressKey } from './scripted-keys.ts';
import type { ToolContext } from './tool.ts';

export const scriptedInput: PageInput = {
  caveat: ' with a scripted event, which some pages ignore',

  screenshot: async (context, view) => {
    await context.page.expectStill(false);
    const url = await captureTab(context, view);
    const [, mimeType = 'image/jpeg', data = ''] = /^data:([^;]+);base64,(.*)$/s.exec(url) ?? [];
    await context.page.expectStill(true);
    return { data, mimeType, area: view.region ?? (await inPage(context, wholeView, [])) };
  },

  click: async (context, { x, y }, kind) => {
    const hit = await inPage(context, clickAt, [x, y, kind]);
    if (!hit) throw new ToolError('ERR_TOOL_FAILED', `Nothing lies at (${x}, ${y}); take a screenshot and look again.`);
  },

  hover: async (context, { x, y }) => {
    const hit = await inPage(context, hoverAt, [x, y]);
    if (!hit) throw new ToolError('ERR_TOOL_FAILED', `Nothing lies at (${x}, ${y}); take a screenshot and look again.`);
  },

  drag: async () => {
    throw new ToolError('ERR_TOOL_FAILED', 'This browser lets no extension drag with the pointer; use a Chromium.');
  },

  type: async (context, text) => {
    const typed = await inPage(context, typeText, [text]);
    if (!typed) throw new ToolError('ERR_TOOL_FAILED', 'No field has the focus; left_click one first.');
  },

  press: async (context, keys) => {
    for (const press of keys.map(readChord)) {
      await context.page.stepOn();
      await pressKey(context, press);
    }
  },

  scroll: async (context, place, deltaX, deltaY) => {
    await inPage(context, scrollAt, [place, deltaX, deltaY]);
  },
};

/** Firefox captures any tab; elsewhere only the one in front of its window can be seen. */
async function captureTab(context: ToolContext, { region, scale }: View): Promise<string> {
  const { tabId } = context;
  const options = { format: 'jpeg', quality: 80 } as const;
  const tabs: unknown = chrome.tabs;
  if (isRecord(tabs) && typeof tabs.captureTab === 'function') {
    const rect = region ? { rect: await inPage(context, onPage, [region]) } : {};
    return String(await tabs.captureTab(tabId, { ...options, ...rect, ...(scale === 1 ? {} : { scale }) }));
  }
  const { active, windowId } = await chrome.tabs.get(tabId);
  if (active && !region && scale === 1) return chrome.tabs.captureVisibleTab(windowId, options);
  throw new ToolError(
    'ERR_TOOL_FAILED',
    `Tab ${tabId} is behind another tab or only a part is asked for, and this browser captures only the whole front one.`,
  );
}

function wholeView(): Region {
  return { x: 0, y: 0, width: innerWidth, height: innerHeight };
}

/** Firefox counts a rectangle from the top of the page. */
function onPage({ x, y, width, height }: Region): Region {
  return { x: x + scrollX, y: y + scrollY, width, height };
}

function hoverAt(x: number, y: number): boolean {
  const element = document.elementFromPoint(x, y);
  if (!element) return false;
  const init = { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, view: window };
  element.dispatchEvent(new PointerEvent('pointerover', init));
  for (const type of ['mouseover', 'mouseenter', 'mousemove']) element.dispatchEvent(new MouseEvent(type, init));
  return true;
}

function clickAt(x: number, y: number, { button, count, modifiers }: ClickKind): boolean {
  const element = document.elementFromPoint(x, y);
  if (!element) return false;
  const keys = {
    altKey: (modifiers & 1) > 0,
    ctrlKey: (modifiers & 2) > 0,
    metaKey: (modifiers & 4) > 0,
    shiftKey: (modifiers & 8) > 0,
  };
  const place = { clientX: x, clientY: y, button: button === 'left' ? 0 : 2, view: window };
  const init = { bubbles: true, cancelable: true, composed: true, ...place, ...keys };
  for (let detail = 1; detail <= count; detail += 1) {
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup']) {
      const make = type.startsWith('pointer') ? PointerEvent : MouseEvent;
      element.dispatchEvent(new make(type, { ...init, detail }));
      if (type === 'mousedown' && element instanceof HTMLElement) element.focus();
    }
    if (button === 'right') element.dispatchEvent(new MouseEvent('contextmenu', init));
    else if (element instanceof HTMLElement && modifiers === 0) element.click();
    else element.dispatchEvent(new MouseEvent('click', { ...init, detail }));
  }
  if (count === 2) element.dispatchEvent(new MouseEvent('dblclick', { ...init, detail: 2 }));
  return true;
}
