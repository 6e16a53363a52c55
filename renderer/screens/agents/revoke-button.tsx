// Ends a credential for good, with its grants.
import { Ban } from 'lucide-react';
import { visibleText } from '../../../contract/visible-text.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { useAct, useSnapshot } from '../../parts/panel-context.tsx';
import { t } from '../../words/language.ts';
import { grantsOf } from './agent-rows.ts';
import type { Client } from '../../../contract/schemas/entities.ts';

interface RevokeProps {
  readonly client: Client;
  readonly size?: 'small';
  /** Whether an agent has connected with it. */
  readonly isHere?: boolean;
}

export function RevokeButton({ client, size, isHere }: RevokeProps) {
  const act = useAct();
  const { id: clientId } = client;
  const name = visibleText(client.name);
  const count = grantsOf(useSnapshot(), clientId).length;
  const whatEnds = t(
    '{count, plural, =0 {It has no grants} one {Its # grant ends} other {Its # grants end}}, and it can never come back with this credential.',
    { count },
  );
  return (
    <ConfirmButton
      size={size}
      icon={Ban}
      label={t('Revoke credential')}
      title={t('Revoke the credential of {name}', { name })}
      text={isHere ? `${t('All its agents are disconnected.')} ${whatEnds}` : whatEnds}
      onConfirm={() => void act('clients:revoke', { clientId }, t('The credential of {name} was revoked.', { name }))}
    />
  );
}
