// The columns of the list of sites.
import { Ban } from 'lucide-react';
import { originParts } from '../../../../contract/origin-parts.ts';
import { fileOrigin } from '../../../../contract/sites.ts';
import { visibleText } from '../../../../contract/visible-text.ts';
import { Foreign } from '../../../parts/foreign.tsx';
import { Origin, SiteMark } from '../../../parts/origin.tsx';
import { Status } from '../../../parts/shape.tsx';
import { formatAge, formatCount, formatMoment, formatShort, missing } from '../../../words/format.ts';
import { language, t } from '../../../words/language.ts';
import { siteState } from './site-state.ts';
import { UseBars } from './use-bars.tsx';
import type { SiteRules } from '../../../../contract/schemas/web-agent.ts';
import type { Column } from '../../../parts/data-table.tsx';
import type { Tone } from '../../../words/tone.ts';
import type { SiteRow } from './site-rows.ts';

interface ColumnFacts {
  readonly now: number;
  readonly rules: SiteRules | undefined;
  /** Of the last seven days, by origin; null until they are known. */
  readonly tokens: ReadonlyMap<string, number> | null;
}

export function siteColumns({ now, rules, tokens }: ColumnFacts): Column<SiteRow>[] {
  return [
    { head: t('Site'), width: '34%', cell: row => <NameCell row={row} /> },
    { head: t('May'), cell: row => <MayCell row={row} rules={rules} now={now} /> },
    {
      head: t('Uses, 7 d'),
      width: { en: 96, de: 118 }[language],
      className: 'roomier',
      cell: ({ site }) => (
        <span className="muted">
          <UseBars days={site.days} /> {formatCount(site.uses)}
        </span>
      ),
    },
    {
      head: t('Tokens'),
      width: 62,
      num: true,
      className: 'roomier',
      cell: ({ id }) => <span className="muted">{tokensText(tokens?.get(id))}</span>,
    },
    {
      head: t('Last'),
      width: { en: 84, de: 100 }[language],
      num: true,
      cell: ({ site, question }) => <Last at={question?.askedAt ?? site.lastAt} now={now} />,
    },
  ];
}

export function tokensText(tokens: number | undefined): string {
  return tokens ? formatShort(tokens) : missing;
}

function NameCell({ row: { id, site, reads, question } }: { row: SiteRow }) {
  const below =
    reads !== null ? (
      <Foreign text={t('reads “{name}”', { name: reads })} />
    ) : id === fileOrigin ? (
      fileOrigin
    ) : question && !question.askedBefore ? (
      t('first time')
    ) : site.pages.length > 0 ? (
      t('{count, plural, one {# tab open} other {# tabs open}}', { count: site.pages.length })
    ) : originParts(id).isOpen ? (
      t('not encrypted')
    ) : null;
  return (
    <span className="cell" title={visibleText(id)}>
      <SiteMark origin={id} />
      <span className="two-lines">
        <span className="ellipsis">
          <Origin origin={id} bare />
        </span>
        {below === null ? null : <small className="ellipsis">{below}</small>}
      </span>
    </span>
  );
}

function MayCell({ row, rules, now }: { row: SiteRow; rules: SiteRules | undefined; now: number }) {
  const { tone, word, more } = siteState(row, rules, now);
  return (
    <span className="two-lines">
      <Word row={row} tone={tone} word={word} />
      {more === '' ? null : <small className={`ellipsis ${tone === null ? '' : 'pl-4'}`}>{more}</small>}
    </span>
  );
}

/** What the user has shut out is drawn as what is denied. */
function Word({ row: { site }, tone, word }: { row: SiteRow; tone: Tone | null; word: string }) {
  if (site.blocked)
    return (
      <span className="effect deny">
        <Ban aria-hidden="true" />
        {word}
      </span>
    );
  return tone === null ? <span className="ellipsis">{word}</span> : <Status tone={tone}>{word}</Status>;
}

function Last({ at, now }: { at: number | null; now: number }) {
  if (at === null) return <span className="muted">{t('never')}</span>;
  return (
    <span className="muted" title={formatMoment(at)}>
      {formatAge(at, now)}
    </span>
  );
}
