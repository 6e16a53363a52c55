// Runs inside a page: the events of a pointer, and the places that browsers without a debugger count differently.

import { elementAt, withAncestors } from './element-at.ts';
import { selectByClicks } from './scripted-selection.ts';

/** CSS pixels. */
export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface ClickKind {
  readonly button: 'left' | 'right';
  /** 2 for a double click. */
  readonly count: number;
  /** Bits of the DevTools protocol: alt 1, ctrl 2, meta 4, shift 8. */
  readonly modifiers: number;
}

const unselected = 'button, select, summary, label, [role=button], [draggable=true]';

export function wholeView(): Region {
  return { x: 0, y: 0, width: innerWidth, height: innerHeight };
}

/** Firefox counts a rectangle from the top of the page. */
export function onPage({ x, y, width, height }: Region): Region {
  return { x: x + scrollX, y: y + scrollY, width, height };
}

export function hoverAt(x: number, y: number): boolean {
  const element = elementAt(x, y);
  if (!element) return false;
  const init = { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, view: window };
  element.dispatchEvent(new PointerEvent('pointerover', init));
  for (const type of ['mouseover', 'mouseenter', 'mousemove']) element.dispatchEvent(new MouseEvent(type, init));
  return true;
}

export function clickAt(x: number, y: number, { button, count, modifiers }: ClickKind): boolean {
  const element = elementAt(x, y);
  if (!element) return false;
  const keys = {
    altKey: (modifiers & 1) > 0,
    ctrlKey: (modifiers & 2) > 0,
    metaKey: (modifiers & 4) > 0,
    shiftKey: (modifiers & 8) > 0,
  };
  const place = { clientX: x, clientY: y, button: button === 'left' ? 0 : 2, view: window };
  const init = { bubbles: true, cancelable: true, composed: true, ...place, ...keys };
  for (let detail = 1; detail <= count; detail += 1) {
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup']) {
      const make = type.startsWith('pointer') ? PointerEvent : MouseEvent;
      const isLeft = element.dispatchEvent(new make(type, { ...init, detail }));
      if (type !== 'mousedown' || !isLeft) continue;
      focusFrom(element);
      // What a button says is no text to be selected, and what was selected before stays so.
      if (button === 'left' && !withAncestors(element).some(each => each.matches(unselected)))
        selectByClicks({ x, y }, detail);
    }
    if (button === 'right') element.dispatchEvent(new MouseEvent('contextmenu', init));
    // What the browser itself does on a click follows from this too, and unlike `click()` it has a place.
    else element.dispatchEvent(new MouseEvent('click', { ...init, detail }));
  }
  if (count === 2) element.dispatchEvent(new MouseEvent('dblclick', { ...init, detail: 2 }));
  return true;
}

/** As a press does: what it is in and can have the focus gets it, else nothing keeps it. */
export function focusFrom(element: Element): void {
  const kinds = 'a[href], button, input, select, textarea, iframe, summary, [tabindex], [contenteditable]';
  const taker = withAncestors(element).find(each => each.matches(kinds) && !each.matches(':disabled'));
  const label = withAncestors(element).some(each => each instanceof HTMLLabelElement);
  if (taker instanceof HTMLElement) taker.focus();
  else if (!label && document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
