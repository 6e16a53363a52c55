// Runs inside a page: what arrows, Home, End and the keys of pages do in what has the focus, as the browser would do it.
import { type CaretMove, movedCaret } from './caret-moves.ts';
import { focusedElement } from './element-at.ts';
import { changeValue, tellChange } from './set-slider.ts';

/** How far an arrow scrolls a page, in CSS pixels. */
const linePx = 40;
const byKeys = /^(date|datetime-local|month|number|time|week)$/;

export type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Null for what holds no text that has a caret, such as a field for numbers. */
export function textField(element: Element | null): TextField | null {
  if (element instanceof HTMLTextAreaElement) return element;
  return element instanceof HTMLInputElement && element.selectionStart !== null ? element : null;
}

/** False where the key means nothing there. */
export function moveByKey(move: CaretMove): boolean {
  const element = focusedElement();
  const field = textField(element);
  if (field) return moveInField(field, turned(field, move));
  if (element instanceof HTMLSelectElement) return chooseByKey(element, move);
  if (element instanceof HTMLInputElement) return moveInInput(element, move);
  if (element instanceof HTMLElement && element.isContentEditable) return moveInText(move);
  return move.selects && getSelection()?.isCollapsed === false ? moveInText(move) : scrollByKey(move);
}

/** In a text from right to left the arrow to the left goes on. */
function turned(element: Element, move: CaretMove): CaretMove {
  const other = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }[move.key];
  return other && getComputedStyle(element).direction === 'rtl' ? { ...move, key: other } : move;
}

function moveInField(field: TextField, move: CaretMove): boolean {
  const [start, end] = [field.selectionStart ?? 0, field.selectionEnd ?? 0];
  const isBackward = field.selectionDirection === 'backward';
  const caret = { anchor: isBackward ? end : start, focus: isBackward ? start : end };
  const { anchor, focus } = movedCaret(field.value, caret, move);
  const direction = focus < anchor ? 'backward' : 'forward';
  field.setSelectionRange(Math.min(anchor, focus), Math.max(anchor, focus), direction);
  return true;
}

/** The browser's own way through what is written on a page. */
function moveInText({ key, isFar, selects }: CaretMove): boolean {
  const ways: Readonly<Record<string, readonly [string, string]>> = {
    ArrowLeft: ['left', isFar ? 'word' : 'character'],
    ArrowRight: ['right', isFar ? 'word' : 'character'],
    ArrowUp: ['backward', 'line'],
    ArrowDown: ['forward', 'line'],
    Home: ['backward', isFar ? 'documentboundary' : 'lineboundary'],
    End: ['forward', isFar ? 'documentboundary' : 'lineboundary'],
  };
  const [direction, granularity] = ways[key] ?? [];
  const selection = getSelection();
  if (!selection || direction === undefined) return false;
  if (granularity === 'documentboundary') return moveToEnd(selection, key === 'Home', selects);
  selection.modify(selects ? 'extend' : 'move', direction, granularity);
  return true;
}

/** Firefox knows no such step. */
function moveToEnd(selection: Selection, isStart: boolean, selects: boolean): boolean {
  const root = focusedElement() ?? document.body;
  const count = isStart ? 0 : root.childNodes.length;
  if (selects) selection.extend(root, count);
  else selection.collapse(root, count);
  return true;
}

function moveInInput(input: HTMLInputElement, move: CaretMove): boolean {
  if (input.disabled || input.readOnly) return false;
  if (input.type === 'radio') return chooseRadio(input, move.key);
  if (input.type === 'range') return slide(input, turned(input, move).key);
  const step = { ArrowUp: 1, ArrowDown: -1 }[move.key];
  if (step === undefined || !byKeys.test(input.type)) return false;
  const before = input.value;
  input.stepUp(step);
  if (input.value !== before) tellChange(input);
  return true;
}

function slide(slider: HTMLInputElement, key: string): boolean {
  const [min, max] = [Number(slider.min || 0), Number(slider.max || 100)];
  const step = slider.step === 'any' ? (max - min) / 100 : Number(slider.step) || 1;
  const page = Math.max(step, (max - min) / 10);
  const value = Number(slider.value);
  const values: Readonly<Record<string, number>> = {
    ArrowLeft: value - step,
    ArrowDown: value - step,
    ArrowRight: value + step,
    ArrowUp: value + step,
    PageDown: value - page,
    PageUp: value + page,
    Home: min,
    End: max,
  };
  const next = values[key];
  if (next !== undefined) changeValue(slider, String(next));
  return next !== undefined;
}

function chooseRadio(radio: HTMLInputElement, key: string): boolean {
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[key];
  const root = radio.form ?? (radio.getRootNode() as Document | ShadowRoot);
  const group = [...root.querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(
    each => each.name === radio.name && each.form === radio.form && !each.disabled,
  );
  if (step === undefined || radio.name === '') return false;
  const next = group.at((group.indexOf(radio) + step) % group.length);
  next?.focus();
  next?.click();
  return next !== undefined;
}

function chooseByKey(select: HTMLSelectElement, { key }: CaretMove): boolean {
  const choices = [...select.options].filter(({ disabled, parentElement }) => {
    const group = parentElement instanceof HTMLOptGroupElement ? parentElement : null;
    return !disabled && group?.disabled !== true;
  });
  const last = choices.length - 1;
  const at = choices.findIndex(({ selected }) => selected);
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: at - 1,
    ArrowLeft: at - 1,
    ArrowDown: at + 1,
    ArrowRight: at + 1,
    PageUp: at - 10,
    PageDown: at + 10,
    Home: 0,
    End: last,
  };
  const next = choices[Math.min(last, Math.max(0, steps[key] ?? at))];
  if (!next || select.disabled) return false;
  chooseOption(select, next);
  return true;
}

/** That one alone. */
export function chooseOption(select: HTMLSelectElement, option: HTMLOptionElement): void {
  const { index } = option;
  if (select.selectedIndex === index && select.selectedOptions.length === 1) return;
  select.selectedIndex = index;
  tellChange(select);
}

function scrollByKey({ key }: CaretMove): boolean {
  const view = innerHeight * 0.9;
  const ways: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-linePx, 0],
    ArrowRight: [linePx, 0],
    ArrowUp: [0, -linePx],
    ArrowDown: [0, linePx],
    PageUp: [0, -view],
    PageDown: [0, view],
    Home: [0, -document.documentElement.scrollHeight],
    End: [0, document.documentElement.scrollHeight],
  };
  const [left, top] = ways[key] ?? [0, 0];
  scrollBy({ left, top, behavior: 'instant' });
  return true;
}
