// A log that grows: only the lines in sight are in the page, however many there are.
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDownToLine, Search } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatClockMs, formatMoment } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { Button } from '../button.tsx';
import { Segmented } from '../choices.tsx';
import { CopyButton } from '../copy.tsx';
import { Foreign } from '../foreign.tsx';
import { ReasonText } from '../reason-text.tsx';
import { Said } from '../sheet.tsx';
import { type LogSource, lineClass, linesFrom, logText, streamWords } from './log-lines.ts';
import type { ServerLogLine } from '../../../contract/schemas/servers.ts';
import type { ShownLog } from './use-log.ts';

/** Height of `.log li` in setup.css while it is one line. */
const linePx = 19;

const sources = [
  { value: 'all', label: t('All') },
  { value: 'stderr', label: 'stderr' },
  { value: 'stdout', label: 'stdout' },
  { value: 'pilothouse', label: t('Hub') },
] as const;

interface LogViewProps extends ShownLog {
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** What forgets its lines, where it can be cleared. */
  readonly clear?: ReactNode;
  /** Stands below other things, with a height of its own. */
  readonly brief?: boolean;
}

export function LogView({ lines, said, search, onSearch, clear, brief }: LogViewProps) {
  const [source, setSource] = useState<LogSource>('all');
  const [follow, setFollow] = useState(true);
  const shown = linesFrom(lines ?? [], source);
  return (
    <section className={`log-view ${brief ? 'brief' : ''}`} aria-label={t('Log')}>
      <div className="pane-head">
        <h3>{t('Log')}</h3>
        <Segmented label={t('Lines from')} value={source} onChoose={setSource} choices={sources} />
        <span className="note ellipsis">
          {lines && t('{count, plural, =0 {no lines} one {# line} other {# lines}}', { count: shown.length })}
        </span>
        <span className="fill" />
        <SearchField search={search} onChange={onSearch} />
        <FollowButton follow={follow} onFollow={setFollow} />
        <CopyButton what={t('log')} text={logText(shown)} />
        {clear}
      </div>
      {said === null ? null : (
        <div className="p-4">
          <Said sentence={said} />
        </div>
      )}
      {lines === null && said === null ? <span className="ghost-bar m-4" /> : null}
      {lines !== null && shown.length === 0 ? <NoLine isFiltered={search !== '' || source !== 'all'} /> : null}
      {shown.length > 0 ? <Lines lines={shown} follow={follow} onFollow={setFollow} /> : null}
    </section>
  );
}

function SearchField({ search, onChange }: { search: string; onChange: (search: string) => void }) {
  return (
    <label className="field slim">
      <Search className="icon" aria-hidden="true" />
      <input
        type="search"
        aria-label={t('Search the log')}
        placeholder={t('Search')}
        value={search}
        maxLength={200}
        onChange={event => onChange(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          if (search === '') event.currentTarget.blur();
          else onChange('');
        }}
      />
    </label>
  );
}

function FollowButton({ follow, onFollow }: Omit<LinesProps, 'lines'>) {
  return (
    <Button
      size="small"
      look={follow ? 'active' : undefined}
      icon={ArrowDownToLine}
      aria-pressed={follow}
      onClick={() => onFollow(!follow)}
    >
      {t('Follow')}
    </Button>
  );
}

function NoLine({ isFiltered }: { isFiltered: boolean }) {
  return (
    <p className="subtle p-4 text-xs" role="status">
      {isFiltered ? t('No line matches.') : t('It has written nothing yet. Lines appear here while it writes them.')}
    </p>
  );
}

interface LinesProps {
  readonly lines: readonly ServerLogLine[];
  readonly follow: boolean;
  readonly onFollow: (follow: boolean) => void;
}

/** The lines in sight; the newest among them while they are followed. */
function useLinesInSight(lines: readonly ServerLogLine[], follow: boolean) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => linePx,
    getItemKey: index => lines[index]?.seq ?? index,
    overscan: 12,
  });
  const newest = lines.at(-1)?.seq ?? 0;
  useEffect(() => {
    if (follow && newest > 0) rows.scrollToIndex(rows.options.count - 1, { align: 'end' });
  }, [follow, newest, rows]);
  return { scroller, rows };
}

function Lines({ lines, follow, onFollow }: LinesProps) {
  const { scroller, rows } = useLinesInSight(lines, follow);
  return (
    <div
      className="scrolls log-lines"
      ref={scroller}
      tabIndex={0}
      role="log"
      aria-label={t('Lines')}
      aria-live="off"
      onWheel={event => event.deltaY < 0 && onFollow(false)}
      onKeyDown={event => ['ArrowUp', 'PageUp', 'Home'].includes(event.key) && onFollow(false)}
    >
      <ol style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const line = lines[index];
          if (!line) return null;
          return (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              className={lineClass(line)}
              style={{ transform: `translateY(${start}px)` }}
            >
              <time title={formatMoment(line.at)}>{formatClockMs(line.at)}</time>
              <em>{streamWords[line.stream]}</em>
              {line.why ? <ReasonText reason={line.why} /> : <Foreign text={line.text} />}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
