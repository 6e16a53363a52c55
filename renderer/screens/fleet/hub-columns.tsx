// The columns of the list of hubs.
import { Foreign } from '../../parts/foreign.tsx';
import { Status } from '../../parts/shape.tsx';
import { formatCount, missing } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { runModeTones, runModeWords } from '../../words/mode-words.ts';
import { type Heard, hubTone, isHeard, presenceWords } from './fleet-words.ts';
import type { FleetHub } from '../../../contract/schemas/fleet.ts';
import type { Column } from '../../parts/data-table.tsx';

const nothing = <span className="subtle">{missing}</span>;
const hidden = () => (
  <span className="subtle" title={t('Its owner does not show this.')}>
    {missing}
  </span>
);

/** Of a hub alone, which is in no fleet. */
export function ownColumns(now: number): Column<FleetHub>[] {
  return placeColumns(now, { version: null, lastAt: null });
}

export function hubColumns(now: number, heard: Heard): Column<FleetHub>[] {
  return [...placeColumns(now, heard), callColumn(heard), policyColumn(heard)];
}

function placeColumns(now: number, heard: Heard): Column<FleetHub>[] {
  return [
    { head: t('Hub'), cell: hub => <NameCell hub={hub} heard={heard} now={now} /> },
    {
      head: t('Mode'),
      width: 108,
      cell: hub =>
        isHeard(hub, heard) ? (
          <Status tone={runModeTones[hub.mode]}>{runModeWords[hub.mode]}</Status>
        ) : (
          <span className="subtle">{runModeWords[hub.mode]}</span>
        ),
    },
    {
      head: t('Version'),
      width: 76,
      className: 'fleet-less',
      cell: hub => <Foreign text={hub.version} className="muted" />,
    },
    { head: t('Agents'), width: 60, num: true, cell: ({ agents }) => (agents ? formatCount(agents.length) : hidden()) },
    { head: t('Questions'), width: 72, num: true, cell: hub => <Questions hub={hub} heard={heard} /> },
  ];
}

function Questions({ hub, heard }: { hub: FleetHub; heard: Heard }) {
  const { questions } = hub;
  if (questions === null) return hidden();
  const asks = questions > 0 && isHeard(hub, heard);
  return <span className={asks ? 'text-attention' : 'muted'}>{formatCount(questions)}</span>;
}

function callColumn(heard: Heard): Column<FleetHub> {
  return {
    head: t('Calls a min'),
    width: 84,
    num: true,
    className: 'fleet-less',
    cell: hub => (isHeard(hub, heard) ? formatCount(Math.round(hub.callsPerMinute)) : nothing),
  };
}

function policyColumn({ version }: Heard): Column<FleetHub> {
  return {
    head: t('Policy'),
    width: 72,
    num: true,
    cell: ({ policy }) =>
      policy === null || policy === 0 ? (
        nothing
      ) : (
        <span className={version !== null && policy < version ? 'text-attention' : undefined}>{policy}</span>
      ),
  };
}

function NameCell({ hub, heard, now }: { hub: FleetHub; heard: Heard; now: number }) {
  const away = presenceWords(hub, heard, now);
  const about = away ?? (hub.isSelf ? t('this hub') : hub.roles.join(', '));
  return (
    <span className="two-lines">
      <Status tone={hubTone(hub, heard)}>
        <Foreign text={hub.name} className={away === null ? undefined : 'subtle'} />
      </Status>
      <small className="subtle ellipsis">{about || hub.os}</small>
    </span>
  );
}
