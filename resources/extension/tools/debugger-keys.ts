// Keys through chrome.debugger, as fast as the browser takes them.
import { expectInPage, holdsOthers } from '../frames.ts';
import { type KeyPress, readCharacter, readChord } from './keys.ts';
import { whenSettled } from './settled-page.ts';
import type { SendCommand } from './debugger-session.ts';
import type { ToolContext } from './tool.ts';

/** More than this is not typed key by key, wherever it goes. */
const maxKeys = 100;
/** So many are on their way at once; a code of so many digits may have a field for each. */
const maxUnderWay = 8;

/**
 * Key by key; what is longer than a batch of keys and finds `room` (in UTF-16 units) in a field of text goes in as if it were pasted,
 * but for its last character: a page that waits for keys hears of one.
 */
export async function typeText(context: ToolContext, send: SendCommand, text: string, room: number): Promise<void> {
  const characters = [...text.replaceAll('\r\n', '\n')];
  // Enter may send a form.
  const goesAtOnce = characters.length > maxUnderWay && text.length <= room && !text.includes('\n');
  let typed = 0;
  while (typed < characters.length) {
    context.signal.throwIfAborted();
    const left = characters.length - typed;
    const isPasted = left > maxKeys || (goesAtOnce && left > 1);
    const count = isPasted ? left - 1 : await countAtOnce(context, characters, typed);
    // The last look before the keys: nothing is waited for between.
    await whenSettled(context, typed > 0, begun => expectInPage(context, 'focus', begun));
    const batch = characters.slice(typed, typed + count);
    await Promise.all(isPasted ? [insert(send, batch.join(''))] : batch.flatMap(each => keysOf(send, each)));
    typed += count;
  }
}

/** How many characters may go before the page is looked at again. */
async function countAtOnce(context: ToolContext, characters: readonly string[], from: number): Promise<number> {
  if (from === characters.length - 1) return 1;
  // A page may hand the focus to a frame of somebody else's with any key.
  if (await holdsOthers(context)) return 1;
  const batch = characters.slice(from, from + maxUnderWay);
  // Enter may send a form.
  const end = batch.indexOf('\n');
  return end < 0 ? batch.length : end + 1;
}

/** What no key stands for goes in as an input method would put it. */
function keysOf(send: SendCommand, character: string): Promise<unknown>[] {
  const key = readCharacter(character);
  return key ? pressAndRelease(send, 'keyDown', key) : [insert(send, character)];
}

function insert(send: SendCommand, text: string): Promise<unknown> {
  return send('Input.insertText', { text });
}

function pressAndRelease(send: SendCommand, type: 'keyDown' | 'rawKeyDown', key: KeyPress): Promise<unknown>[] {
  return [
    send('Input.dispatchKeyEvent', { type, ...key }),
    send('Input.dispatchKeyEvent', { type: 'keyUp', ...key, text: undefined }),
  ];
}

export async function pressChords(context: ToolContext, send: SendCommand, chords: readonly string[]): Promise<void> {
  const { signal } = context;
  for (const [at, key] of chords.map(readChord).entries()) {
    signal.throwIfAborted();
    // Any key may have moved the focus on.
    await whenSettled(context, at > 0, begun => expectInPage(context, 'focus', begun));
    await Promise.all(pressAndRelease(send, key.text ? 'keyDown' : 'rawKeyDown', key));
  }
}
