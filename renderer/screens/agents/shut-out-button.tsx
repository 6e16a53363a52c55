// Who has no credential has none to revoke: it is shut out, and let in again.
import { Ban, DoorOpen } from 'lucide-react';
import { visibleText } from '../../../contract/visible-text.ts';
import { ActButton } from '../../parts/button.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { useAct } from '../../parts/panel-context.tsx';
import { t } from '../../words/language.ts';
import type { Client } from '../../../contract/schemas/entities.ts';

export function ShutOutButton({ client, size }: { client: Client; size?: 'small' }) {
  const act = useAct();
  const { id: clientId, admitted } = client;
  const name = visibleText(client.name);
  if (admitted === false) {
    return (
      <ActButton
        size={size}
        icon={DoorOpen}
        onClick={() => void act('clients:admit', { clientId, admitted: true }, t('{name} is let in.', { name }))}
      >
        {t('Let in again')}
      </ActButton>
    );
  }
  return (
    <ConfirmButton
      size={size}
      icon={Ban}
      label={t('Shut out')}
      title={t('Shut out {name}', { name })}
      text={t(
        'Its agents are disconnected, and each call of whoever comes by this way is refused until you let it in again. It has no credential that could be revoked.',
      )}
      onConfirm={() =>
        void act(
          'clients:admit',
          { clientId, admitted: false },
          t('{name} is shut out. Each of its calls is refused.', { name }),
        )
      }
    />
  );
}
