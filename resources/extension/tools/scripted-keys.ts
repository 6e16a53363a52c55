// Keys without a debugger: a page hears of each, and the commonest do what they do in every browser.
import { editText, moveFocus, pressEnter, pressSpace, sendKey } from '../page/scripted-key.ts';
import { typeText } from '../page/type-text.ts';
import { inPage } from './in-page.ts';
import type { KeyPress } from './keys.ts';
import type { ToolContext } from './tool.ts';

const CTRL_OR_META = 6;
const SHIFT = 8;

/** Where the page's own scripts do not take the key for themselves, the browser's part follows. */
export async function pressKey(context: ToolContext, press: KeyPress): Promise<void> {
  const { tabId, signal } = context;
  const isLeft = await inPage(tabId, sendKey, ['keydown', press], signal);
  if (isLeft) await act(context, press);
  // A page that was left by this key hears nothing more of it.
  await inPage(tabId, sendKey, ['keyup', press], signal).catch(() => {});
}

async function act({ tabId, signal }: ToolContext, { key, modifiers, text = '' }: KeyPress): Promise<unknown> {
  if (modifiers & ~SHIFT) {
    const selects = modifiers & CTRL_OR_META && key.toLowerCase() === 'a';
    return selects ? inPage(tabId, editText, ['selectAll'], signal) : null;
  }
  switch (key) {
    case 'Enter':
      return inPage(tabId, pressEnter, [], signal);
    case 'Tab':
      return inPage(tabId, moveFocus, [modifiers & SHIFT ? -1 : 1], signal);
    case 'Backspace':
      return inPage(tabId, editText, ['delete'], signal);
    case 'Delete':
      return inPage(tabId, editText, ['forwardDelete'], signal);
    default: {
      const isPressed = key === ' ' && (await inPage(tabId, pressSpace, [], signal));
      return isPressed || text === '' || inPage(tabId, typeText, [text], signal);
    }
  }
}
