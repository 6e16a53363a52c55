// Whether the panel is seen as it is: a page may lay something over it, fade it or turn it. Where the browser can tell, nothing can be sent meanwhile.

export function watchCovered(of: Element, tell: (isCovered: boolean) => void): void {
  const options = { threshold: [1], trackVisibility: true, delay: 100 } as IntersectionObserverInit;
  new IntersectionObserver(entries => {
    // Browsers that cannot tell leave it out.
    const last: { readonly isVisible?: boolean } | undefined = entries.at(-1);
    tell(last?.isVisible === false);
  }, options).observe(of);
}
