// Runs inside a page: whether what is waited for is there.

import { laidOutText } from './laid-out-text.ts';
import { drawnText, holdsShadow } from './read-text.ts';
import { firstMatch } from './select-elements.ts';

/** '' for what is not asked. */
export interface Condition {
  readonly selector: string;
  readonly text: string;
  /** With `*` for anything. */
  readonly url: string;
}

/** `invalid` says why it never will be. */
export function meetsCondition({ selector, text, url }: Condition): { met: boolean; invalid: string } {
  const glob = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  try {
    const isThere =
      (selector === '' || firstMatch(selector) !== null) &&
      (text === '' || isSeen(text)) &&
      (url === '' || new RegExp(`^${glob}$`).test(location.href));
    return { met: isThere, invalid: '' };
  } catch {
    const quoted = JSON.stringify(selector.slice(0, 200));
    return { met: false, invalid: `${quoted} is no CSS selector; send one such as "#name" or "button.save".` };
  }
}

function isSeen(text: string): boolean {
  const { body } = document;
  if (!body) return false;
  return laidOutText(body).includes(text) || (holdsShadow(body) && drawnText(body).includes(text));
}
