// Why an install cannot be begun, in one sentence.
import { t } from '../../../words/language.ts';
import type { Plan } from '../entry/use-entry.ts';

/** Null where it can. A program that is missing may come while the package is fetched, so it hinders nothing. */
export function whyNot({ forbidden }: Plan, name: string, trouble: string | null): string | null {
  if (forbidden) return t('The policy of this hub forbids it.');
  return name.trim() === '' ? t('Give it a name') : trouble;
}
