// The credential of an agent, since when it is, and a new one in its place: the token is shown once, never again.
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { ConfirmButton } from '../../../parts/confirm.tsx';
import { useAct, useSnapshot } from '../../../parts/panel-context.tsx';
import { formatMoment, formatRecent } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { NewToken } from './new-credential.tsx';

interface CredentialProps {
  /** Of the agent. */
  readonly name: string;
  readonly clientId: string | null;
}

export function Credential({ name, clientId }: CredentialProps) {
  const act = useAct();
  const { clients } = useSnapshot();
  const [token, setToken] = useState<string | null>(null);
  const createdAt = clientId === null ? undefined : clients[clientId]?.createdAt;
  if (clientId === null || createdAt === undefined)
    return <p className="subtle text-xs">{t('It has no credential yet; switching it on makes one.')}</p>;
  const renew = async () => {
    const answer = await act('clients:new-token', { clientId });
    if (answer) setToken(answer.token);
  };
  return (
    <>
      {token ? <NewToken name={name} token={token} onDone={() => setToken(null)} /> : null}
      <div className="line text-xs">
        <span className="muted fill" title={formatMoment(createdAt)}>
          {t('Credential of {time}; its token was shown once.', { time: formatRecent(createdAt) })}
        </span>
        <ConfirmButton
          size="small"
          icon={KeyRound}
          label={t('New credential')}
          title={t('New credential for {name}', { name })}
          text={t('The old one ends at once and its agents are disconnected. The new token is shown this once.')}
          onConfirm={() => void renew()}
        />
      </div>
    </>
  );
}
