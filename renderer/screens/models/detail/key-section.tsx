// The key of a provider: never shown again, it is replaced or forgotten.
import { KeyRound, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ActButton } from '../../../parts/button.tsx';
import { ConfirmButton } from '../../../parts/confirm.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { useAct, usePanelParts } from '../../../parts/panel-context.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { useSending } from '../../../parts/use-sending.ts';
import { addNotice } from '../../../store/panel-store.ts';
import { t } from '../../../words/language.ts';
import type { ModelProvider } from '../../../../contract/schemas/models.ts';

type Keyed = Pick<ModelProvider, 'id' | 'name' | 'hasKey'>;

export function KeySection({ provider }: { provider: Keyed }) {
  const { id, hasKey } = provider;
  return (
    <section aria-label={t('Key')}>
      <PaneHead title={t('Key')} note={hasKey ? t('kept in the keychain, never shown again') : t('none')}>
        {hasKey ? <ForgetButton provider={provider} /> : null}
      </PaneHead>
      <NewKey providerId={id} label={hasKey ? t('Another key') : t('API key')} />
    </section>
  );
}

function ForgetButton({ provider: { id: providerId, name } }: { provider: Keyed }) {
  const act = useAct();
  return (
    <ConfirmButton
      size="small"
      icon={Trash2}
      label={t('Forget the key')}
      title={t('Forget the key of {name}', { name })}
      text={t('It is taken out of the keychain. The key itself stays good at the provider until you end it there.')}
      onConfirm={() => void act('models:set', { providerId, key: null })}
    />
  );
}

function NewKey({ providerId, label }: { providerId: string; label: string }) {
  const { key, setKey, said, busy, save } = useNewKey(providerId);
  const isEmpty = key.trim() === '';
  const reason = isEmpty ? t('Enter a key first') : undefined;
  return (
    <form className="section grid gap-2" onSubmit={event => void save(event)}>
      <div className="line">
        <span className="field w-80">
          <input
            type="password"
            aria-label={label}
            placeholder={label}
            autoComplete="off"
            spellCheck={false}
            value={key}
            onChange={event => setKey(event.target.value)}
          />
        </span>
        <ActButton type="submit" icon={KeyRound} disabled={isEmpty || busy} title={reason}>
          {busy ? t('Testing') : t('Test and save')}
        </ActButton>
      </div>
      <Said sentence={said} />
    </form>
  );
}

/** A key that is refused stays in its field. */
function useNewKey(providerId: string) {
  const { link, store } = usePanelParts();
  const [key, setKey] = useState('');
  const { said, busy, send } = useSending();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (key.trim() === '') return;
    if (!(await send(() => link.request('models:set', { providerId, key: key.trim() })))) return;
    setKey('');
    addNotice(store, 'done', t('The new key is kept.'));
  };
  return { key, setKey, said, busy, save };
}
