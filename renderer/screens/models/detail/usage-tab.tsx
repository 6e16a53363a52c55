// What a provider was used for in the last days: by whom, with which model, how many tokens, and what that cost.
import { useState } from 'react';
import { Segmented } from '../../../parts/choices.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { Unanswered } from '../../../parts/unanswered.tsx';
import { formatCost, formatCount, formatShort, missing } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { AskerCell } from '../now/asker-cell.tsx';
import { usageSum, useUsage } from '../now/use-usage.ts';
import type { ModelProvider, ModelUsageRow } from '../../../../contract/schemas/models.ts';
import type { Prices } from '../use-prices.ts';

const spans = [
  { value: '1', label: t('Today') },
  { value: '7', label: t('7 days') },
  { value: '30', label: t('30 days') },
] as const;
type Span = (typeof spans)[number]['value'];

interface UsageTabProps {
  readonly provider: ModelProvider;
  readonly now: number;
  readonly prices: Prices | null;
}

export function UsageTab({ provider, prices }: UsageTabProps) {
  const [span, setSpan] = useState<Span>('30');
  const asked = useUsage(provider, Number(span));
  const rows = asked.kind === 'there' ? asked.value : [];
  const currency = prices?.currency ?? null;
  return (
    <div className="scrolls" tabIndex={0} role="region" aria-label={t('Usage')}>
      <PaneHead title={t('Usage')} note={asked.kind === 'there' ? sumSentence(rows, currency) : undefined}>
        <Segmented label={t('Span')} value={span} onChoose={setSpan} choices={spans} />
      </PaneHead>
      <Unanswered asked={asked} />
      {asked.kind === 'there' && rows.length === 0 ? (
        <p className="subtle p-4 text-xs">{t('Nobody has asked it in this time.')}</p>
      ) : null}
      {rows.length === 0 ? null : (
        <DataTable
          label={t('Usage')}
          rows={rows}
          rowId={({ day, asker, model }) => JSON.stringify([day, asker.kind, asker.id, model])}
          columns={[
            { head: t('Day'), width: 104, cell: ({ day }) => <span className="muted">{day}</span> },
            { head: t('Who'), cell: ({ asker }) => <AskerCell asker={asker} /> },
            { head: t('Model'), cell: ({ model }) => <Foreign text={model} className="mono ellipsis" /> },
            { head: t('Calls'), width: 54, num: true, cell: ({ calls }) => formatCount(calls) },
            { head: t('In'), width: 62, num: true, cell: ({ input }) => formatShort(input) },
            { head: t('Out'), width: 62, num: true, cell: ({ output }) => formatShort(output) },
            { head: t('Cost'), width: 72, num: true, cell: ({ cost }) => costWord(cost, currency) },
          ]}
        />
      )}
    </div>
  );
}

function costWord(cost: number | null, currency: string | null): string {
  return cost === null || currency === null ? missing : formatCost(cost, currency);
}

function sumSentence(rows: readonly ModelUsageRow[], currency: string | null): string {
  const { calls, input, output, cost } = usageSum(rows);
  return t(
    '{calls, plural, =0 {no calls} one {# call} other {# calls}}, {input} tokens in, {output} out, cost {cost}',
    {
      calls,
      input: formatShort(input),
      output: formatShort(output),
      cost: costWord(cost, currency),
    },
  );
}
