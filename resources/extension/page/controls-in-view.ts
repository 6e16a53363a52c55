// Runs inside a page: what can be used and is in sight, for a picture that names it.
import { refOf } from './element-refs.ts';

/** Its corner, in CSS pixels of what can be seen. */
export interface ControlInView {
  readonly ref: string;
  readonly x: number;
  readonly y: number;
}

const kinds =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [contenteditable], [onclick], [tabindex]:not([tabindex^="-"]), [role=button], [role=link], [role=checkbox], [role=radio], [role=switch], [role=tab], [role=menuitem], [role=option], [role=slider], [role=combobox]';
const maxControls = 100;

export function controlsInView(): ControlInView[] {
  const { offsetLeft = 0, offsetTop = 0 } = window.visualViewport ?? {};
  const found: ControlInView[] = [];
  for (const element of document.querySelectorAll(kinds)) {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    const isInside = width > 0 && height > 0 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    if (!isInside || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    found.push({ ref: refOf(element), x: left - offsetLeft, y: top - offsetTop });
    if (found.length === maxControls) break;
  }
  return found;
}
