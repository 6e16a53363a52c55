// Runs inside a page: names elements by refs, and finds one again by its ref or by a CSS selector. Installed in the extension's own world.

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

export interface ElementRefs {
  /** The same for one element as long as its page lives. */
  refOf(element: Element): string;
  elementOf(ref: string): Element | null;
  /** The element, or the first of several that the selector names. */
  pick(target: Target): Element | Problem;
  /** Why there is nothing to read in this document, where that is no matter of the page. */
  unreadable(): Problem | null;
}

export type RefsWorld = typeof globalThis & { pilothouseRefs?: ElementRefs };

/** Self-contained: it is sent to the page as source text. */
export function installElementRefs(): boolean {
  const world = globalThis as RefsWorld;
  let next = 1;
  const byRef = new Map<string, WeakRef<Element>>();
  const byElement = new WeakMap<Element, string>();

  const refOf: ElementRefs['refOf'] = element => {
    const known = byElement.get(element);
    if (known) return known;
    const ref = `ref_${next}`;
    next += 1;
    byRef.set(ref, new WeakRef(element));
    byElement.set(element, ref);
    return ref;
  };

  const elementOf: ElementRefs['elementOf'] = ref => {
    const element = byRef.get(ref)?.deref();
    return element?.isConnected ? element : null;
  };

  const pick: ElementRefs['pick'] = ({ ref, selector }) => {
    if (ref !== '') {
      const gone = `${ref} is not on the page any more; call read_page again.`;
      return elementOf(ref) ?? { problem: gone, kind: 'missing' };
    }
    const quoted = JSON.stringify(selector.slice(0, 200));
    try {
      const none = `Nothing on the page matches the selector ${quoted}; look with read_page or find.`;
      return document.querySelector(selector) ?? { problem: none, kind: 'missing' };
    } catch {
      return { problem: `${quoted} is no CSS selector; send one such as "#name" or "button.save".`, kind: 'invalid' };
    }
  };

  const unreadable: ElementRefs['unreadable'] = () => {
    // Its viewer is a frame of the browser's own; the document around it is empty.
    if (document.contentType !== 'application/pdf') return null;
    const closed = 'This is a PDF, and the browser lets no extension read what is in it; look at it with a screenshot.';
    return { problem: closed, kind: 'unfit' };
  };

  world.pilothouseRefs ??= { refOf, elementOf, pick, unreadable };
  return true;
}
