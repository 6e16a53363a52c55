// Where the entries stand, as a table or as lanes: its name, and the way for the focus to get there.
import { t } from '../../words/language.ts';

export const entriesLabel = t('Trace entries');

export function focusEntries(): void {
  document.querySelector<HTMLElement>('[data-entries]')?.focus({ preventScroll: true });
}
