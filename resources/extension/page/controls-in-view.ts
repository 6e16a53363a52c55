// Runs inside a page: what can be used and is in sight, for a picture that names it.
import { refOf } from './element-refs.ts';
import { shadowTrees } from './select-elements.ts';

/** Its box, in CSS pixels of the viewport. */
export interface ControlInView {
  readonly ref: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface ControlsInView {
  readonly controls: readonly ControlInView[];
  /** The part of the viewport that is seen: less than all of it where the user has zoomed in by fingers. */
  readonly seen: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

const kinds =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [contenteditable], [onclick], [tabindex]:not([tabindex^="-"]), [role=button], [role=link], [role=checkbox], [role=radio], [role=switch], [role=tab], [role=menuitem], [role=option], [role=slider], [role=combobox]';

/** At most `limit`, those of the document before those in its shadow trees. */
export function controlsInView(limit: number): ControlsInView {
  const { offsetLeft: x = 0, offsetTop: y = 0, width = innerWidth, height = innerHeight } = window.visualViewport ?? {};
  const controls: ControlInView[] = [];
  for (const tree of [document, ...shadowTrees(document)])
    for (const element of tree.querySelectorAll(kinds))
      if (controls.length < limit && isInView(element)) controls.push(boxed(element));
  return { controls, seen: { x, y, width, height } };
}

function isInView(element: Element): boolean {
  const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
  const isInside = width > 0 && height > 0 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  return isInside && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
}

function boxed(element: Element): ControlInView {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { ref: refOf(element), x, y, width, height };
}
