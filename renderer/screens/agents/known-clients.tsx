// Clients that were approved and are not connected now.
import { Ban } from 'lucide-react';
import { visibleText } from '../../../contract/visible-text.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useAct, useSnapshot } from '../../parts/panel-context.tsx';
import { formatAge, formatMoment } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { grantsOf } from './agent-rows.ts';
import { RenameButton } from './rename-button.tsx';
import { ShutOutButton } from './shut-out-button.tsx';
import { StartSelect } from './start-select.tsx';
import type { Client } from '../../../contract/schemas/entities.ts';

export function KnownClients({ clients, now }: { clients: readonly Client[]; now: number }) {
  if (clients.length === 0) return null;
  return (
    <DataTable
      label={t('Known, not connected')}
      roomy
      rows={clients}
      rowId={client => client.id}
      columns={[
        { head: t('Client'), cell: client => <ClientCell client={client} now={now} /> },
        { head: t('May'), width: 180, cell: client => <StartSelect client={client} /> },
        {
          head: `–${t('Actions')}`,
          width: 158,
          num: true,
          cell: client =>
            client.verified ? <RevokeButton client={client} /> : <ShutOutButton client={client} size="small" />,
        },
      ]}
    />
  );
}

function ClientCell({ client, now }: { client: Client; now: number }) {
  const { name, lastSeenAt, admitted } = client;
  const seen = lastSeenAt === null ? t('never connected') : t('seen {age}', { age: formatAge(lastSeenAt, now) });
  return (
    <span className="line gap-1">
      <span className="two-lines">
        <Foreign text={name} className="ellipsis" />
        <small className="ellipsis" title={lastSeenAt === null ? undefined : formatMoment(lastSeenAt)}>
          {admitted === false ? t('shut out, {seen}', { seen }) : seen}
        </small>
      </span>
      <RenameButton client={client} size="small" />
    </span>
  );
}

function RevokeButton({ client }: { client: Client }) {
  const snapshot = useSnapshot();
  const act = useAct();
  const { id: clientId } = client;
  const name = visibleText(client.name);
  const count = grantsOf(snapshot, clientId).length;
  return (
    <ConfirmButton
      size="small"
      icon={Ban}
      label={t('Revoke credential')}
      title={t('Revoke the credential of {name}', { name })}
      text={t(
        '{count, plural, =0 {It has no grants} one {Its # grant ends} other {Its # grants end}}, and it can never come back with this credential.',
        { count },
      )}
      onConfirm={() => void act('clients:revoke', { clientId }, t('The credential of {name} was revoked.', { name }))}
    />
  );
}
