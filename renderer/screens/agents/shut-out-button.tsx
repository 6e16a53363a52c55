// Who has no credential has none to revoke: it is shut out, and let in again.
import { Ban, DoorOpen } from 'lucide-react';
import { visibleText } from '../../../contract/visible-text.ts';
import { ActButton } from '../../parts/button.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { useAct } from '../../parts/panel-context.tsx';
import { t } from '../../words/language.ts';
import type { Client } from '../../../contract/schemas/entities.ts';

export function ShutOutButton({ client, size }: { client: Client; size?: 'small' }) {
  const admit = useAdmit(client);
  if (client.admitted === false) {
    return (
      <ActButton size={size} icon={DoorOpen} onClick={() => admit(true)}>
        {t('Let in again')}
      </ActButton>
    );
  }
  return (
    <ConfirmButton
      size={size}
      icon={Ban}
      label={t('Shut out')}
      title={t('Shut out {name}', { name: visibleText(client.name) })}
      text={t(
        'Its agents are disconnected, and each call of whoever comes by this way is refused until you let it in again. It has no credential that could be revoked.',
      )}
      onConfirm={() => admit(false)}
    />
  );
}

/** Lets a client in or shuts it out. */
export function useAdmit(client: Client): (admitted: boolean) => void {
  const act = useAct();
  const name = visibleText(client.name);
  return admitted => {
    const done = admitted
      ? t('{name} is let in.', { name })
      : t('{name} is shut out. Each of its calls is refused.', { name });
    void act('clients:admit', { clientId: client.id, admitted }, done);
  };
}
