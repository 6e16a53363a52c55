// What is wrong with an address as it is typed.
import { t } from '../../../words/language.ts';

/** Null where nothing is. */
export function addressTrouble(text: string): string | null {
  const address = text.trim();
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
    ? null
    : t('Type an address that begins with https:// or http://');
}
