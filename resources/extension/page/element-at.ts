// Runs inside a page: what lies at a point, what has the focus and what stands around an element, through shadow roots.
import { shadowOf } from './flat-tree.ts';

/** The innermost at a point in CSS pixels of the viewport; null outside of it. */
export function elementAt(x: number, y: number): Element | null {
  return innermost(root => root.elementFromPoint(x, y));
}

/** The innermost that has the focus; null where that is the page itself. */
export function focusedElement(): Element | null {
  const found = innermost(root => root.activeElement);
  return found === document.body || found === document.documentElement ? null : found;
}

/** What stands around it as the page is drawn: the slot that it is put into, or the host of its shadow root. */
export function parentOf(element: Element): Element | null {
  if (element.assignedSlot) return element.assignedSlot;
  if (element.parentElement) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

/** The element itself, then what stands around it, the innermost first. */
export function withAncestors(element: Element): Element[] {
  const found: Element[] = [];
  for (let at: Element | null = element; at; at = parentOf(at)) found.push(at);
  return found;
}

function innermost(pick: (root: DocumentOrShadowRoot) => Element | null): Element | null {
  let found = pick(document);
  for (let root = found && shadowOf(found); root; root = found && shadowOf(found)) {
    const inner = pick(root);
    if (!inner || inner === found) break;
    found = inner;
  }
  return found;
}
