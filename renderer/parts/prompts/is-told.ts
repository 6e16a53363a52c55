// Whether a card tells all that the arguments of its call say, so that they may wait to be opened. Pure.
import type { Prompt } from '../../../contract/schemas/permissions.ts';

/** Arguments that say where, which the described element says better. */
const sayingWhere: ReadonlySet<string> = new Set([
  ...['action', 'tabId', 'ref', 'selector', 'coordinate'],
  ...['start_ref', 'start_selector', 'start_coordinate', 'timeout', 'selector_timeout'],
]);

export function isTold({
  description,
  argumentsText,
  argumentsChars,
}: Pick<Prompt, 'description' | 'argumentsText' | 'argumentsChars'>): boolean {
  const { elements = [], untold = null } = description ?? {};
  if (untold !== null || elements.length === 0 || elements.includes(null)) return false;
  if (argumentsChars > argumentsText.length) return false;
  try {
    return Object.keys(JSON.parse(argumentsText)).every(name => sayingWhere.has(name));
  } catch {
    return false;
  }
}
