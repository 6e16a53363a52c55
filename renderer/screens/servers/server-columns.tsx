// The columns of the list of servers.
import { visibleText } from '../../../contract/visible-text.ts';
import { Foreign } from '../../parts/foreign.tsx';
import { Status } from '../../parts/shape.tsx';
import { formatBytes, formatDuration, formatMoment, formatPercent, missing } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { kindWords, serverWords, startsSentence } from '../../words/server-words.ts';
import { changedWords } from '../../words/tool-words.ts';
import type { Server, ServerUsage } from '../../../contract/schemas/servers.ts';
import type { Column } from '../../parts/data-table.tsx';
import type { UsageById } from './server-list.ts';

const nothing = <span className="subtle">{missing}</span>;

export function serverColumns(now: number, usage: UsageById, waiting: ReadonlyMap<string, number>): Column<Server>[] {
  return [
    { head: t('Server'), cell: server => <NameCell server={server} /> },
    {
      head: t('State'),
      width: 172,
      cell: server => <StateCell server={server} now={now} changed={waiting.get(server.id) ?? 0} />,
    },
    { head: t('Tools'), width: 46, num: true, cell: ({ toolCount }) => (toolCount > 0 ? toolCount : nothing) },
    {
      head: t('Restarts'),
      width: 58,
      num: true,
      className: 'roomiest',
      cell: server => (
        <span className={server.crashes > 0 ? 'text-crashed' : 'muted'} title={startsSentence(server)}>
          {server.restartCount}
        </span>
      ),
    },
    {
      head: t('Start time'),
      width: 74,
      num: true,
      className: 'roomiest',
      cell: ({ startMs }) =>
        startMs === null ? (
          nothing
        ) : (
          <span className="muted" title={t('how long its last start took')}>
            {formatDuration(startMs)}
          </span>
        ),
    },
    usageColumn('CPU', 52, usage, ({ cpuPercent }) => formatPercent(cpuPercent)),
    usageColumn(t('Memory'), 68, usage, ({ rssBytes }) => formatBytes(rssBytes)),
  ];
}

function usageColumn(
  head: string,
  width: number,
  usage: UsageById,
  words: (used: ServerUsage) => string,
): Column<Server> {
  return {
    head,
    width,
    num: true,
    className: 'roomier',
    cell: ({ id }) => {
      const used = usage[id];
      return used ? <span className="muted">{words(used)}</span> : nothing;
    },
  };
}

function NameCell({ server: { id, name, kind, program, runs } }: { server: Server }) {
  return (
    <span className="two-lines">
      <Foreign text={name} className="strong ellipsis" />
      <small className="ellipsis">
        {kindWords(kind)}, <Foreign text={program} />
        {id === name ? '' : `, ${id}`}
        {runs > 1 ? `, ${t('{runs, plural, one {# run} other {# runs}}', { runs })}` : ''}
      </small>
    </span>
  );
}

function StateCell({ server, now, changed }: { server: Server; now: number; changed: number }) {
  const { state, restarts } = server;
  const { more, reason, ...words } = serverWords(state, now);
  // Of what runs well, what a person should look at is said first.
  const asks = changed > 0 && state.kind === 'running';
  const { tone, word } = asks ? changedWords(changed) : words;
  return (
    <span
      className="two-lines"
      title={
        reason === null
          ? t('since {time}', { time: formatMoment(state.since) })
          : t('since {time}: {reason}', { time: formatMoment(state.since), reason: visibleText(reason) })
      }
    >
      <Status tone={tone}>{word}</Status>
      <small className="pl-4 ellipsis">
        {restarts === null
          ? more
          : t('start {used} of {of}, {more}', { used: String(restarts.used), of: String(restarts.of), more })}
        {reason === null ? null : (
          <>
            , <Foreign text={reason} max={200} />
          </>
        )}
      </small>
    </span>
  );
}
