// Runs inside a page: whether an element can be used now, as a user could, and at which point of it.
import { elementAt, withAncestors } from './element-at.ts';
import { type Problem, pickElement, type Target } from './element-refs.ts';
import { isDisabled } from './element-state.ts';
import { actorOf, toldElement } from './told-element.ts';
import { beginWatch } from './watch.ts';
import type { Place } from './locate-element.ts';

/** Why an element cannot be used yet; it may be soon. */
export interface Hindered {
  readonly hindrance: 'hidden' | 'disabled' | 'inert' | 'covered' | 'outside' | 'moving' | 'undrawn';
  /** The element, in words. */
  readonly told: string;
  /** What covers it, in words; '' otherwise. */
  readonly by: string;
}

export interface Ready {
  /** A point at which it is hit. */
  readonly place: Place;
  readonly middle: Place;
  readonly told: string;
}

export interface Look {
  /** `press` needs what is enabled; `point` takes anything that is hit. */
  readonly use: 'press' | 'point';
  /** Where it was at the look before, with the point that is meant; it may not have moved since, and nothing scrolls. */
  readonly before?: Pick<Ready, 'place' | 'middle'>;
  /** Whether the page is to be watched from now on. */
  readonly watches: boolean;
}

/** A move of less is none. */
const steadyPx = 2;

export function readyElement(target: Target, { use, before, watches }: Look): Ready | Hindered | Problem {
  const found = pickElement(target);
  if (!(found instanceof Element)) return found;
  const told = toldElement(found);
  if (found instanceof HTMLOptionElement && boxesOf(found).length === 0)
    return { problem: `${told} is in a closed list; use form_input on the list.`, kind: 'unfit' };
  const drawn = drawnAs(found);
  const hindrance = hindranceOf(drawn, false) ?? (use === 'press' && isDisabled(found) ? 'disabled' : null);
  if (hindrance) return { hindrance, told, by: '' };
  const ready = before ? lookAgain(drawn, before) : (hitPoint(drawn) ?? scrolledPoint(drawn));
  if ('hindrance' in ready) return { ...ready, told };
  if (watches) beginWatch(found);
  return { place: ready, middle: middleOf(boxOf(drawn)), told };
}

/** Of what is there at all, whatever lies above it. */
export function hindranceOf(element: Element, needsEnabled: boolean): 'hidden' | 'disabled' | 'inert' | null {
  if (!isShown(element)) return 'hidden';
  if (needsEnabled && isDisabled(element)) return 'disabled';
  return isInert(element) ? 'inert' : null;
}

/** Itself, or the label by which its page draws a field that is hidden. */
export function drawnAs(element: Element): Element {
  if (isShown(element) || !('labels' in element)) return element;
  return [...((element.labels as NodeListOf<Element> | null) ?? [])].find(isShown) ?? element;
}

function isShown(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true }) && boxesOf(element).length > 0;
}

/** Behind a modal dialog, or marked so; marks around the dialog itself do not reach into it (HTML, section "Modal dialogs and inert subtrees"). */
function isInert(element: Element): boolean {
  const around = withAncestors(element);
  const modal = topModal();
  if (modal && !around.includes(modal)) return true;
  const inside = modal ? around.slice(0, around.indexOf(modal) + 1) : around;
  return inside.some(each => each.hasAttribute('inert'));
}

/** The one that was opened last. No page tells their order, but what is inert is not hit, and the backdrop of the top one counts as that. */
function topModal(): Element | undefined {
  const modals = [...document.querySelectorAll('dialog:modal')];
  if (modals.length < 2) return modals[0];
  const corner = { x: innerWidth - 1, y: innerHeight - 1 };
  for (const { x, y } of [corner, { x: 0, y: 0 }, ...modals.map(modal => middleOf(boxOf(modal)))]) {
    const hit = elementAt(x, y);
    const around = hit ? withAncestors(hit) : [];
    const top = around.find(each => modals.includes(each));
    if (top) return top;
  }
  return modals.at(-1);
}

type Missed = Pick<Hindered, 'hindrance' | 'by'>;

function lookAgain(element: Element, { place, middle }: Pick<Ready, 'place' | 'middle'>): Place | Missed {
  const now = middleOf(boxOf(element));
  const moved = Math.hypot(now.x - middle.x, now.y - middle.y);
  if (moved > steadyPx) return { hindrance: 'moving', by: '' };
  return isHit(element, place) ? place : missAt(place);
}

function scrolledPoint(element: Element): Place | Missed {
  // What sticks to an edge covers what was scrolled to that edge.
  for (const block of ['center', 'end', 'start'] as const) {
    element.scrollIntoView({ block, inline: block === 'center' ? 'center' : 'nearest', behavior: 'instant' });
    const place = hitPoint(element);
    if (place) return place;
  }
  const inside = boxesOf(element).map(middleOf).find(isInView);
  return inside ? missAt(inside) : { hindrance: 'outside', by: '' };
}

/** `covered by dialog "Cookies"` for what is in view and can be hit nowhere, which may be used without a pointer all the same; else ''. */
export function coverWords(element: Element): string {
  const drawn = drawnAs(element);
  const inside = boxesOf(drawn).map(middleOf).find(isInView);
  const by = inside && !hitPoint(drawn) ? missAt(inside).by : '';
  return by && `covered by ${by}`;
}

function missAt({ x, y }: Place): Missed {
  const above = elementAt(x, y);
  return { hindrance: 'covered', by: above ? toldElement(actorOf(above)) : '' };
}

/** The first of a few points, its middle before all, at which a press reaches it. */
function hitPoint(element: Element): Place | null {
  const shares = [0.5, 0.25, 0.75, 0.1, 0.9];
  for (const { x, y, width, height } of boxesOf(element).slice(0, 5)) {
    for (const down of shares) {
      for (const along of shares) {
        const place = { x: x + width * along, y: y + height * down };
        if (isInView(place) && isHit(element, place)) return place;
      }
    }
  }
  return null;
}

function isInView({ x, y }: Place): boolean {
  return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
}

function isHit(element: Element, { x, y }: Place): boolean {
  const hit = elementAt(x, y);
  if (!hit) return false;
  const around = withAncestors(hit);
  if (around.includes(element)) return true;
  // An icon that lets presses through to its button, and a field that its label stands for.
  const actor = actorOf(element);
  if (actor !== element && around.includes(actor) && withAncestors(element).includes(hit)) return true;
  return around.some(each => each instanceof HTMLLabelElement && each.control === element);
}

/** Those of its lines, or of the first inside it that has any: what is `display: contents` has none of its own. */
function boxesOf(element: Element): DOMRect[] {
  const own = [...element.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  if (own.length > 0) return own;
  for (const child of element.querySelectorAll('*')) {
    const boxes = [...child.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    if (boxes.length > 0 && child.checkVisibility({ visibilityProperty: true })) return boxes;
  }
  return [];
}

function boxOf(element: Element): DOMRect {
  return boxesOf(element)[0] ?? element.getBoundingClientRect();
}

function middleOf({ x, y, width, height }: DOMRect): Place {
  return { x: x + width / 2, y: y + height / 2 };
}
