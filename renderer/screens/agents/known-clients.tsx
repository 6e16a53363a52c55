// Clients that were approved and are not connected now.
import { chatClientId } from '../../../contract/chat.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { formatAge, formatMoment } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { OfferButton } from './offer-button.tsx';
import { RenameClient } from './rename-client.tsx';
import { RevokeButton } from './revoke-button.tsx';
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
            client.id === chatClientId ? null : client.verified ? (
              <RevokeButton client={client} size="small" />
            ) : (
              <ShutOutButton client={client} size="small" />
            ),
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
      <RenameClient client={client} />
      <OfferButton client={client} />
    </span>
  );
}
