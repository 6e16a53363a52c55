// Who has used a provider today, and how much.
import { routeHref } from '../../../frame/route.ts';
import { tracesWhere } from '../../../frame/trace-paths.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { Unanswered } from '../../../parts/unanswered.tsx';
import { formatAge, formatMoment, formatShort } from '../../../words/format.ts';
import { t, tIn } from '../../../words/language.ts';
import { AskerCell, askedFor } from './asker-cell.tsx';
import { byAsker, useUsage } from './use-usage.ts';
import type { ModelProvider } from '../../../../contract/schemas/models.ts';

export function UsedBy({ provider, now }: { provider: ModelProvider; now: number }) {
  const asked = useUsage(provider, 1);
  const rows = asked.kind === 'there' ? byAsker(asked.value) : [];
  return (
    <section aria-label={t('Used by')}>
      <PaneHead title={t('Used by')} note={t('today')}>
        <a className="link text-2xs" href={routeHref('traces', callsOf(provider))}>
          {t('Its calls in Traces')}
        </a>
      </PaneHead>
      <Unanswered asked={asked} />
      {asked.kind === 'there' && rows.length === 0 ? (
        <p className="subtle p-4 text-xs">{t('Nobody has asked it today.')}</p>
      ) : null}
      {rows.length === 0 ? null : (
        <DataTable
          label={t('Used by')}
          rows={rows}
          rowId={({ asker }) => `${asker.kind} ${asker.id}`}
          columns={[
            { head: t('Who'), width: '32%', cell: ({ asker }) => <AskerCell asker={asker} /> },
            { head: t('What'), cell: ({ asker }) => <span className="muted">{askedFor(asker)}</span> },
            { head: t('In'), width: 72, num: true, cell: ({ input }) => formatShort(input) },
            { head: t('Out'), width: 72, num: true, cell: ({ output }) => formatShort(output) },
            {
              head: tIn('time', 'Last'),
              width: 96,
              num: true,
              cell: ({ lastAt }) => (
                <span className="muted" title={formatMoment(lastAt)}>
                  {formatAge(lastAt, now)}
                </span>
              ),
            },
          ]}
        />
      )}
    </section>
  );
}

/** By its id: another provider may have a name that begins with this one's. */
function callsOf({ id }: ModelProvider): string {
  return tracesWhere({ field: 'model', has: id }, { field: 'method', has: 'model/chat' });
}
