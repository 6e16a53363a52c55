// The uses of a rule: how many, and the newest of them.
import { usesPath } from '../../../frame/permission-paths.ts';
import { routeHref } from '../../../frame/route.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { t } from '../../../words/language.ts';
import { usesWords } from '../../../words/rule-words.ts';
import { timeColumn, whoColumn } from './decision-columns.tsx';
import { useAudit } from './use-audit.ts';

const listedAtMost = 12;

export function RuleUses({ rule, now }: { rule: string; now: number }) {
  const { pages, loaded } = useAudit({ rule }, listedAtMost);
  const entries = pages.entries.slice(0, listedAtMost);
  const words = loaded ? usesWords(pages.matched, entries[0]?.at ?? null, now) : undefined;
  return (
    <section aria-label={t('Uses')}>
      <PaneHead title={t('Uses')} note={words}>
        {entries.length === 0 ? null : (
          <a className="link" href={routeHref('permissions', usesPath(rule))}>
            {t('All in the audit')}
          </a>
        )}
      </PaneHead>
      {entries.length === 0 ? null : (
        <DataTable
          label={t('Newest uses')}
          rows={entries}
          rowId={entry => String(entry.id)}
          columns={[
            timeColumn,
            whoColumn,
            { head: t('What'), cell: ({ what }) => <Foreign text={what} className="mono" /> },
          ]}
        />
      )}
    </section>
  );
}
