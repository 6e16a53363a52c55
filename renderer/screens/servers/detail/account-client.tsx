// By which client an account knows Pilothouse: asked for where a server wants to sign in with it and there is none.
import { type FormEvent, useState } from 'react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { ActButton } from '../../../parts/button.tsx';
import { Line } from '../../../parts/form-fields.tsx';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { useRequest } from '../../../parts/use-request.ts';
import { useSending } from '../../../parts/use-sending.ts';
import { t } from '../../../words/language.ts';

interface ClientProps {
  readonly provider: string;
  /** It was kept, so that the sign-in can begin. */
  readonly onKept: () => void;
}

export function AccountClient({ provider, onKept }: ClientProps) {
  const asked = useRequest(provider, link => link.request('accounts:list', {}));
  const known = asked.kind === 'there' ? asked.value.accounts.find(one => one.provider === provider) : undefined;
  const { link } = usePanelParts();
  const [clientId, setClientId] = useState('');
  const [clientSecret, setClientSecret] = useState('');
  const { said, busy, send } = useSending();
  if (asked.kind !== 'there' || known?.isConfigured) return null;
  const keep = async (event: FormEvent) => {
    event.preventDefault();
    await send(async () => {
      await link.request('accounts:set-client', { provider, clientId, clientSecret });
      onKept();
    });
  };
  const name = visibleText(known?.name ?? provider);
  return (
    <form className="grid gap-3" aria-label={t('Client for {name}', { name })} onSubmit={event => void keep(event)}>
      <p className="subtle">
        {t('Make a client for desktop apps at {name}, with the address http://127.0.0.1:8765/oauth/callback.', {
          name,
        })}
      </p>
      <Line label={t('Client id')} value={clientId} onChange={setClientId} mono />
      <Line label={t('Client secret')} value={clientSecret} onChange={setClientSecret} mono secret />
      <div>
        <ActButton type="submit" disabled={busy || clientId.trim() === ''}>
          {t('Keep the client and sign in')}
        </ActButton>
      </div>
      <Said sentence={said} />
    </form>
  );
}
