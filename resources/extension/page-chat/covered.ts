// Whether the panel is seen as it is: a page may lay something over it, fade it or turn it. Where the browser can tell, nothing can be sent meanwhile.

/** Newer than the types know; browsers without it leave it out. */
interface SeenEntry extends IntersectionObserverEntry {
  readonly isVisible?: boolean;
}

export function watchCovered(of: Element, tell: (isCovered: boolean) => void): void {
  const options = { threshold: [1], trackVisibility: true, delay: 100 } as IntersectionObserverInit;
  new IntersectionObserver(entries => {
    const last = entries.at(-1) as SeenEntry | undefined;
    tell(last?.isVisible === false);
  }, options).observe(of);
}
