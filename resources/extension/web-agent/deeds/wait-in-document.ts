// Waiting for an element of a page.
import { find, isSeen } from './seen.ts';

/** Sizes change without any change in the tree, so it is also checked at intervals. */
const lookMs = 100;

/** Resolves when something matches, seen where that is wanted; when the time is over; at once for what is no selector. */
export function waitInDocument(
  selector: string,
  isVisible: boolean,
  timeoutMs: number,
): Promise<'found' | 'late' | 'selector'> {
  const look = () => {
    const element = find(selector);
    if (element === null) return 'selector' as const;
    return element !== 'none' && (!isVisible || isSeen(element)) ? ('found' as const) : null;
  };
  const first = look();
  if (first) return Promise.resolve(first);
  return new Promise(resolve => {
    const again = () => {
      const now = look();
      if (now) end(now);
    };
    const observer = new MutationObserver(again);
    const timer = setInterval(again, lookMs);
    const late = setTimeout(() => end('late'), timeoutMs);
    const end = (how: 'found' | 'late' | 'selector') => {
      observer.disconnect();
      clearInterval(timer);
      clearTimeout(late);
      resolve(how);
    };
    observer.observe(document, { subtree: true, childList: true, attributes: true });
  });
}
