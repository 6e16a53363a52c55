// A key for a provider: tried before it is kept, and never shown again.
import { type FormEvent, useState } from 'react';
import { type ProviderType, providerFacts, providerTypes } from '../../../contract/models.ts';
import { addNotice } from '../../store/panel-store.ts';
import { t } from '../../words/language.ts';
import { ActButton } from '../button.tsx';
import { usePanelParts } from '../panel-context.tsx';
import { Said } from '../sheet.tsx';
import { useSending } from '../use-sending.ts';
import type { ModelProvider } from '../../../contract/schemas/models.ts';

/** Providers that answer nobody without a key, the one that is proposed first. */
const needsKey = (type: ProviderType) => providerFacts[type].key === 'needed';
export const keyedTypes: readonly ProviderType[] = [
  'anthropic',
  ...providerTypes.filter(type => needsKey(type) && type !== 'anthropic'),
];

/** `onAdded` hears of the provider once its key was good. */
export function KeyForm({ onAdded }: { onAdded?: (provider: ModelProvider) => void }) {
  const { type, setType, key, setKey, said, busy, save } = useKey(onAdded);
  const isEmpty = key.trim() === '';
  return (
    <form className="key-form" onSubmit={event => void save(event)}>
      <div className="line">
        <select
          className="field"
          aria-label={t('Provider')}
          value={type}
          onChange={event => setType(event.target.value as ProviderType)}
        >
          {keyedTypes.map(one => (
            <option key={one} value={one}>
              {providerFacts[one].name}
            </option>
          ))}
        </select>
        <span className="field key">
          <input
            type="password"
            aria-label={t('API key')}
            placeholder={t('API key')}
            aria-invalid={said !== null}
            data-first
            autoComplete="off"
            spellCheck={false}
            value={key}
            onChange={event => setKey(event.target.value)}
          />
        </span>
        <ActButton type="submit" disabled={isEmpty || busy} title={isEmpty ? t('Enter a key first') : undefined}>
          {busy ? t('Testing') : t('Test and save')}
        </ActButton>
        <span className="subtle text-2xs only-when-wide">{t('Test lists its models; it costs nothing')}</span>
      </div>
      <Said sentence={said} />
    </form>
  );
}

function useKey(onAdded: ((provider: ModelProvider) => void) | undefined) {
  const { link, store } = usePanelParts();
  const [type, setTypeOnly] = useState<ProviderType>('anthropic');
  const [key, setKey] = useState('');
  const { said, setSaid, busy, send } = useSending();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (type === 'chrome' || key.trim() === '') return;
    const answer = await send(() => link.request('models:add', { type, key: key.trim() }));
    if (!answer) return;
    setKey('');
    addNotice(store, 'done', t('{name} was added; its key is kept.', { name: answer.provider.name }));
    onAdded?.(answer.provider);
  };
  const setType = (next: ProviderType) => {
    setTypeOnly(next);
    setSaid(null);
  };
  return { type, setType, key, setKey, said, busy, save };
}
