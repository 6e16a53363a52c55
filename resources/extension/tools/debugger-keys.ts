// Keys through chrome.debugger, as fast as the browser takes them.
import { isRecord } from '../../../contract/json.ts';
import { expectFocusInPage, expectInPage } from '../frames.ts';
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

/** What is known of what takes the keys. */
type Taker = Pick<KeyTaker, 'room' | 'takesLines' | 'hearsKeys'>;

/** Enter and Tab may have moved the focus to anything. */
const unknownTaker: Taker = { room: 0, takesLines: false, hearsKeys: null };

/**
 * Key by key; what is longer than a batch of keys and finds `room` (in UTF-16 units) in a field of text goes in as if it were pasted,
 * but for its last character, because a page may wait for a key somewhere. A field whose own scripts listen to keys, as that of a
 * terminal, hears of each. Enter and Tab are pressed wherever they are no part of the text.
 */
export async function typeText(context: ToolContext, send: SendCommand, text: string, taker: Taker): Promise<void> {
  const characters = [...text.replaceAll('\r\n', '\n')];
  let known = taker;
  let manner: Manner | null = null;
  for (let typed = 0; typed < characters.length; ) {
    context.signal.throwIfAborted();
    const stretch = stretchFrom(characters, typed, known);
    manner ??= await mannerFor(send, stretch, known);
    // The last look before the keys: nothing is waited for between.
    const mayMoveOut = await whenSettled(context, typed > 0, begun => expectFocusInPage(context, begun));
    const { pasted, pressed } = batchOf(characters.slice(typed), stretch, manner, mayMoveOut);
    typed += pasted.length + pressed.length;
    context.ifCut?.(leftWords(typed, characters.length));
    const { isHeard, tab } = manner;
    const inserted = pasted.length > 0 ? [insert(send, pasted.join(''))] : [];
    await Promise.all([...inserted, ...pressed.flatMap(each => keysOf(send, each, tab))]);
    const last = pressed.at(-1);
    if (!(isHeard ? isLineOrTab(last) : isActing(last, known))) continue;
    known = unknownTaker;
    manner = null;
  }
}

/** Whether that character is a key that does something else than to add to the text. */
function isActing(character: string | undefined, { takesLines }: Taker): boolean {
  return !takesLines && isLineOrTab(character);
}

function isLineOrTab(character: string | undefined): boolean {
  return character === '\t' || character === '\n';
}

/** What goes into the same field. */
function stretchFrom(characters: readonly string[], from: number, taker: Taker): readonly string[] {
  const end = characters.findIndex((each, at) => at >= from && isActing(each, taker));
  return characters.slice(from, end < 0 ? undefined : end);
}

interface Manner {
  /** A stretch of more is pasted. */
  readonly mostKeys: number;
  /** Whether scripts are known to listen to its keys; what they make of Enter and Tab is theirs. */
  readonly isHeard: boolean;
  /** Whether Tab is pressed, as what has lines takes it for text where no script listens to keys. */
  readonly tab: 'pressed' | 'text';
}

async function mannerFor(send: SendCommand, stretch: readonly string[], taker: Taker): Promise<Manner> {
  const isShort = stretch.length <= maxUnderWay;
  if (isShort && !stretch.includes('\t')) return { mostKeys: maxKeys, isHeard: false, tab: 'pressed' };
  const isHeard = taker.hearsKeys ?? (await focusHearsKeys(send));
  if (isHeard) return { mostKeys: maxHeardKeys, isHeard, tab: 'pressed' };
  const fits = stretch.join('').length <= taker.room;
  return { mostKeys: fits && !isShort ? 1 : maxKeys, isHeard, tab: taker.takesLines ? 'text' : 'pressed' };
}

function leftWords(typed: number, all: number): string {
  return typed === all ? '' : `Of ${all} characters ${typed} at most were typed; type the rest again.`;
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

interface Batch {
  readonly pasted: readonly string[];
  /** After that, each by its key. */
  readonly pressed: readonly string[];
}

/**
 * What goes before the page is looked at again: a stretch, or some of what is `ahead`. Where the focus may move into a frame of somebody
 * else's, with any key or when a page hears of a text, that is one thing alone.
 */
function batchOf(ahead: readonly string[], stretch: readonly string[], manner: Manner, mayMoveOut: boolean): Batch {
  if (stretch.length > manner.mostKeys)
    return { pasted: stretch.slice(0, -1), pressed: mayMoveOut ? [] : stretch.slice(-1) };
  const pressed = ahead.slice(0, mayMoveOut ? 1 : maxUnderWay);
  // Enter may send a form, and Tab goes elsewhere.
  const end = pressed.findIndex(isLineOrTab);
  return { pasted: [], pressed: end < 0 ? pressed : pressed.slice(0, end + 1) };
}

/** What no key stands for goes in as an input method would put it. */
function keysOf(send: SendCommand, character: string, tab: Manner['tab']): Promise<unknown>[] {
  const key = character === '\t' && tab === 'text' ? null : readCharacter(character);
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
    context.ifCut?.(
      at === chords.length - 1 ? '' : `${at + 1} of ${chords.length} keys ${at === 0 ? 'was' : 'were'} pressed.`,
    );
    await Promise.all(pressAndRelease(send, key.text ? 'keyDown' : 'rawKeyDown', key));
  }
}
