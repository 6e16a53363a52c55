// Addresses that are longer than a message between companion and hub bears.
import { maxUrlChars } from './companion.ts';

/**
 * At most `maxUrlChars` of it; what is cut ends with a mark that says how many were left out. Whoever decides by it still reads its own
 * origin: a long one loses its name and password, in which the cut could fall, and what stands before it would read as the host.
 */
export function cutAddress(url: string): string {
  if (url.length <= maxUrlChars) return url;
  const address = URL.canParse(url) ? new URL(url) : null;
  if (address) {
    address.username = '';
    address.password = '';
  }
  return cut(address?.href ?? url);
}

/** The mark is a part of what is borne. */
function cut(url: string): string {
  if (url.length <= maxUrlChars) return url;
  const markOf = (kept: number) => `…(${url.length - kept} more characters)`;
  const kept = maxUrlChars - markOf(0).length;
  return `${url.slice(0, kept)}${markOf(kept)}`;
}
