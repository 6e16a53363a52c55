// What kind of shortcut one is, in a word.
import { t } from '../../../words/language.ts';
import type { Shortcut } from '../../../../contract/schemas/shortcuts.ts';

export function kindWords({ content }: Pick<Shortcut, 'content'>): string {
  if (content.kind === 'prompt') return t('prompt');
  return t('{count, plural, one {# action} other {# actions}}', { count: content.actions.length });
}
