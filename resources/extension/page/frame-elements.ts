// Runs inside a page: the elements that hold frames, and where a place in one of those frames lies on the page around it.
import { cutText } from './cut-text.ts';
import { elementAt, parentOf } from './element-at.ts';
import { type Problem, pickElement, refOf, type Target } from './element-refs.ts';
import { shadowOf } from './flat-tree.ts';
import { actorOf, toldElement } from './told-element.ts';
import type { Place } from './locate-element.ts';

export interface FrameElement {
  readonly ref: string;
  /** The place of its window in `window`; -1 where it has none there, as in a shadow tree. */
  readonly index: number;
  /** The id of the frame in it where the browser tells that (Firefox); -1 elsewhere. */
  readonly frameId: number;
  /** What the page calls it; '' for nothing. */
  readonly name: string;
  /** Whether it takes room that a user could see. */
  readonly visible: boolean;
}

/** A point in a frame, and the size of all that the frame shows, in CSS pixels of its document. */
export interface InnerPlace extends Place {
  readonly width: number;
  readonly height: number;
}

export interface OuterPlace extends Place {
  /** Pixels of the page for one of the frame. */
  readonly scale: Place;
  /** What lies above the frame there, in words; '' for nothing. */
  readonly coveredBy: string;
}

interface Browser {
  readonly runtime?: { getFrameId?(target: Element): number };
}

const maxNameChars = 80;
/** Half a pixel over a frame of 2,000. */
const straight = 0.0005;

/** All that hold a frame in the element that is named, or in the page, also in shadow trees; in the order of the page. */
export function frameElements(target: Target): FrameElement[] | Problem {
  const isWhole = target.ref === '' && target.selector === '';
  const root = isWhole ? document : pickElement(target);
  if ('problem' in root) return root;
  const windows = Array.from({ length: window.length }, (_, index) => window[index]);
  return frameHolders(root).map(element => ({
    ref: refOf(element),
    index: windows.indexOf((element as HTMLIFrameElement).contentWindow ?? undefined),
    frameId: browser().runtime?.getFrameId?.(element) ?? -1,
    name: nameOfFrame(element),
    visible: isVisible(element),
  }));
}

/** Whether a page, or something else with scripts, is shown inside of it. */
export function holdsFrame(element: Element): boolean {
  if (/^(iframe|frame|fencedframe|portal)$/.test(element.localName)) return true;
  return /^(object|embed)$/.test(element.localName) && (element as HTMLObjectElement).contentWindow !== null;
}

/**
 * Where a place in the frame of that element lies on this page, brought into view. A frame that is turned or tilted is refused,
 * because nothing in a page tells where its corners are.
 */
export function placeOfFrame(target: Target, inner: InnerPlace, scrolls: boolean): OuterPlace | Problem {
  const element = pickElement(target);
  if (!(element instanceof Element)) return element;
  if (isTurned(element))
    return {
      problem: `The frame [${target.ref}] is turned by its page, so no place in it can be told; use form_input, or a coordinate from a screenshot.`,
      kind: 'unfit',
    };
  const found = () => placeOn(element, inner);
  if (scrolls) bringIntoView(element, found);
  const { x, y, scale } = found();
  if (scale.x > 0 && scale.y > 0) return { x, y, scale, coveredBy: coverOf(element, x, y) };
  return {
    problem: `The frame [${target.ref}] has no size on the page; choose an element that can be seen.`,
    kind: 'unfit',
  };
}

export function frameHolders(root: ParentNode): Element[] {
  const inside = [...root.querySelectorAll('*')];
  const all = root instanceof Element ? [root, ...inside] : inside;
  return all.flatMap(element => {
    const inner = shadowOf(element);
    const own = holdsFrame(element) ? [element] : [];
    return inner ? [...own, ...frameHolders(inner)] : own;
  });
}

function browser(): Browser {
  return (globalThis as { chrome?: Browser }).chrome ?? {};
}

function isVisible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
}

function nameOfFrame(element: Element): string {
  const said = ['aria-label', 'title', 'name'].map(name => element.getAttribute(name)?.trim()).find(Boolean) ?? '';
  return cutText(said.replace(/\s+/g, ' '), maxNameChars);
}

/** Its document fills the box inside of border and padding, however that is scaled. */
function placeOn(element: Element, inner: InnerPlace): Place & { scale: Place } {
  const { left, top, width, height } = element.getBoundingClientRect();
  const { offsetWidth, offsetHeight, clientLeft, clientTop } = element as HTMLElement;
  const style = getComputedStyle(element);
  const [padLeft, padTop, padRight, padBottom] = [
    style.paddingLeft,
    style.paddingTop,
    style.paddingRight,
    style.paddingBottom,
  ].map(Number.parseFloat) as [number, number, number, number];
  const borderX = Number.parseFloat(style.borderLeftWidth) + Number.parseFloat(style.borderRightWidth);
  const borderY = Number.parseFloat(style.borderTopWidth) + Number.parseFloat(style.borderBottomWidth);
  const [stretchX, stretchY] = [width / offsetWidth, height / offsetHeight];
  const scale = {
    x: (width - stretchX * (borderX + padLeft + padRight)) / inner.width,
    y: (height - stretchY * (borderY + padTop + padBottom)) / inner.height,
  };
  return {
    x: left + stretchX * (clientLeft + padLeft) + inner.x * scale.x,
    y: top + stretchY * (clientTop + padTop) + inner.y * scale.y,
    scale,
  };
}

function coverOf(element: Element, x: number, y: number): string {
  const above = elementAt(x, y);
  return above === null || above === element ? '' : toldElement(actorOf(above));
}

function isTurned(element: Element): boolean {
  for (let at: Element | null = element; at; at = parentOf(at)) {
    const { transform, rotate } = getComputedStyle(at);
    if (rotate !== 'none') return true;
    if (transform === 'none' || transform === '') continue;
    const { is2D, b, c } = new DOMMatrixReadOnly(transform);
    if (!is2D || Math.abs(b) > straight || Math.abs(c) > straight) return true;
  }
  return false;
}

/** A frame may be taller than the window, so it is the place in it that is scrolled to. */
function bringIntoView(element: Element, found: () => Place): void {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  for (let at = parentOf(element); at; at = parentOf(at)) {
    const isRoot = at === document.scrollingElement;
    const { overflowX, overflowY } = getComputedStyle(at);
    if (!isRoot && !/auto|scroll|hidden/.test(`${overflowX} ${overflowY}`)) continue;
    const box = at.getBoundingClientRect();
    const area = isRoot ? { left: 0, top: 0, width: innerWidth, height: innerHeight } : box;
    const { x, y } = found();
    const left = isInside(x, area.left, area.width) ? 0 : x - (area.left + area.width / 2);
    const top = isInside(y, area.top, area.height) ? 0 : y - (area.top + area.height / 2);
    if (left !== 0 || top !== 0) at.scrollBy({ left, top, behavior: 'instant' });
  }
}

function isInside(at: number, start: number, length: number): boolean {
  return at > start && at < start + length;
}
