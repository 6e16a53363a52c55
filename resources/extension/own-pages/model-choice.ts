// The field in the side panel that says which model answers, and lets another one answer from now on.
import { visibleText } from '../../../contract/visible-text.ts';
import { el } from './dom.ts';
import { words } from './words/words.ts';
import type { CompanionView } from '../../../contract/schemas/companion-pages.ts';
import type { Conversation } from './conversation.ts';

/** Null where no model can chat. `choose` hears its value, null for the one that the user uses everywhere. */
export function modelChoice(
  models: CompanionView['models'] | undefined,
  known: Conversation | null,
  choose: (model: string | null) => void,
): HTMLElement | null {
  if (!models?.chat) return null;
  const chosen = known?.head.settings.model ?? '';
  const field = el('select', { class: 'sel quiet', key: 'model', at: { 'aria-label': words.chat.model } });
  const named = known?.head.model?.model ?? models.chat.name;
  const options = models.choices.filter(({ value }) => value !== chosen);
  field.append(el('option', { at: { value: chosen } }, visibleText(named)));
  for (const { value, name } of options)
    if (name !== named) field.append(el('option', { at: { value } }, visibleText(name)));
  field.disabled = !known;
  field.addEventListener('change', () => choose(field.value || null));
  return field;
}
