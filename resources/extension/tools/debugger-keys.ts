// Keys through chrome.debugger, as fast as the browser takes them.
import { isRecord } from '../../../contract/json.ts';
import { expectInPage, holdsOthers } from '../frames.ts';
import { type KeyPress, readCharacter, readChord } from './keys.ts';
import { whenSettled } from './settled-page.ts';
import type { KeyTaker } from '../page/focus-element.ts';
import type { SendCommand } from './debugger-session.ts';
import type { ToolContext } from './tool.ts';

/** So many characters at most are typed key by key; more where scripts listen to keys. */
const maxKeys = 100;
const maxHeardKeys = 1_000;
/** So many are on their way at once; a code of so many digits may have a field for each. */
const maxUnderWay = 8;

/**
 * Key by key; what is longer than a batch of keys and finds `room` (in UTF-16 units) in a field of text goes in as if it were pasted,
 * but for its last character, because a page may wait for a key somewhere. A field whose own scripts listen to keys, as that of a
 * terminal, hears of each.
 */
export async function typeText(
  context: ToolContext,
  send: SendCommand,
  text: string,
  { room, hearsKeys }: Pick<KeyTaker, 'room' | 'hearsKeys'>,
): Promise<void> {
  const characters = [...text.replaceAll('\r\n', '\n')];
  // Enter may send a form.
  const goesAtOnce = characters.length > maxUnderWay && text.length <= room && !text.includes('\n');
  const isHeard = characters.length > maxUnderWay && (hearsKeys ?? (await focusHearsKeys(send)));
  const mostKeys = isHeard ? maxHeardKeys : goesAtOnce ? 1 : maxKeys;
  let typed = 0;
  while (typed < characters.length) {
    context.signal.throwIfAborted();
    const left = characters.length - typed;
    const isPasted = left > mostKeys;
    const count = isPasted ? left - 1 : await countAtOnce(context, characters, typed);
    // The last look before the keys: nothing is waited for between.
    await whenSettled(context, typed > 0, begun => expectInPage(context, 'focus', begun));
    const batch = characters.slice(typed, typed + count);
    await Promise.all(isPasted ? [insert(send, batch.join(''))] : batch.flatMap(each => keysOf(send, each)));
    typed += count;
  }
}

/** Whether scripts listen to keys on what has the focus, or close around it, where its document was not asked for that before. */
async function focusHearsKeys(send: SendCommand): Promise<boolean> {
  const heard = await Promise.all([0, 1, 2].map(level => isListening(send, level).catch(() => false)));
  return heard.includes(true);
}

async function isListening(send: SendCommand, level: number): Promise<boolean> {
  const { result } = await send('Runtime.evaluate', {
    expression: `(${aroundFocus})(${level})`,
    silent: true,
    timeout: 500,
  });
  if (!isRecord(result) || typeof result.objectId !== 'string') return false;
  const { listeners } = await send('DOMDebugger.getEventListeners', { objectId: result.objectId });
  void send('Runtime.releaseObject', { objectId: result.objectId }).catch(() => {});
  return Array.isArray(listeners) && listeners.some(it => isRecord(it) && /^key(down|press)$/.test(String(it.type)));
}

/** What has the focus, or what is so many levels around it; null from the body on. Chromium tells of listeners only among the page's own scripts. */
const aroundFocus = `level => {
  const inside = element => { try { return (element.shadowRoot ?? element.contentDocument)?.activeElement; } catch { return null; } };
  let near = document.activeElement;
  for (let next = near; next; next = inside(next)) near = next;
  for (; near && level > 0; level -= 1) near = near.parentElement;
  return near === near?.ownerDocument.body || near === near?.ownerDocument.documentElement ? null : near;
}`;

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
