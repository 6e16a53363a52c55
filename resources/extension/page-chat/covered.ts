// Whether the panel is seen as it is: a page may lay something over it, fade it or turn it. Where the browser can tell, nothing can be sent meanwhile.

export function watchCovered(of: Element, tell: (isCovered: boolean) => void): void {
  const options = { threshold: [1], trackVisibility: true, delay: 100 } as IntersectionObserverInit;
  // Browsers that cannot tell leave it out.
  const isCovered = (entry: object | undefined) => entry !== undefined && 'isVisible' in entry && !entry.isVisible;
  new IntersectionObserver(entries => tell(isCovered(entries.at(-1))), options).observe(of);
}
