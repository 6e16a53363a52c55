// The site of an address, as grants name it.

/** The origin of an http or https address; null for every other one. */
export function siteOf(url: string): string | null {
  try {
    const { origin, protocol } = new URL(url);
    return protocol === 'http:' || protocol === 'https:' ? origin : null;
  } catch {
    return null;
  }
}
