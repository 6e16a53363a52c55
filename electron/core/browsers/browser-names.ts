// Browsers as an agent reads them, with the ids by which it may choose one.
import type { Browser } from '../../../contract/schemas/entities.ts';

/** `Work (b1), Home (b2)`; empty for none. */
export function namesOf(browsers: readonly Pick<Browser, 'id' | 'name'>[]): string {
  return browsers.map(({ id, name }) => `${name} (${id})`).join(', ');
}
