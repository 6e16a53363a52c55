// Clients that were approved and are not connected now.
import { Ban } from 'lucide-react';

import type { Client } from '../../../electron/contract/entities.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useAct, useSnapshot } from '../../parts/panel-context.tsx';
import { grantsOf } from '../../store/agent-rows.ts';
import { formatAge, formatMoment } from '../../words/format.ts';
import { StartSelect } from './start-select.tsx';

export function KnownClients({ clients, now }: { clients: readonly Client[]; now: number }) {
  const snapshot = useSnapshot();
  const act = useAct();
  if (clients.length === 0) return null;
  return (
    <DataTable
      label="Known, not connected"
      roomy
      rows={clients}
      rowId={client => client.id}
      columns={[
        {
          head: 'Client',
          cell: ({ name, lastSeenAt }) => (
            <span className="two">
              <Foreign text={name} className="cut" />
              <small className="cut" title={lastSeenAt === null ? undefined : formatMoment(lastSeenAt)}>
                {lastSeenAt === null ? 'never connected' : `seen ${formatAge(lastSeenAt, now)}`}
              </small>
            </span>
          ),
        },
        { head: 'May', width: 178, cell: client => <StartSelect client={client} /> },
        {
          head: '–Actions',
          width: 158,
          num: true,
          cell: ({ id, name }) => (
            <ConfirmButton
              size="sm"
              icon={Ban}
              label="Revoke credential"
              title={`Revoke the credential of ${name}`}
              text={`Its ${grantsOf(snapshot, id).length} grants end, and it can never come back with this credential.`}
              onConfirm={() => void act('clients:revoke', { clientId: id }, `The credential of ${name} was revoked.`)}
            />
          ),
        },
      ]}
    />
  );
}
