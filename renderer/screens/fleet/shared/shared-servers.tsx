// The servers that hubs of the fleet share: whose they are, for whom, how much of them, how they stand here, and what can be done about it.
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { Status } from '../../../parts/shape.tsx';
import { sharable } from '../../../parts/share/share-form.ts';
import { ShareSheet } from '../../../parts/share/share-sheet.tsx';
import { t } from '../../../words/language.ts';
import { sharedMuchWords, sharedWithWords } from '../../../words/share-words.ts';
import { RowAction } from './row-action.tsx';
import { type SharedRow, sharedRows } from './shared-rows.ts';
import { sharedState } from './shared-state.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';
import type { Column } from '../../../parts/data-table.tsx';

interface SharedServersProps {
  readonly filter: string;
  /** Since when nothing newer is known of the fleet; null while it is heard. */
  readonly lastAt: number | null;
  readonly now: number;
}

/** What is open: the sheet for that server, for one that is chosen there, or none. */
type Open = { readonly serverId: string | null } | null;

export function SharedServers({ filter, lastAt, now }: SharedServersProps) {
  const snapshot = useSnapshot();
  const [open, setOpen] = useState<Open>(null);
  const rows = sharedRows(snapshot, filter);
  const none = filter === '' ? t('No hub shares a server yet.') : t('No shared server matches.');
  return (
    <>
      <PaneHead title={t('Shared servers')} note={t('both hubs decide, the asker’s first')}>
        {snapshot.hub.remote || sharable(snapshot).length === 0 ? null : (
          <Button size="small" icon={Share2} onClick={() => setOpen({ serverId: null })}>
            {t('Share one of yours')}
          </Button>
        )}
      </PaneHead>
      {rows.length === 0 ? (
        <p className="section subtle">{none}</p>
      ) : (
        <DataTable
          label={t('Shared servers')}
          columns={sharedColumns(snapshot, lastAt, now, serverId => setOpen({ serverId }))}
          rows={rows}
          rowId={({ id }) => id}
          rowClass={({ of, here }) => (of.isOwn || (lastAt === null && here > 0) ? '' : 'is-away')}
          roomy
        />
      )}
      {open ? <ShareSheet serverId={open.serverId} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function sharedColumns(
  snapshot: Snapshot,
  lastAt: number | null,
  now: number,
  onChange: (serverId: string) => void,
): Column<SharedRow>[] {
  return [
    { head: t('Server'), cell: row => <NameCell row={row} isHeard={lastAt === null} /> },
    {
      head: t('Shared with'),
      width: 150,
      className: 'fleet-less',
      cell: ({ of }) => <Foreign text={sharedWithWords(of)} className="muted ellipsis" max={120} />,
    },
    {
      head: t('How much'),
      width: 150,
      className: 'fleet-least',
      cell: ({ of }) => <span className="muted">{sharedMuchWords(of)}</span>,
    },
    {
      head: t('State'),
      width: 160,
      cell: row => <StateCell row={row} snapshot={snapshot} lastAt={lastAt} now={now} />,
    },
    {
      head: `–${t('Actions')}`,
      width: 112,
      num: true,
      cell: row => <RowAction row={row} onChange={onChange} />,
    },
  ];
}

function NameCell({ row: { hub, share, hubs, here, of }, isHeard }: { row: SharedRow; isHeard: boolean }) {
  const about = hub === null ? groupWords(hubs.length, isHeard ? here : null) : of.isOwn ? t('of this hub') : null;
  return (
    <span className="two-lines">
      <Foreign text={hub === null ? share : `${hub}/${share}`} className="ellipsis" />
      <small className="subtle ellipsis">
        {about}
        {about !== null && of.description !== '' ? ', ' : null}
        <Foreign text={of.description} />
      </small>
    </span>
  );
}

/** `here` is null while nobody is heard. */
function groupWords(count: number, here: number | null): string {
  if (here === null) return t('{count} hubs, calls spread over them', { count: String(count) });
  return t('{here} of {count} hubs online, calls spread over them', { here: String(here), count: String(count) });
}

interface StateProps {
  readonly row: SharedRow;
  readonly snapshot: Snapshot;
  readonly lastAt: number | null;
  readonly now: number;
}

function StateCell({ row, snapshot, lastAt, now }: StateProps) {
  const { tone, word } = sharedState(row, snapshot, lastAt, now);
  return tone === null ? <span className="muted">{word}</span> : <Status tone={tone}>{word}</Status>;
}
