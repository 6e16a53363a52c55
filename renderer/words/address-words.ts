// Addresses in short.

/** The host of an address, or all of a text that is none. */
export function hostOf(url: string): string {
  try {
    return new URL(url).host || url;
  } catch {
    return url;
  }
}

/** Addresses that may be opened: encrypted ones, and those of this machine. */
export function mayOpen(url: string): boolean {
  return url.startsWith('https://') || /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$)/.test(url);
}
