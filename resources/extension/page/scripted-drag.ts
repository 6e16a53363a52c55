// Runs inside a page: a drag by scripted events, in steps. What can be lifted is dragged and dropped with data, as HTML has it (6.11); else the pointer moves.
import { elementAt, withAncestors } from './element-at.ts';
import { ownObject, ownRealm } from './own-realm.ts';
import { focusFrom } from './scripted-pointer.ts';
import { selectBetween } from './scripted-selection.ts';
import { setSlider } from './set-slider.ts';

/** What is carried, by its type: enough to make it anew in another document. */
export type Carried = readonly (readonly [type: string, text: string])[];

export interface Pressed {
  /** `pointer` where nothing is lifted and the page has to follow the pointer itself. */
  readonly kind: 'lifted' | 'pointer';
  readonly carried: Carried;
}

interface Drag {
  readonly source: Element;
  readonly lifted: Element | null;
  readonly transfer: DataTransfer | null;
  readonly from: { readonly x: number; readonly y: number };
  /** Whether the browser would have done its own part with the press, such as selecting a text. */
  readonly isLeft: boolean;
  over: Element | null;
}

let drag: Drag | null = null;

/** Null where nothing lies. */
export function pressToDrag(x: number, y: number): Pressed | null {
  const source = elementAt(x, y);
  if (!source) return null;
  point(source, 'pointerdown', x, y, 1);
  const isLeft = point(source, 'mousedown', x, y, 1);
  if (isLeft) focusFrom(source);
  const liftable = isLeft ? withAncestors(source).find(isLiftable) : undefined;
  const transfer = liftable ? new (ownRealm().DataTransfer)() : null;
  const isLifted = liftable && transfer && sendDrag(liftable, 'dragstart', x, y, transfer, null);
  if (isLifted) point(source, 'pointercancel', x, y, 0);
  const lifted = isLifted ? liftable : null;
  drag = { source, lifted, transfer: lifted && transfer, from: { x, y }, isLeft, over: null };
  return { kind: lifted ? 'lifted' : 'pointer', carried: lifted && transfer ? carriedBy(transfer) : [] };
}

/** `carried` where it was lifted in another document; null where it was here, or only the pointer moves. Answers whether it may be dropped there. */
export function dragOver(x: number, y: number, carried: Carried | null): boolean {
  if (carried) drag = arrived(carried);
  if (!drag) return false;
  const element = elementAt(x, y);
  if (!drag.transfer) {
    const target = element ?? drag.source;
    for (const type of ['pointermove', 'mousemove']) point(target, type, x, y, 1);
    return false;
  }
  const { over, transfer, lifted } = drag;
  if (lifted) sendDrag(lifted, 'drag', x, y, transfer, null);
  if (element !== over) {
    if (element) sendDrag(element, 'dragenter', x, y, transfer, over);
    if (over) sendDrag(over, 'dragleave', x, y, transfer, element);
    drag.over = element;
  }
  // Whoever takes a drop says so by keeping the browser from its own way with it; a field takes a text by itself.
  return element !== null && (!sendDrag(element, 'dragover', x, y, transfer, null) || takesText(element, transfer));
}

/** Lets go of it there. `isTaken` is what the last step answered. */
export function dropThere(x: number, y: number, isTaken: boolean): void {
  if (!drag) return;
  const element = elementAt(x, y);
  if (drag.transfer) {
    const { transfer } = drag;
    if (element && isTaken) drop(element, x, y, transfer);
    else if (element) sendDrag(element, 'dragleave', x, y, transfer, null);
  } else letGo(drag, element ?? drag.source, x, y);
}

/** Tells what was lifted how it ended. */
export function endDrag(x: number, y: number, isTaken: boolean): void {
  const { lifted, transfer } = drag ?? {};
  drag = null;
  if (!lifted || !transfer) return;
  if (!isTaken) transfer.dropEffect = 'none';
  sendDrag(lifted, 'dragend', x, y, transfer, null);
}

function arrived(carried: Carried): Drag {
  if (drag?.transfer && drag.lifted === null) return drag;
  const transfer = new (ownRealm().DataTransfer)();
  for (const [type, text] of carried) transfer.setData(type, text);
  return { source: document.documentElement, lifted: null, transfer, from: { x: 0, y: 0 }, isLeft: false, over: null };
}

function isLiftable(element: Element): boolean {
  if (!(element instanceof HTMLElement)) return false;
  return element.draggable && !element.matches('input, textarea, select');
}

function takesText(element: Element, transfer: DataTransfer): boolean {
  const isField =
    element instanceof HTMLTextAreaElement || (element instanceof HTMLElement && element.isContentEditable);
  return isField && transfer.getData('text/plain') !== '';
}

function drop(element: Element, x: number, y: number, transfer: DataTransfer): void {
  if (!sendDrag(element, 'drop', x, y, transfer, null) || !takesText(element, transfer)) return;
  (element as HTMLElement).focus();
  document.execCommand('insertText', false, transfer.getData('text/plain'));
}

/** What a browser does by itself where a press moved and nothing was lifted. */
function letGo({ source, from, isLeft }: Drag, target: Element, x: number, y: number): void {
  for (const type of ['pointerup', 'mouseup']) point(target, type, x, y, 0);
  if (source === target) point(target, 'click', x, y, 0);
  if (!isLeft) return;
  if (source instanceof HTMLInputElement && source.type === 'range') setSlider(source, x, y);
  else selectBetween(from, { x, y });
}

function carriedBy(transfer: DataTransfer): Carried {
  return [...transfer.types].map(type => [type, transfer.getData(type)] as const);
}

/** Answers whether the page leaves it to the browser to act. */
function sendDrag(
  element: Element,
  type: string,
  clientX: number,
  clientY: number,
  dataTransfer: DataTransfer,
  relatedTarget: Element | null,
): boolean {
  const { DragEvent: Own } = ownRealm();
  const cancelable = !/^(dragleave|dragend)$/.test(type);
  const plain = { bubbles: true, cancelable, composed: true, clientX, clientY, dataTransfer };
  return element.dispatchEvent(new Own(type, ownObject({ ...plain, ...(relatedTarget && { relatedTarget }) })));
}

function point(element: Element, type: string, clientX: number, clientY: number, buttons: number): boolean {
  const init = { bubbles: true, cancelable: true, composed: true, clientX, clientY, buttons, button: 0, view: window };
  if (type.startsWith('pointer'))
    return element.dispatchEvent(
      new PointerEvent(type, { ...init, pointerId: 1, pointerType: 'mouse', isPrimary: true }),
    );
  return element.dispatchEvent(new MouseEvent(type, { ...init, detail: type === 'mousemove' ? 0 : 1 }));
}
