// Runs inside a page: names elements by refs, and finds one again by its ref or by a CSS selector.
import { changeSince } from './described-elements.ts';
import { firstMatch } from './select-elements.ts';

/** Which element is meant; the one that is not used is '' (Chromium drops null from arguments). */
export interface Target {
  readonly ref: string;
  readonly selector: string;
}

/**
 * Why there is no element: `missing` may come yet, `invalid` never does, `unfit` is there and cannot be used so, `changed` is not what
 * the user allowed.
 */
export interface Problem {
  readonly problem: string;
  readonly kind: 'missing' | 'invalid' | 'unfit' | 'changed';
}

/** How the elements of this document are called. */
export interface RefScope {
  readonly tabId: number;
  /** '' in a page itself, `f2_` in the second frame. */
  readonly prefix: string;
  /** The first number that no other document of the tab has used; what is below is not from here. */
  readonly firstRef: number;
}

const byRef = new Map<string, WeakRef<Element>>();
const byElement = new WeakMap<Element, string>();
let scope: RefScope = { tabId: -1, prefix: '', firstRef: 1 };
let next = 0;

/** Each call says it; what it said first holds for as long as the document lives. */
export function enterScope(given: RefScope): void {
  if (next === 0) scope = given;
  next = Math.max(next, given.firstRef);
}

/** The number of the next ref. */
export function nextRef(): number {
  return next;
}

/** The same for one element as long as its page lives. */
export function refOf(element: Element): string {
  const known = byElement.get(element);
  if (known) return known;
  const ref = `${scope.prefix}ref_${next}`;
  next += 1;
  byRef.set(ref, new WeakRef(element));
  byElement.set(element, ref);
  return ref;
}

/** The element, or the first of several that the selector names; not where the call was allowed for another one. */
export function pickElement(target: Target): Element | Problem {
  const found = findElement(target);
  const change = found instanceof Element ? changeSince(found, target) : '';
  return change === '' ? found : { problem: change, kind: 'changed' };
}

function findElement({ ref, selector }: Target): Element | Problem {
  if (ref !== '') {
    const element = byRef.get(ref)?.deref();
    return element?.isConnected ? element : { problem: absence(ref), kind: 'missing' };
  }
  const quoted = JSON.stringify(selector.slice(0, 200));
  try {
    const none = `Nothing on the page matches the selector ${quoted}; look with read_page or find.`;
    return firstMatch(selector) ?? { problem: none, kind: 'missing' };
  } catch {
    return { problem: `${quoted} is no CSS selector; send one such as "#name" or "button.save".`, kind: 'invalid' };
  }
}

function absence(ref: string): string {
  const shown = ref.slice(0, 50);
  const [, prefix = '', digits = ''] = /^(f\d+_)?ref_(\d+)$/.exec(ref) ?? [];
  if (digits !== '' && prefix === scope.prefix && Number(digits) < scope.firstRef)
    return `${shown} was on a page that tab ${scope.tabId} has left; call read_page again.`;
  return `${shown} is not on the page any more; call read_page again.`;
}

/** Why there is nothing to read in this document, where that is no matter of the page. */
export function unreadable(): Problem | null {
  // Its viewer is a frame of the browser's own; the document around it is empty.
  if (document.contentType !== 'application/pdf') return null;
  const closed = 'This is a PDF, and the browser lets no extension read what is in it; look at it with a screenshot.';
  return { problem: closed, kind: 'unfit' };
}
