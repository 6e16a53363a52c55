// Runs inside a page: sets the value of a form's field as if the user had, with the events that frameworks listen to.
import { cutText } from './cut-text.ts';
import { type Problem, pickElement, type Target } from './element-refs.ts';
import { heldBy, isDisabled } from './element-state.ts';
import { laidOutText } from './laid-out-text.ts';
import { coverWords, drawnAs, type Hindered, hindranceOf } from './ready-element.ts';
import { isWordless, toldElement } from './told-element.ts';
import { beginWatch } from './watch.ts';
import { wireExamples, wireValue } from './wire-value.ts';

/** For a field; several options of a list that takes several. */
export type FieldValue = string | number | boolean | readonly string[];

/** What was done, or why the field does not take it: the end of a sentence about the field. */
type Filled = { readonly done: string } | { readonly unfit: string };

/** What each field was last given, as it holds that. */
const given = new WeakMap<Element, string>();

/** Says what was done, without a full stop, and to which field. The page is watched from then on where `watches`. */
export function fillElement(
  target: Target,
  value: FieldValue,
  watches: boolean,
): { done: string; told: string } | Hindered | Problem {
  const found = pickElement(target);
  if (!(found instanceof Element)) return found;
  const field = found instanceof HTMLLabelElement ? (found.control ?? found) : found;
  const told = toldElement(field);
  const hindrance = hindranceOf(drawnAs(field), false) ?? (isDisabled(field) ? 'disabled' : null);
  if (hindrance) return { hindrance, told, by: '' };
  if (watches) beginWatch(null, field);
  // What the page opens because of it does not count.
  const cover = coverWords(field);
  const filled = Array.isArray(value) ? selectAll(field, value) : fill(field, value as string | number | boolean);
  if ('done' in filled) return { done: filled.done + (cover && `; the field is ${cover}`), told };
  const what = target.ref || `What the selector ${JSON.stringify(target.selector)} matches`;
  return { problem: `${what} ${filled.unfit}`, kind: 'unfit' };
}

/** What the field holds, in words, where that is not what it was given; '' where it is. */
export function keptValue(target: Target): string | Problem {
  const found = pickElement(target);
  if (!(found instanceof Element)) return found;
  const field = found instanceof HTMLLabelElement ? (found.control ?? found) : found;
  const wanted = given.get(field);
  if (wanted === undefined || rawValue(field) === wanted) return '';
  const isNumber = field instanceof HTMLInputElement && /^(number|range)$/.test(field.type);
  if (isNumber && field.value !== '' && Number(field.value) === Number(wanted)) return '';
  if (isWordless()) return 'another value';
  return heldBy(field) ?? (rawValue(field) === 'true' ? 'a check' : 'no check');
}

function rawValue(field: Element): string {
  if (field instanceof HTMLSelectElement) return JSON.stringify([...field.selectedOptions].map(({ value }) => value));
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) return String(field.checked);
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value;
  return field instanceof HTMLElement ? plain(laidOutText(field)) : '';
}

/** A text as a page draws it: with spaces that do not break, and a line feed at its end. */
function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ').replace(/\n+/g, '\n').trim();
}

function fill(field: Element, value: string | number | boolean): Filled {
  const text = String(value);
  if (field instanceof HTMLSelectElement) return selectAll(field, [text]);
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) return check(field, value);
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return setValue(field, text);
  if (!(field instanceof HTMLElement) || !field.isContentEditable) return { unfit: unfitWords(field) };
  field.focus();
  getSelection()?.selectAllChildren(field);
  given.set(field, plain(text));
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
  return { done: `Set the text (${text.length} characters)` };
}

function unfitWords(field: Element): string {
  const isDrawn = /^(combobox|listbox)$/.test(field.getAttribute('role') ?? '') || field.hasAttribute('aria-haspopup');
  if (isDrawn) return 'is a list that its page draws; left_click it, then the option.';
  return 'is no field of a form; use computer.';
}

