// Runs inside a page: brings an element that read_page named into view and says where its middle is.

export type Place = { readonly x: number; readonly y: number } | { readonly problem: string };

/** CSS pixels of the viewport. Self-contained: it is sent to the page as source text. */
export function locateRef(ref: string): Place {
  const world = globalThis as typeof globalThis & { pilothouseRefs?: { byRef: Map<string, WeakRef<Element>> } };
  const element = world.pilothouseRefs?.byRef.get(ref)?.deref();
  if (!element?.isConnected) return { problem: `${ref} is not on the page any more; call read_page again.` };
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0)
    return { problem: `${ref} has no size on the page; choose an element that can be seen.` };
  return { x: left + width / 2, y: top + height / 2 };
}
