// The columns of the list of hubs.
import { Foreign } from '../../parts/foreign.tsx';
import { Status } from '../../parts/shape.tsx';
import { formatCount, missing } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { runModeTones, runModeWords } from '../../words/mode-words.ts';
import { awayWords, hubTone } from './fleet-words.ts';
import type { FleetHub } from '../../../contract/schemas/fleet.ts';
import type { Column } from '../../parts/data-table.tsx';

const nothing = <span className="subtle">{missing}</span>;
const hidden = () => (
  <span className="subtle" title={t('Its owner does not show this.')}>
    {missing}
  </span>
);

const countColumns: readonly Column<FleetHub>[] = [
  { head: t('Agents'), width: 60, num: true, cell: ({ agents }) => (agents ? formatCount(agents.length) : hidden()) },
  {
    head: t('Questions'),
    width: 72,
    num: true,
    cell: ({ questions, offlineSince }) =>
      questions === null ? (
        hidden()
      ) : (
        <span className={questions > 0 && offlineSince === null ? 'text-attention' : 'muted'}>
          {formatCount(questions)}
        </span>
      ),
  },
  {
    head: t('Calls a min'),
    width: 84,
    num: true,
    className: 'fleet-less',
    cell: ({ callsPerMinute, offlineSince }) =>
      offlineSince === null ? formatCount(Math.round(callsPerMinute)) : nothing,
  },
];

/** `version`: of the policy in force here. */
export function hubColumns(now: number, version: number | null): Column<FleetHub>[] {
  return [
    { head: t('Hub'), cell: hub => <NameCell hub={hub} away={awayWords(hub, version, now)} /> },
    {
      head: t('Mode'),
      width: 108,
      cell: ({ mode, offlineSince }) =>
        offlineSince === null ? (
          <Status tone={runModeTones[mode]}>{runModeWords[mode]}</Status>
        ) : (
          <span className="subtle">{runModeWords[mode]}</span>
        ),
    },
    {
      head: t('Version'),
      width: 76,
      className: 'fleet-less',
      cell: hub => <Foreign text={hub.version} className="muted" />,
    },
    ...countColumns,
    {
      head: t('Policy'),
      width: 72,
      num: true,
      cell: ({ policy }) =>
        policy === null ? (
          nothing
        ) : (
          <span className={version !== null && policy < version ? 'text-attention' : undefined}>{policy}</span>
        ),
    },
  ];
}

function NameCell({ hub, away }: { hub: FleetHub; away: string | null }) {
  const about = away ?? (hub.isSelf ? t('this hub') : hub.roles.join(', '));
  return (
    <span className="two-lines">
      <Status tone={hubTone(hub)}>
        <Foreign text={hub.name} className={away === null ? undefined : 'subtle'} />
      </Status>
      <small className="subtle ellipsis">{about || hub.os}</small>
    </span>
  );
}
