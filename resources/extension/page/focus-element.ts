// Runs inside a page: what takes the keys, an element that gets the focus or what has it already, and what it holds before and after.
import { focusedElement } from './element-at.ts';
import { type Problem, pickElement, type Target } from './element-refs.ts';
import { heldBy, isDisabled } from './element-state.ts';
import { hearsKeys } from './listening.ts';
import { coverWords, type Hindered, hindranceOf } from './ready-element.ts';
import { toldElement } from './told-element.ts';
import { beginWatch } from './watch.ts';

/** What takes the keys, in words; '' for the page itself or a frame of it. */
export interface KeyTaker {
  readonly told: string;
  /** Why it takes no text, as a sentence; '' where it does. */
  readonly unfit: string;
  /** How many UTF-16 units it can be given at once, as by an input method; 0 where only keys may do. */
  readonly room: number;
  /** Whether line breaks and tabs are parts of its text; elsewhere Enter and Tab do something. */
  readonly takesLines: boolean;
  /** Whether scripts wait for its keys, as those of a terminal do; null where that is not known. */
  readonly hearsKeys: boolean | null;
}

const muchRoom = 1_000_000;

/** Gives an element the focus, with what it holds selected when that is to be replaced, and watches the page from then on. */
export function focusElement(target: Target, replaces: boolean): KeyTaker | Hindered | Problem {
  const found = pickElement(target);
  if (!(found instanceof Element)) return found;
  const told = toldElement(found);
  const what = target.ref || `What the selector ${JSON.stringify(target.selector)} matches`;
  const unfit: Problem = { problem: `${what} takes no keys; choose a field or a button.`, kind: 'unfit' };
  if (!(found instanceof HTMLElement)) return unfit;
  const hindrance = hindranceOf(found, true);
  if (hindrance) return { hindrance, told, by: '' };
  found.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  found.focus();
  // In a tab behind another one Firefox matches no `:focus`.
  const { activeElement } = found.getRootNode() as Document | ShadowRoot;
  if (!found.contains(activeElement)) return unfit;
  const unfitToClear = replaces ? selectAllOf(found, told) : '';
  beginWatch(null, found);
  const cover = coverWords(found);
  return {
    told: cover === '' ? told : `${told}, ${cover}`,
    unfit: unfitToClear || textUnfit(found),
    ...takingOf(found),
  };
}

/** Answers why there is nothing to select, as a sentence; '' where what it holds is selected. */
function selectAllOf(element: Element, told: string): string {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select();
  else if (isEditable(element)) getSelection()?.selectAllChildren(element);
  // Another choice takes the place of the one before by itself.
  else if (!(element instanceof HTMLSelectElement))
    return `clear finds no text to replace in ${told || 'what has the focus'}; send the ref of its field.`;
  return '';
}

/** What has the focus, with what it holds selected when that is to be replaced, and watches the page from then on. */
export function keyTaker(replaces: boolean): KeyTaker {
  const found = focusedElement();
  beginWatch(null, found);
  const none = { told: '', unfit: 'No field has the focus; left_click one first, or send a ref.' };
  if (!found) return { ...none, room: 0, takesLines: false, hearsKeys: null };
  const told = toldElement(found);
  const unfitToClear = replaces ? selectAllOf(found, told) : '';
  return { told, unfit: unfitToClear || textUnfit(found), ...takingOf(found) };
}

function takingOf(element: Element): Pick<KeyTaker, 'room' | 'takesLines' | 'hearsKeys'> {
  return { room: roomIn(element), takesLines: holdsLines(element), hearsKeys: hearsKeys(element) };
}

/** Whether what is typed there may have several lines. */
export function holdsLines(element: Element): boolean {
  return element instanceof HTMLTextAreaElement || isEditable(element);
}

function isEditable(element: Element): boolean {
  return element instanceof HTMLElement && element.isContentEditable;
}

function textUnfit(element: Element): string {
  const told = toldElement(element);
  // What is in a frame or drawn by a script is not known here.
  if (/^(canvas|embed|frame|iframe|object)$/.test(element.localName)) return '';
  if (isDisabled(element)) return `${told} is disabled; look what it waits for.`;
  if (/^(input|textarea)$/.test(element.localName) && (element as HTMLInputElement).readOnly)
    return `${told} is read-only; its page fills it by other means.`;
  if (element instanceof HTMLSelectElement) return '';
  if (heldBy(element) !== null || element.matches('[role=textbox],[role=searchbox],[role=combobox]')) return '';
  if (element.shadowRoot === null && !element.localName.includes('-') && !element.matches('[tabindex]'))
    return `${told} takes no text; choose a field, or press its keys with key.`;
  return '';
}

/** A field with room for a few hands what is left on to the next one, key by key; one of numbers or dates reads keys of its own. */
function roomIn(element: Element): number {
  const isText = element instanceof HTMLInputElement && /^(text|search|url|tel|email|password)$/.test(element.type);
  if (!isText && !(element instanceof HTMLTextAreaElement)) return isEditable(element) ? muchRoom : 0;
  return element.maxLength < 0 ? muchRoom : Math.max(0, element.maxLength - element.value.length);
}
