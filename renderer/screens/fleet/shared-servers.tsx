// The servers that hubs of the fleet share: whose they are, for whom, and how much of them.
import { DataTable } from '../../parts/data-table.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { PaneHead } from '../../parts/layout.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { formatCount } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import type { FleetServer } from '../../../contract/schemas/fleet.ts';
import type { Column } from '../../parts/data-table.tsx';

const columns: readonly Column<FleetServer>[] = [
  {
    head: t('Server'),
    cell: ({ hub, server, description }) => (
      <span className="two-lines">
        <Foreign text={`${hub}/${server}`} className="ellipsis" />
        <small className="subtle ellipsis">
          <Foreign text={description} />
        </small>
      </span>
    ),
  },
  {
    head: t('Shared with'),
    width: 140,
    className: 'fleet-less',
    cell: ({ hubs, roles }) => <Foreign text={[...roles, ...hubs].join(', ')} className="muted ellipsis" />,
  },
  { head: t('Tools'), width: 60, num: true, cell: ({ tools, toolCount }) => formatCount(tools?.length ?? toolCount) },
  { head: t('Use'), width: 150, cell: server => <span className="muted">{useWords(server)}</span> },
];

function useWords({ isOwn, isForUs, serverId, readOnly }: FleetServer): string {
  if (isOwn) return t('shared by this hub');
  if (!isForUs) return t('not for this hub');
  if (serverId !== null) return t('in use');
  return readOnly ? t('read-only') : t('not in use');
}

export function SharedServers() {
  const servers = Object.values(useSnapshot().fleetServers);
  return (
    <>
      <PaneHead title={t('Shared servers')} note={t('both hubs decide, the asker’s first')} />
      {servers.length === 0 ? (
        <p className="section subtle">{t('No hub shares a server yet.')}</p>
      ) : (
        <DataTable
          label={t('Shared servers')}
          columns={columns}
          rows={servers}
          rowId={({ hub, server }) => `${hub}/${server}`}
          roomy
        />
      )}
    </>
  );
}
