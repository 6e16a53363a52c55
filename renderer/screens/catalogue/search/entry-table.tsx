// The list of entries, two lines each. Of 20,000 only those in sight are in the page, and only their pages are asked for.
import { BadgeCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { entryId } from '../../../frame/catalogue-paths.ts';
import { Foreign } from '../../../parts/foreign.tsx';
import { useNow } from '../../../parts/panel-context.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Status } from '../../../parts/shape.tsx';
import { useRowWindow } from '../../../parts/use-row-window.ts';
import { formatShort, missing } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { asksWords, changedAge, lookAlikeWords, shortName, wayWords } from '../catalogue-words.ts';
import { rowAt } from './entry-pages.ts';
import type { EntryRow } from '../../../../contract/schemas/catalogue.ts';
import type { Found } from './use-search.ts';

interface EntryTableProps {
  readonly found: Found;
  /** The number of the chosen row, or -1. */
  readonly at: number;
  readonly onChoose: (row: EntryRow) => void;
}

const slow = 60_000;

export function EntryTable({ found, at, onChoose }: EntryTableProps) {
  const { pages, show } = found;
  const now = useNow(slow);
  const body = useRef<HTMLTableSectionElement>(null);
  const { from, to, above, below, show: scrollTo, isPart } = useRowWindow(body, pages.total, true);
  useEffect(() => show(from, to), [show, from, to]);
  useEffect(() => {
    if (at < 0) return;
    if (isPart) scrollTo(at);
    else body.current?.querySelector('[data-picked="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [at, isPart, scrollTo]);
  const numbers = Array.from({ length: to - from }, (_, place) => from + place);
  return (
    <table className="grid-table roomy entries" aria-label={t('Found')} aria-rowcount={pages.total + 1}>
      <Heads />
      <tbody ref={body}>
        <Space height={above} />
        {numbers.map(index => {
          const row = rowAt(pages, index);
          return row ? (
            <Row
              key={entryId(row)}
              row={row}
              index={index}
              picked={index === at}
              isFirst={at < 0 && index === from}
              now={now}
              onChoose={onChoose}
            />
          ) : (
            <Awaited key={index} />
          );
        })}
        <Space height={below} />
      </tbody>
    </table>
  );
}

/** A row whose page is on its way. */
function Awaited() {
  return (
    <tr aria-hidden="true">
      <td colSpan={5}>
        <span className="ghost-bar" />
      </td>
    </tr>
  );
}

const columns = [
  { head: t('Server and publisher'), className: 'named', width: undefined, num: false },
  { head: t('Runs as'), className: 'runs-as', width: 76, num: false },
  { head: t('Asks for'), className: 'asks-for', width: 132, num: false },
  { head: t('Changed'), className: 'changed', width: 66, num: true },
  { head: t('Uses'), className: 'uses', width: 58, num: true },
] as const;

function Heads() {
  return (
    <>
      <colgroup>
        {columns.map(({ head, className, width }) => (
          <col key={head} className={className} style={width === undefined ? undefined : { width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ head, className, num }) => (
            <th key={head} scope="col" className={`${className} ${num ? 'numeric' : ''}`}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}

interface RowProps {
  readonly row: EntryRow;
  readonly index: number;
  readonly picked: boolean;
  readonly isFirst: boolean;
  readonly now: number;
  readonly onChoose: (row: EntryRow) => void;
}

function Row({ row, index, picked, isFirst, now, onChoose }: RowProps) {
  const alike = row.lookAlike !== null;
  return (
    <tr
      className={`selectable ${alike ? 'asks' : ''} ${row.status === 'active' && !row.forbidden ? '' : 'withdrawn'}`}
      data-picked={picked}
      aria-rowindex={index + 2}
      aria-current={picked ? 'true' : undefined}
      tabIndex={picked || isFirst ? 0 : -1}
      onClick={() => onChoose(row)}
      onKeyDown={event => {
        if (event.key === ' ' && event.target === event.currentTarget) {
          event.preventDefault();
          onChoose(row);
        }
      }}
    >
      <td>
        <EntryWords row={row} now={now} />
      </td>
      <td className="runs-as">
        <RunsAs runs={row.runs} />
      </td>
      <td className="asks-for muted">{asksWords(row.asks)}</td>
      <td className="changed numeric muted">{changedAge(row, now)}</td>
      <td className="uses numeric muted">{row.uses === null ? missing : formatShort(row.uses)}</td>
    </tr>
  );
}

function EntryWords({ row, now }: { row: EntryRow; now: number }) {
  return (
    <span className="two-lines">
      <span className="line entry-name">
        <Foreign text={shortName(row)} className="strong ellipsis" />
        {row.verified ? (
          <BadgeCheck className="icon-14 verified" role="img" aria-label={t('publisher verified')} />
        ) : null}
        <Foreign text={row.namespace} className="subtle text-2xs ellipsis" />
      </span>
      <SecondLine row={row} now={now} />
    </span>
  );
}

function RunsAs({ runs: [first, ...others] }: Pick<EntryRow, 'runs'>) {
  if (first === undefined) return null;
  return (
    <span className="line">
      <span className="tag">{wayWords[first]}</span>
      {others.length === 0 ? null : (
        <span className="subtle text-2xs" title={others.map(kind => wayWords[kind]).join(', ')}>
          {`+${others.length}`}
        </span>
      )}
    </span>
  );
}

/** What it does, or in its place what a person should know before anything else. */
function SecondLine({ row, now }: { row: EntryRow; now: number }) {
  const alike = lookAlikeWords(row, now);
  if (row.forbidden)
    return (
      <small className="ellipsis text-crashed">
        <ReasonText reason={row.forbidden} max={60} />
      </small>
    );
  if (row.status !== 'active')
    return (
      <small className="line">
        <Status tone="stopped">{row.status === 'withdrawn' ? t('withdrawn') : t('deprecated')}</Status>
        <Foreign text={row.description} className="ellipsis" max={200} />
      </small>
    );
  if (alike !== null)
    return (
      <small className="ellipsis text-attention">
        <Foreign text={alike} max={120} />
      </small>
    );
  return (
    <small className="ellipsis">
      <Foreign text={row.description} max={200} />
    </small>
  );
}

function Space({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true">
      <td style={{ height, border: 0, padding: 0 }} />
    </tr>
  );
}
