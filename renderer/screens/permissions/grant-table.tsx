// What was granted or denied, to whom, where, for how long, and how often it was used.
import { Ban, Check } from 'lucide-react';

import type { Grant } from '../../../electron/contract/permissions.ts';
import type { Snapshot } from '../../../electron/contract/snapshot.ts';
import { AgentName } from '../../parts/agent-mark.tsx';
import { ActButton } from '../../parts/button.tsx';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useAct, useSnapshot } from '../../parts/panel-context.tsx';
import { clientIdentity } from '../../store/identity.ts';
import { formatAge, formatCount, formatMoment } from '../../words/format.ts';
import { grantLasts, resourceWords } from '../../words/prompt-words.ts';
import { scopeWords } from '../../words/scope-words.ts';

export function GrantTable({ filter, now }: { filter: string; now: number }) {
  const snapshot = useSnapshot();
  const act = useAct();
  const rows = filteredGrants(snapshot, filter);
  const revoke = (grant: Grant) => {
    const { name } = clientIdentity(snapshot, grant.subject.id);
    const where = resourceWords(snapshot, grant.resource);
    void act('grants:revoke', { grantId: grant.id }, `Grant revoked. ${name} will be asked again: ${where}.`);
  };
  if (rows.length === 0) {
    const none = filter === '' ? 'No grant yet. Your answers to questions appear here.' : `No grant matches ${filter}.`;
    return <p className="mm p-4 text-xs">{none}</p>;
  }
  return (
    <div className="scrolls" tabIndex={-1}>
      <DataTable label="Grants" columns={grantColumns(snapshot, now, revoke)} rows={rows} rowId={grant => grant.id} />
    </div>
  );
}

function filteredGrants(snapshot: Snapshot, filter: string): Grant[] {
  const wanted = filter.toLowerCase();
  return Object.values(snapshot.grants)
    .filter(grant => grantText(snapshot, grant).toLowerCase().includes(wanted))
    .sort((a, b) => (b.lastUsedAt ?? b.createdAt) - (a.lastUsedAt ?? a.createdAt));
}

function grantWhat(grant: Grant): string {
  if (!grant.tools) return scopeWords(grant.scope).title.toLowerCase();
  // The column "Where" names the server already.
  return grant.tools.map(tool => (grant.resource.kind === 'server' ? (tool.split('/')[1] ?? tool) : tool)).join(', ');
}

function grantText(snapshot: Snapshot, grant: Grant): string {
  const { name } = clientIdentity(snapshot, grant.subject.id);
  return `${grant.effect} ${name} ${grantWhat(grant)} ${resourceWords(snapshot, grant.resource)} ${grant.lifetime}`;
}

/** Without the grant's effect, so that no button but the prompt's own answers to "Allow" or "Deny". */
function revokeLabel(snapshot: Snapshot, grant: Grant): string {
  const { name } = clientIdentity(snapshot, grant.subject.id);
  return `Revoke grant of ${name}: ${grantWhat(grant)}, ${resourceWords(snapshot, grant.resource)}`;
}

function grantColumns(snapshot: Snapshot, now: number, revoke: (grant: Grant) => void): Column<Grant>[] {
  return [
    {
      head: 'Effect',
      width: 70,
      cell: ({ effect }) => (
        <span className={`eff ${effect}`}>
          {effect === 'allow' ? <Check aria-hidden="true" /> : <Ban aria-hidden="true" />}
          {effect}
        </span>
      ),
    },
    {
      head: 'Who',
      width: 126,
      cell: grant => <AgentName who={{ ...clientIdentity(snapshot, grant.subject.id), active: true }} />,
    },
    { head: 'What', cell: grant => <Foreign text={grantWhat(grant)} className={grant.tools ? 'mono' : ''} /> },
    {
      head: 'Where',
      width: 118,
      cell: grant => <Foreign text={resourceWords(snapshot, grant.resource)} className="m" />,
    },
    { head: 'Lasts', width: 86, cell: grant => <span className="m">{grantLasts(grant, now)}</span> },
    {
      head: 'Used',
      width: 104,
      cell: ({ uses, lastUsedAt }) => (
        <span className="m" title={lastUsedAt === null ? undefined : formatMoment(lastUsedAt)}>
          {formatCount(uses)}
          <span className="mm">{lastUsedAt === null ? ', not yet' : `, ${formatAge(lastUsedAt, now)}`}</span>
        </span>
      ),
    },
    {
      head: '–Actions',
      width: 76,
      num: true,
      cell: grant => (
        <ActButton look="danger" size="sm" onClick={() => revoke(grant)} aria-label={revokeLabel(snapshot, grant)}>
          Revoke
        </ActButton>
      ),
    },
  ];
}