function selectAll(field: Element, texts: readonly string[]): Filled {
  if (!(field instanceof HTMLSelectElement)) return { unfit: 'is no list; send one value.' };
  if (texts.length > 1 && !field.multiple) return { unfit: 'takes one option; send one value.' };
  if (texts.length === 0 && !field.multiple) return { unfit: 'takes one option; send its text.' };
  const options = [...field.options];
  const chosen = texts.map(text => optionFor(options, text));
  const missing = texts.find((_, at) => !chosen[at]);
  if (missing !== undefined) {
    const absent = `has no option ${JSON.stringify(missing.slice(0, 100))}`;
    if (isWordless()) return { unfit: `${absent}; this call may not read which it has, so ask the user.` };
    const known = options.slice(0, 30).map(entry => JSON.stringify(cutText(entry.text.trim(), 50)));
    const more = options.length > 30 ? ` and ${options.length - 30} more` : '';
    return { unfit: `${absent}; send one of ${known.join(', ')}${more}.` };
  }
  const disabled = chosen.find(option => option?.matches(':disabled'));
  if (disabled) return { unfit: `does not let ${nameOfOption(disabled, 100)} be chosen: it is disabled.` };
  // A list that its page draws in the place of this one would open, and stay open over the page.
  if (!isCutAway(field)) field.focus();
  if (field.multiple) for (const option of options) option.selected = chosen.includes(option);
  else for (const option of chosen) if (option) option.selected = true;
  given.set(field, rawValue(field));
  tellOfChange(field);
  const names = chosen.flatMap(option => (option ? nameOfOption(option, 200) : []));
  return { done: `Selected ${names.join(', ') || 'nothing'}` };
}

/** Whether it lies in something without a size that shows nothing beyond itself. */
function isCutAway(field: Element): boolean {
  for (let around = field.parentElement; around; around = around.parentElement) {
    const isCutting = getComputedStyle(around).overflow !== 'visible';
    if (isCutting && (around.clientWidth < 2 || around.clientHeight < 2)) return true;
  }
  return false;
}

function nameOfOption({ text }: HTMLOptionElement, maxChars: number): string {
  return isWordless() ? 'an option' : JSON.stringify(cutText(text.trim(), maxChars));
}

function optionFor(options: readonly HTMLOptionElement[], text: string): HTMLOptionElement | undefined {
  return options.find(entry => entry.value === text) ?? options.find(entry => entry.text.trim() === text.trim());
}

function check(field: HTMLInputElement, value: string | number | boolean): Filled {
  if (typeof value !== 'boolean') return { unfit: `is a ${field.type}; send true or false.` };
  // A click is what a user does, and what its page's own listeners wait for.
  if (field.checked !== value) field.click();
  if (field.checked !== value)
    return { unfit: `stays ${field.checked ? 'checked' : 'unchecked'}; its page does not let it change.` };
  given.set(field, String(value));
  return { done: `${value ? 'Checked' : 'Unchecked'} it` };
}

function setValue(field: HTMLInputElement | HTMLTextAreaElement, text: string): Filled {
  const { type } = field;
  if (type === 'file') return { unfit: 'takes files; use upload_image.' };
  if (/^(button|submit|reset|image)$/.test(type)) return { unfit: 'is a button; left_click it.' };
  if (field.readOnly) return { unfit: 'is read-only; its page fills it by other means.' };
  const value = type === 'color' ? colourOf(text) : wireValue(type, text);
  const example = wireExamples[type] ?? '';
  if (value === null) return { unfit: `takes no ${JSON.stringify(text.slice(0, 100))}; send ${type} as ${example}.` };
  field.focus();
  const before = field.value;
  putValue(field, value);
  if (value !== '' && field.value === '') {
    // It empties itself of what it does not take; the page has heard of nothing yet.
    putValue(field, before);
    return { unfit: `takes no ${JSON.stringify(text.slice(0, 100))}; it is a field of type ${type}.` };
  }
  given.set(field, value.replace(/\r\n?/g, '\n'));
  tellOfChange(field);
  return { done: `Set the value (${field.value.length} characters)` };
}

/** Frameworks watch the value through their own setter; the prototype's reaches the field itself. */
function putValue(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
}

/** As #rrggbb, of any colour that CSS knows; null for others and for what one can see through. */
function colourOf(text: string): string | null {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return text;
  // A canvas keeps the colour that it had where it does not know the new one.
  const [one, other] = ['#000000', '#ffffff'].map(before => {
    context.fillStyle = before;
    context.fillStyle = text.trim();
    return context.fillStyle;
  });
  return one === other && one !== undefined && /^#[\da-f]{6}$/.test(one) ? one : null;
}

function tellOfChange(field: Element): void {
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertReplacementText' }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
