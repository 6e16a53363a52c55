// A provider at an address: listed once before it is added, unless the user says that it does not run now.
import { type FormEvent, useState } from 'react';
import { type ProviderType, providerFacts } from '../../../../contract/models.ts';
import { ActButton } from '../../../parts/button.tsx';
import { Line } from '../../../parts/form-fields.tsx';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { useSending } from '../../../parts/use-sending.ts';
import { t } from '../../../words/language.ts';
import { addressTrouble } from './address-trouble.ts';
import type { ModelProvider } from '../../../../contract/schemas/models.ts';

/** Which wire it speaks decides; names of products are for who looks for them. */
const types = ['compatible', 'ollama', 'lmstudio', 'llamafile'] as const satisfies readonly ProviderType[];

export function AddressForm({ onAdded }: { onAdded: (provider: ModelProvider) => void }) {
  const { typed, change, said, busy, add } = useAddress(onAdded);
  const { type, baseUrl, name, key, unchecked } = typed;
  const trouble = addressTrouble(baseUrl);
  return (
    <form className="grid gap-3" onSubmit={event => void add(event)}>
      <TypeField type={type} onChange={next => change({ type: next })} />
      <Line
        label={t('Address')}
        value={baseUrl}
        onChange={next => change({ baseUrl: next })}
        placeholder={providerFacts[type].baseUrl ?? 'https://llm.example.com/v1'}
        mono
        first
      />
      <Line label={t('Name, or nothing')} value={name} onChange={next => change({ name: next })} />
      <Line
        label={t('API key, where it asks for one')}
        value={key}
        onChange={next => change({ key: next })}
        mono
        secret
      />
      <label className="check">
        <input type="checkbox" checked={unchecked} onChange={event => change({ unchecked: event.target.checked })} />
        {t('Add it although it may not answer now')}
      </label>
      <Said sentence={said} />
      <span>
        <ActButton look="primary" type="submit" disabled={trouble !== null || busy} title={trouble ?? undefined}>
          {unchecked ? t('Add') : busy ? t('Testing') : t('Test and add')}
        </ActButton>
      </span>
    </form>
  );
}

type AddressType = (typeof types)[number];

function TypeField({ type, onChange }: { type: AddressType; onChange: (type: AddressType) => void }) {
  return (
    <label>
      <span>{t('What answers there')}</span>
      <select className="field" value={type} onChange={event => onChange(event.target.value as AddressType)}>
        {types.map(one => (
          <option key={one} value={one}>
            {providerFacts[one].name}
          </option>
        ))}
      </select>
    </label>
  );
}

function useAddress(onAdded: (provider: ModelProvider) => void) {
  const { link } = usePanelParts();
  const [typed, setTyped] = useState({
    type: 'compatible' as AddressType,
    baseUrl: '',
    name: '',
    key: '',
    unchecked: false,
  });
  const { said, busy, send } = useSending();
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const { type, unchecked } = typed;
    const [baseUrl, name, key] = [typed.baseUrl.trim(), typed.name.trim(), typed.key.trim()];
    const named = { ...(name !== '' && { name }), ...(key !== '' && { key }) };
    const answer = await send(() => link.request('models:add', { type, baseUrl, unchecked, ...named }));
    if (answer) onAdded(answer.provider);
  };
  return { typed, change: (part: Partial<typeof typed>) => setTyped({ ...typed, ...part }), said, busy, add };
}
