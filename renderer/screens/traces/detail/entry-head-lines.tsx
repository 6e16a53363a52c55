// What stands around the content of an entry: its way through the hub, and the members and `_meta` of its messages.
import { Foreign } from '../../../parts/foreign.tsx';
import { type Fact, Facts } from '../../../parts/layout.tsx';
import { usePanel } from '../../../parts/panel-context.tsx';
import { formatBytes, formatClockMs, formatMoment } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { plainColumns } from '../plain-field-words.ts';
import { FilterBy } from './filter-by.tsx';
import { type HeadLine, messageHead } from './message-head.ts';
import type { TraceEntry } from '../../../../contract/schemas/trace.ts';
import type { EntryAnswer } from './use-entry.ts';

export function EntryHeadLines({ answer }: { answer: EntryAnswer & { kind: 'there' } }) {
  const { entry, payload } = answer;
  const agentId = [entry.from, entry.to].find(({ kind }) => kind === 'agent')?.id ?? '';
  const agent = usePanel(state => state.snapshot?.agents[agentId]);
  const facts: readonly Fact[] = [
    [t('Entry'), numberWords(entry)],
    [t('Time'), `${formatMoment(entry.at).slice(0, -8)}${formatClockMs(entry.at)}`],
    [t('From'), <Foreign key="from" text={`${entry.from.label} (${entry.from.kind} ${entry.from.id})`} />],
    [t('To'), <Foreign key="to" text={`${entry.to.label} (${entry.to.kind} ${entry.to.id})`} />],
    [t('Direction'), entry.dir === 'in' ? t('to the hub') : t('from the hub')],
    ...(agent ? [[t('Transport'), agent.transport] satisfies Fact] : []),
    [t('Kind'), entry.kind === 'request' ? t('request') : t('notification')],
    ...plainColumns.flatMap(({ field, words }): Fact[] => {
      const value = entry[field];
      if (value === null) return [];
      const text = typeof value === 'number' ? (words.show?.(value) ?? String(value)) : value;
      return [[words.head, <Foreign key={field} text={text} className="mono" />]];
    }),
    [
      t('Size'),
      t('{request} and {response}', {
        request: formatBytes(entry.bytes),
        response: formatBytes(entry.responseBytes),
      }),
    ],
  ];
  return (
    <>
      <section className="section" aria-label={t('Way')}>
        <h3>{t('Way')}</h3>
        <Facts facts={facts} />
      </section>
      <FilterBy entry={entry} />
      <Lines title={t('Request')} lines={messageHead(payload?.request ?? null)} />
      <Lines title={t('Response')} lines={messageHead(payload?.response ?? null)} />
    </>
  );
}

function numberWords({ seq, parent }: TraceEntry): string {
  return parent === null ? String(seq) : t('{seq}, because of {parent}', { seq: String(seq), parent: String(parent) });
}

function Lines({ title, lines }: { title: string; lines: readonly HeadLine[] }) {
  if (lines.length === 0) return null;
  return (
    <section className="section" aria-label={t('{title} headers', { title })}>
      <h3>{title}</h3>
      <dl className="facts">
        {lines.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>
              <Foreign text={name} className="mono" max={60} />
            </dt>
            <dd>
              <Foreign text={value} className="mono" />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
