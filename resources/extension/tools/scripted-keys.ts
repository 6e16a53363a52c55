// Keys without a debugger: a page hears of each, and the commonest do what they do in every browser.

import { type DocumentContext, inPage } from './in-page.ts';
import { copyKept, pasteKept } from './kept-clipboard.ts';
import type { EditCommand } from '../page/scripted-key.ts';
import type { KeyPress } from './keys.ts';
import type { ToolContext } from './tool.ts';

const alt = 1;
const ctrlOrMeta = 6;
const shift = 8;

const moving = /^(Arrow(Left|Right|Up|Down)|Home|End|PageUp|PageDown)$/;
/** By the key that is pressed with ctrl. */
const commands: Readonly<Record<string, EditCommand>> = {
  a: 'selectAll',
  z: 'undo',
  y: 'redo',
  b: 'bold',
  i: 'italic',
  u: 'underline',
};

/** Where the page's own scripts do not take the key for themselves, the browser's part follows. Answers what has to be told beside. */
export async function pressKey(call: ToolContext, context: DocumentContext, press: KeyPress): Promise<string> {
  const isLeft = await inPage(context, 'sendKey', 'keydown', press);
  const beside = isLeft ? await act(call, context, press) : '';
  // A page that was left by this key hears nothing more of it.
  await inPage(context, 'sendKey', 'keyup', press).catch(() => {});
  return beside;
}

async function act(call: ToolContext, context: DocumentContext, press: KeyPress): Promise<string> {
  const { key, modifiers } = press;
  const isFar = (modifiers & ctrlOrMeta) > 0;
  if (modifiers & alt) return '';
  if (moving.test(key)) {
    await inPage(context, 'moveByKey', { key, isFar, selects: (modifiers & shift) > 0 });
    return '';
  }
  if (isFar) return command(call, context, press);
  await plain(context, press);
  return '';
}

async function command(call: ToolContext, context: DocumentContext, { key, modifiers }: KeyPress): Promise<string> {
  const name = key.toLowerCase();
  switch (name) {
    case 'c':
    case 'x':
      return copyKept(call, context, name === 'x');
    case 'v':
      return pasteKept(call, context);
    case 'backspace':
    case 'delete': {
      // The word is what would be selected.
      const towards = name === 'delete' ? 'ArrowRight' : 'ArrowLeft';
      await inPage(context, 'moveByKey', { key: towards, isFar: true, selects: true });
      await inPage(context, 'editText', 'delete');
      return '';
    }
    default: {
      const isRedo = name === 'z' && (modifiers & shift) > 0;
      const edit = isRedo ? 'redo' : Object.hasOwn(commands, name) ? commands[name] : undefined;
      if (edit) await inPage(context, 'editText', edit);
      return '';
    }
  }
}

async function plain(context: DocumentContext, { key, modifiers, text = '' }: KeyPress): Promise<unknown> {
  switch (key) {
    case 'Enter':
      return inPage(context, 'pressEnter');
    case 'Escape':
      return inPage(context, 'pressEscape');
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
