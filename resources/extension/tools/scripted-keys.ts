// Keys without a debugger: a page hears of each, and the commonest do what they do in every browser.
import { type DocumentContext, inPage } from './in-page.ts';
import type { KeyPress } from './keys.ts';

const ctrlOrMeta = 6;
const shift = 8;

/** Where the page's own scripts do not take the key for themselves, the browser's part follows. */
export async function pressKey(context: DocumentContext, press: KeyPress): Promise<void> {
  const isLeft = await inPage(context, 'sendKey', 'keydown', press);
  if (isLeft) await act(context, press);
  // A page that was left by this key hears nothing more of it.
  await inPage(context, 'sendKey', 'keyup', press).catch(() => {});
}

async function act(context: DocumentContext, { key, modifiers, text = '' }: KeyPress): Promise<unknown> {
  if (modifiers & ~shift) {
    const selects = modifiers & ctrlOrMeta && key.toLowerCase() === 'a';
    return selects ? inPage(context, 'editText', 'selectAll') : null;
  }
  switch (key) {
    case 'Enter':
      return inPage(context, 'pressEnter');
    case 'Tab':
      return inPage(context, 'moveFocus', modifiers & shift ? -1 : 1);
    case 'Backspace':
      return inPage(context, 'editText', 'delete');
    case 'Delete':
      return inPage(context, 'editText', 'forwardDelete');
    default: {
      const isPressed = key === ' ' && (await inPage(context, 'pressSpace'));
      return isPressed || text === '' || inPage(context, 'typeText', text);
    }
  }
}
