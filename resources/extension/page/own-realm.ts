// Runs inside a page: the page's own things where Firefox keeps an extension's from it. Elsewhere both are the same.

type Page = Window & typeof globalThis;

/** What is made of these constructors is the page's own, as if one of its scripts had made it. */
export function ownRealm(): Page {
  return (window as Page & { wrappedJSObject?: Page }).wrappedJSObject ?? window;
}

/** An object of the page's own with these members, which must be plain values or the page's own themselves. */
export function ownObject<Members extends object>(members: Members): Members {
  return Object.assign(new (ownRealm().Object)() as Members, members);
}

/** The same bytes as the page's own. */
export function ownCopy(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const { cloneInto } = globalThis as { cloneInto?: (value: typeof bytes, into: Window) => typeof bytes };
  return cloneInto ? cloneInto(bytes, window) : bytes;
}
