// Which other hubs have questions that wait, and the way to answer them: in the panel of that hub, where its owner has allowed it.
import { useState } from 'react';
import { permissionPath } from '../../frame/permission-paths.ts';
import { routeHref } from '../../frame/route.ts';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { PaneHead } from '../../parts/layout.tsx';
import { t } from '../../words/language.ts';
import { panelFault } from './hub-list.ts';
import { panelHref } from './open-panel.tsx';
import type { FleetHub } from '../../../contract/schemas/fleet.ts';
import type { Column } from '../../parts/data-table.tsx';

/** They stand above the hubs, of which some have to stay in sight in the smallest window. */
const fewAtMost = 4;

/** Nothing where none waits: most of the time. */
export function OtherQuestions({ hubs }: { hubs: readonly FleetHub[] }) {
  const [all, setAll] = useState(false);
  const rows = questionRows(hubs);
  if (rows.length === 0) return null;
  return (
    <>
      <PaneHead title={t('Questions on other hubs')} note={t('what is asked stays on each hub')}>
        {rows.length > fewAtMost ? (
          <Button size="small" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('Show fewer') : t('Show all {count}', { count: String(rows.length) })}
          </Button>
        ) : null}
      </PaneHead>
      <DataTable
        label={t('Questions on other hubs')}
        columns={columns}
        rows={all ? rows : rows.slice(0, fewAtMost)}
        rowId={({ name }) => name}
      />
    </>
  );
}

/** Those that somebody at another hub may answer come first, then those where the most wait. */
function questionRows(hubs: readonly FleetHub[]): FleetHub[] {
  return hubs
    .filter(({ isSelf, offlineSince, questions }) => !isSelf && offlineSince === null && questions)
    .sort(
      (one, other) =>
        Number(other.opens.answer) - Number(one.opens.answer) || (other.questions ?? 0) - (one.questions ?? 0),
    );
}

const columns: readonly Column<FleetHub>[] = [
  { head: t('Hub'), cell: ({ name }) => <Foreign text={name} className="ellipsis" /> },
  {
    head: t('Waiting'),
    width: 112,
    cell: ({ questions }) => (
      <span className="text-attention">
        {t('{count, plural, one {# question} other {# questions}}', { count: questions ?? 0 })}
      </span>
    ),
  },
  { head: t('Who answers'), cell: hub => <span className="muted">{whoAnswers(hub)}</span> },
  { head: `–${t('Actions')}`, width: 112, num: true, cell: hub => <Answer hub={hub} /> },
];

/** Which hubs it is that may, its owner alone knows. */
function whoAnswers({ opens }: FleetHub): string {
  return opens.answer ? t('its owner and hubs that its owner allows') : t('only its owner');
}

function Answer({ hub }: { hub: FleetHub }) {
  if (panelFault(hub) !== null || !hub.opens.answer) return null;
  return (
    <a
      className="button small"
      href={`${panelHref(hub.name)}${routeHref('permissions', permissionPath('questions'))}`}
      target="_blank"
      rel="opener"
      aria-label={t('Answer on {hub}', { hub: hub.name })}
    >
      {t('Answer')}
    </a>
  );
}
