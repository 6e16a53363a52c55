// The columns of the list of servers.
import type { Server } from '../../../electron/contract/servers.ts';
import type { Column } from '../../parts/data-table.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Status } from '../../parts/shape.tsx';
import { restartsOf, type UsageById } from '../../store/server-list.ts';
import { formatBytes, formatMoment, formatPercent, missing } from '../../words/format.ts';
import { visibleText } from '../../words/visible-text.ts';
import { kindWords, serverWords, startsSentence } from '../../words/server-words.ts';

const nothing = <span className="mm">{missing}</span>;

export function serverColumns(now: number, usage: UsageById): Column<Server>[] {
  return [
    {
      head: 'Server',
      cell: server => (
        <span className="two">
          <Foreign text={server.name} className="strong cut" />
          <small className="cut">
            {kindWords(server.kind)}, <Foreign text={server.program} />
            {server.runs > 1 ? `, ${server.runs} runs` : ''}
          </small>
        </span>
      ),
    },
    { head: 'State', width: 172, cell: ({ state }) => <StateCell state={state} now={now} /> },
    { head: 'Tools', width: 46, num: true, cell: ({ toolCount }) => (toolCount > 0 ? toolCount : nothing) },
    {
      head: 'Restarts',
      width: 58,
      num: true,
      className: 'roomiest',
      cell: server => (
        <span className={server.crashes > 0 ? 'text-crashed' : 'm'} title={startsSentence(server)}>
          {restartsOf(server)}
        </span>
      ),
    },
    {
      head: 'CPU',
      width: 52,
      num: true,
      className: 'roomier',
      cell: ({ id }) => {
        const used = usage[id];
        return used ? <span className="m">{formatPercent(used.cpuPercent)}</span> : nothing;
      },
    },
    {
      head: 'Memory',
      width: 68,
      num: true,
      className: 'roomier',
      cell: ({ id }) => {
        const used = usage[id];
        return used ? <span className="m">{formatBytes(used.rssBytes)}</span> : nothing;
      },
    },
  ];
}

function StateCell({ state, now }: { state: Server['state']; now: number }) {
  const { tone, word, more, reason } = serverWords(state, now);
  return (
    <span
      className="two"
      title={`since ${formatMoment(state.since)}${reason === null ? '' : `: ${visibleText(reason)}`}`}
    >
      <Status tone={tone}>{word}</Status>
      <small className="pl-4 cut">
        {more}
        {reason === null ? null : (
          <>
            , <Foreign text={reason} max={200} />
          </>
        )}
      </small>
    </span>
  );
}
