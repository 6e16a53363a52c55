// The headers of one signal: their names, a value that is typed in and never shown again, and what takes one away.
import { type FormEvent, useState } from 'react';
import { ActButton } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Line } from '../../parts/form-fields.tsx';
import { t } from '../../words/language.ts';
import { SettingRow } from './setting-row.tsx';
import type { SignalPart } from './live-export-part.ts';

export function LiveExportHeaders({ name: of, ...part }: SignalPart & { name: string }) {
  const { signal, settings, set } = part;
  const { headers } = settings[signal];
  return (
    <>
      {headers.map(header => (
        <SettingRow key={header} label={t('Header')} note={<Foreign className="mono" text={header} />}>
          <ActButton
            size="small"
            aria-label={t('Remove {name}', { name: header })}
            onClick={() =>
              void set({ [signal]: { headers: { [header]: null } } }, t('{name} was removed.', { name: header }))
            }
          >
            {t('Remove')}
          </ActButton>
        </SettingRow>
      ))}
      <AddHeader of={of} {...part} />
    </>
  );
}

function AddHeader({ of, signal, set }: SignalPart & { of: string }) {
  const [header, setHeader] = useState('');
  const [value, setValue] = useState('');
  const isComplete = header.trim() !== '' && value !== '';
  const store = async (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete) return;
    const name = header.trim();
    if (!(await set({ [signal]: { headers: { [name]: value } } }, t('{name} was set.', { name })))) return;
    setHeader('');
    setValue('');
  };
  return (
    <form className="setting" aria-label={t('Add a header to {of}', { of })} onSubmit={event => void store(event)}>
      <span className="line items-end">
        <Line label={t('Header')} value={header} onChange={setHeader} mono />
        <Line label={t('Value')} value={value} onChange={setValue} mono secret />
        <ActButton type="submit" size="small" disabled={!isComplete}>
          {t('Set')}
        </ActButton>
      </span>
    </form>
  );
}
