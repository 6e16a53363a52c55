// The tools of one server: what each costs in every agent's context, and whether agents get it.
import { routeHref } from '../../../frame/route.ts';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { ToolKind } from '../../../parts/tool-kind.tsx';
import { ToolReview, useReviews } from '../../../parts/tool-review.tsx';
import { ToolSwitch } from '../../../parts/tool-switch.tsx';
import { asksForReview, isOffered } from '../../../store/offered-tools.ts';
import { formatBytes, formatCount } from '../../../words/format.ts';
import { t, tIn } from '../../../words/language.ts';
import { estimateTokens, tokensSentence } from '../../../words/token-words.ts';
import { AcceptAll } from './accept-all.tsx';
import type { Tool } from '../../../../contract/schemas/entities.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';

/** A server that changes thousands of tools is answered step by step. */
const shownReviews = 10;

export function ServerTools({ server, tools }: { server: Server; tools: readonly Tool[] }) {
  const asking = tools.filter(asksForReview);
  const reviews = useReviews(asking);
  if (tools.length === 0) return <p className="subtle p-4 text-xs">{t('Its tools are known once it has run.')}</p>;
  return (
    <div className="scrolls" tabIndex={0} role="region" aria-label={t('Tools of this server')}>
      <Totals tools={tools} />
      {asking.length > 1 ? (
        <p className="px-4 py-2">
          <AcceptAll server={server} count={asking.length} />
        </p>
      ) : null}
      {asking.slice(0, shownReviews).map(tool => (
        <ToolReview key={tool.id} tool={tool} held={tool.held ?? 'new'} asked={reviews} named />
      ))}
      {asking.length > shownReviews ? (
        <p className="subtle px-4 py-2 text-xs">
          {t('{count, plural, one {# more review} other {# more reviews}} come up as you answer these.', {
            count: asking.length - shownReviews,
          })}
        </p>
      ) : null}
      <DataTable
        label={t('Tools of {name}', { name: server.name })}
        columns={columnsFor(server)}
        rows={tools}
        rowId={tool => tool.id}
        rowClass={tool => (tool.held === 'new' || tool.held === 'changed' ? 'asks' : '')}
      />
    </div>
  );
}

function Totals({ tools }: { tools: readonly Tool[] }) {
  const offered = tools.filter(isOffered);
  const held = tools.filter(tool => tool.held !== null).length;
  const bytes = offered.reduce((sum, tool) => sum + tool.bytes, 0);
  return (
    <p className="pane-head">
      <span className="muted">
        {t(
          '{offered} of {all, plural, one {# tool} other {# tools}} offered, {bytes}, {tokens} in every agent’s context',
          {
            offered: formatCount(offered.length),
            all: tools.length,
            bytes: formatBytes(bytes),
            tokens: tokensSentence(bytes),
          },
        )}
      </span>
      <span className="fill" />
      {held === 0 ? null : (
        <span className="text-attention">
          {t('{count, plural, one {# tool} other {# tools}} held back', { count: held })}
        </span>
      )}
    </p>
  );
}

function columnsFor({ id, name }: Server): Column<Tool>[] {
  return [
    { head: tIn('switch', 'On'), width: 56, cell: tool => <ToolSwitch tool={tool} /> },
    {
      head: t('Tool'),
      width: 190,
      cell: tool => (
        <span className="cell">
          <a
            className="mono hover:underline ellipsis"
            href={routeHref('tools', tool.id)}
            title={t('Open {tool} of {name}', { tool: tool.id, name })}
          >
            <Foreign text={tool.id.slice(id.length + 1)} max={60} />
          </a>
          {tool.offFor.length === 0 ? null : (
            <span className="subtle text-2xs whitespace-nowrap">
              {t('off for {count, number}', { count: tool.offFor.length })}
            </span>
          )}
        </span>
      ),
    },
    { head: t('Kind'), width: 92, cell: tool => <ToolKind tool={tool} /> },
    {
      head: t('Description'),
      className: 'roomier',
      cell: tool => <Foreign className="muted" text={tool.description} max={200} />,
    },
    { head: t('Size'), width: 64, num: true, cell: tool => <span className="muted">{formatBytes(tool.bytes)}</span> },
    {
      head: t('Tokens'),
      width: 62,
      num: true,
      cell: tool => <span className="muted">{formatCount(estimateTokens(tool.bytes))}</span>,
    },
  ];
}
