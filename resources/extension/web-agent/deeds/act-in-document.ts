// What a page does to itself, or to a page that its site has opened: clicks, fills in, selects, scrolls.
import { find } from './seen.ts';
import type { PageAct } from '../../../../contract/page-deeds.ts';

export interface ActWish {
  readonly act: PageAct;
  readonly ref?: string;
  readonly value?: string;
  readonly direction?: string;
  readonly amount?: number;
  readonly x?: number;
  readonly y?: number;
  readonly smooth?: boolean;
  readonly button?: string;
  readonly clickCount?: number;
}

/** `done`, or why not: no such element, none of the kind, no such option, or what is no selector. */
export type ActEnd = 'done' | 'missing' | 'kind' | 'option' | 'selector';

export function actInDocument(wish: ActWish): ActEnd {
  if (wish.act === 'scroll' && wish.ref === undefined) return scroll(wish);
  const element = find(wish.ref ?? '');
  if (element === null) return 'selector';
  if (!(element instanceof HTMLElement)) return 'missing';
  switch (wish.act) {
    case 'scroll':
      element.scrollIntoView({ behavior: behaviorOf(wish), block: 'center' });
      return 'done';
    case 'click':
      return click(element, wish);
    case 'fill':
      return fill(element, wish.value ?? '');
    case 'select':
      return select(element, wish.value ?? '');
  }
}

function behaviorOf({ smooth }: ActWish): ScrollBehavior {
  return smooth === true ? 'smooth' : 'instant';
}

function scroll(wish: ActWish): ActEnd {
  const { direction = '', amount = 0, x = 0, y = 0 } = wish;
  const behavior = behaviorOf(wish);
  if (direction === 'top' || direction === 'bottom') {
    const top = direction === 'top' ? 0 : document.documentElement.scrollHeight;
    window.scrollTo({ top, behavior });
    return 'done';
  }
  const left = { left: -amount, right: amount }[direction] ?? x;
  const top = { up: -amount, down: amount }[direction] ?? y;
  window.scrollBy({ left, top, behavior });
  return 'done';
}

function click(element: HTMLElement, { button = 'left', clickCount = 1 }: ActWish): ActEnd {
  element.scrollIntoView({ behavior: 'instant', block: 'nearest' });
  const tell = (type: string, code: number) =>
    element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, button: code }));
  if (button === 'left') {
    for (let count = 0; count < clickCount; count += 1) element.click();
    if (clickCount === 2) tell('dblclick', 0);
    return 'done';
  }
  tell('auxclick', button === 'right' ? 2 : 1);
  if (button === 'right') tell('contextmenu', 2);
  return 'done';
}

function fill(element: HTMLElement, value: string): ActEnd {
  element.focus();
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    if (element.type === 'file') return 'kind';
    // Frameworks put a setter of their own on the element; the one of its class is the browser's.
    const kind = element instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(element, value);
  } else if (element.isContentEditable) element.textContent = value;
  else return 'kind';
  return changed(element);
}

function select(element: HTMLElement, value: string): ActEnd {
  if (!(element instanceof HTMLSelectElement)) return 'kind';
  const options = [...element.options];
  const option = options.find(one => one.value === value) ?? options.find(({ text }) => text.trim() === value.trim());
  if (!option) return 'option';
  element.value = option.value;
  return changed(element);
}

function changed(element: HTMLElement): ActEnd {
  for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }));
  return 'done';
}
