// Which model is used where nobody names one: a row for chat, for sites, for each type of provider that is there, and for each alias.
import { modelChoiceId, modelUses, providerTypes } from '../../../../contract/models.ts';
import { choiceOf, isReady } from '../../../store/models.ts';
import { t } from '../../../words/language.ts';
import { providerWords } from '../../../words/model-words.ts';
import type { ModelChoiceKey, ModelProvider, ModelRef } from '../../../../contract/schemas/models.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';

type Models = Pick<Snapshot, 'modelProviders' | 'modelChoices'>;

export interface ChoiceRow {
  readonly id: string;
  readonly key: ModelChoiceKey;
  readonly label: string;
  readonly chosen: ModelRef | null;
  /** What is used: what was chosen, or what the hub takes by itself. */
  readonly effective: ModelRef | null;
  /** Whose models can be chosen. */
  readonly providers: readonly ModelProvider[];
  readonly note: string;
  /** Its note tells why it cannot be used now. */
  readonly isTrouble: boolean;
}

const useWords = { chat: t('Chat'), sites: t('Sites') } as const;
const useNotes = { chat: t('and everything else'), sites: t('window.ai of pages') } as const;

export function choiceRows(snapshot: Models, now: number): ChoiceRow[] {
  const providers = Object.values(snapshot.modelProviders);
  const row = (key: ModelChoiceKey, label: string, note: string, of = providers): ChoiceRow => {
    const choice = choiceOf(snapshot, key);
    const { chosen = null, effective = null } = choice ?? {};
    const trouble = troubleOf(snapshot, effective, now);
    return {
      id: modelChoiceId(key),
      key,
      label,
      chosen,
      effective,
      providers: of,
      note: trouble ?? note,
      isTrouble: trouble !== null,
    };
  };
  // Where a type has one provider, its name says all that there is to say.
  const types = providerTypes.flatMap(type => {
    const of = providers.filter(provider => provider.type === type);
    const note = t('{count, plural, one {# of this type} other {# of this type}}', { count: of.length });
    const typeRow = row({ kind: 'type', type }, `${type}:`, note, of);
    return of.length > 1 || typeRow.chosen !== null ? [typeRow] : [];
  });
  const aliases = Object.values(snapshot.modelChoices)
    .flatMap(({ key }) => (key.kind === 'alias' ? [key.name] : []))
    .sort((a, b) => a.localeCompare(b))
    .map(name => row({ kind: 'alias', name }, name, t('alias')));
  return [...modelUses.map(use => row({ kind: 'use', use }, useWords[use], useNotes[use])), ...types, ...aliases];
}

/** Why that model cannot be asked now; null where it can. */
function troubleOf({ modelProviders }: Models, ref: ModelRef | null, now: number): string | null {
  if (ref === null) return null;
  const provider = modelProviders[ref.providerId];
  if (!provider) return t('its provider is gone');
  if (isReady(provider)) return null;
  return t('{provider}: {state}', { provider: provider.name, state: providerWords(provider.state, now).word });
}

/** A model as the value of a choice in a list. */
export function refText(ref: ModelRef | null): string {
  return ref === null ? '' : JSON.stringify([ref.providerId, ref.model]);
}

export function refOf(text: string): ModelRef | null {
  if (text === '') return null;
  const [providerId, model] = JSON.parse(text) as [string, string];
  return { providerId, model };
}
