// Runs inside a page: names elements by refs, and finds one again by its ref or by a CSS selector.

/** Which element is meant; the one that is not used is '' (Chromium drops null from arguments). */
export interface Target {
  readonly ref: string;
  readonly selector: string;
}

/** Why there is no element: `missing` may come yet, `invalid` never does, `unfit` is there and cannot be used so. */
export interface Problem {
  readonly problem: string;
  readonly kind: 'missing' | 'invalid' | 'unfit';
}

const byRef = new Map<string, WeakRef<Element>>();
const byElement = new WeakMap<Element, string>();
let next = 1;

/** The same for one element as long as its page lives. */
export function refOf(element: Element): string {
  const known = byElement.get(element);
  if (known) return known;
  const ref = `ref_${next}`;
  next += 1;
  byRef.set(ref, new WeakRef(element));
  byElement.set(element, ref);
  return ref;
}

/** The element, or the first of several that the selector names. */
export function pickElement({ ref, selector }: Target): Element | Problem {
  if (ref !== '') {
    const gone = `${ref} is not on the page any more; call read_page again.`;
    const element = byRef.get(ref)?.deref();
    return element?.isConnected ? element : { problem: gone, kind: 'missing' };
  }
  const quoted = JSON.stringify(selector.slice(0, 200));
  try {
    const none = `Nothing on the page matches the selector ${quoted}; look with read_page or find.`;
    return document.querySelector(selector) ?? { problem: none, kind: 'missing' };
  } catch {
    return { problem: `${quoted} is no CSS selector; send one such as "#name" or "button.save".`, kind: 'invalid' };
  }
}

/** Why there is nothing to read in this document, where that is no matter of the page. */
export function unreadable(): Problem | null {
  // Its viewer is a frame of the browser's own; the document around it is empty.
  if (document.contentType !== 'application/pdf') return null;
  const closed = 'This is a PDF, and the browser lets no extension read what is in it; look at it with a screenshot.';
  return { problem: closed, kind: 'unfit' };
}
