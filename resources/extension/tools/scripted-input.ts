// Input and screenshots without a debugger (Firefox): scripted events, which a page can tell from a user's hand.
import { isRecord } from '../rpc.ts';
import { ToolError } from '../tool-error.ts';
import { scrollAt } from '../page/scroll-at.ts';
import { inPage } from './in-page.ts';
import type { PageInput } from './page-input.ts';

export const scriptedInput: PageInput = {
  caveat: ' with a scripted event, which some pages ignore',

  screenshot: async ({ tabId }) => {
    const url = await captureTab(tabId);
    const [, mimeType = 'image/jpeg', data = ''] = /^data:([^;]+);base64,(.*)$/s.exec(url) ?? [];
    return { data, mimeType };
  },

  click: async ({ tabId, signal }, x, y) => {
    const hit = await inPage(tabId, clickAt, [x, y], signal);
    if (!hit) throw new ToolError('ERR_TOOL_FAILED', `Nothing lies at (${x}, ${y}); take a screenshot and look again.`);
  },

  type: async ({ tabId, signal }, text) => {
    const typed = await inPage(tabId, typeText, [text], signal);
    if (!typed) throw new ToolError('ERR_TOOL_FAILED', 'No field has the focus; left_click one first.');
  },

  press: async () => {
    throw new ToolError(
      'ERR_TOOL_FAILED',
      'This browser lets no extension press keys; use type or left_click, or a Chromium.',
    );
  },

  scroll: async ({ tabId, signal }, place, deltaX, deltaY) => {
    await inPage(tabId, scrollAt, [place, deltaX, deltaY], signal);
  },
};

/** Firefox captures any tab; elsewhere only the one in front of its window can be seen. */
async function captureTab(tabId: number): Promise<string> {
  const options = { format: 'jpeg', quality: 80 } as const;
  const tabs: unknown = chrome.tabs;
  if (isRecord(tabs) && typeof tabs.captureTab === 'function') return String(await tabs.captureTab(tabId, options));
  const { active, windowId } = await chrome.tabs.get(tabId);
  if (active) return chrome.tabs.captureVisibleTab(windowId, options);
  throw new ToolError(
    'ERR_TOOL_FAILED',
    `Tab ${tabId} is behind another tab and this browser captures only the front one.`,
  );
}

function clickAt(x: number, y: number): boolean {
  const element = document.elementFromPoint(x, y);
  if (!element) return false;
  const init = { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, view: window };
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup']) {
    element.dispatchEvent(type.startsWith('pointer') ? new PointerEvent(type, init) : new MouseEvent(type, init));
    if (type === 'mousedown' && element instanceof HTMLElement) element.focus();
  }
  if (element instanceof HTMLElement) element.click();
  else element.dispatchEvent(new MouseEvent('click', init));
  return true;
}

function typeText(text: string): boolean {
  const element = document.activeElement;
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    const { selectionStart, selectionEnd, value } = element;
    const start = selectionStart ?? value.length;
    const next = value.slice(0, start) + text + value.slice(selectionEnd ?? start);
    // Frameworks watch the value through their own setter; the prototype's reaches the field itself.
    const prototype = element instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, next);
    element.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
    element.dispatchEvent(new Event('change', { bubbles: true }));
    return true;
  }
  if (!(element instanceof HTMLElement) || !element.isContentEditable) return false;
  return document.execCommand('insertText', false, text);
}
