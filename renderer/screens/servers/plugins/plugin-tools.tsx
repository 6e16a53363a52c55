// The tools of a plugin: what it says they do, how risky and how fast, how often they were used, and what changed of them.
import { visibleText } from '../../../../contract/visible-text.ts';
import { routeHref } from '../../../frame/route.ts';
import { Switch } from '../../../parts/choices.tsx';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { useAct, useLive, useSnapshot } from '../../../parts/panel-context.tsx';
import { Status } from '../../../parts/shape.tsx';
import { ToolReview, useReviews } from '../../../parts/tool-review.tsx';
import { asksForReview } from '../../../store/offered-tools.ts';
import { formatCount, formatDuration, missing } from '../../../words/format.ts';
import { language, t } from '../../../words/language.ts';
import { pluginKindWord, pluginSpeedWord } from '../../../words/plugin-words.ts';
import { heldWord } from '../../../words/tool-words.ts';
import type { Plugin, PluginTool } from '../../../../contract/schemas/plugins.ts';

interface ToolsProps {
  readonly plugin: Plugin;
  readonly tools: readonly PluginTool[];
}

export function PluginTools({ plugin, tools }: ToolsProps) {
  const { id, name } = plugin;
  return (
    <section aria-label={t('Tools')}>
      <PaneHead
        title={t('Tools')}
        note={t('{count}, called {id}::NAME', { count: formatCount(tools.length), id: visibleText(id) })}
      >
        <Offered plugin={plugin} />
      </PaneHead>
      <Reviews pluginId={id} />
      {tools.length === 0 ? (
        <p className="subtle p-4 text-xs">{t('It has listed no tool yet.')}</p>
      ) : (
        <DataTable
          label={t('Tools of {name}', { name: visibleText(name) })}
          columns={columns}
          rows={tools}
          rowId={tool => tool.id}
          rowClass={({ held }) => (held === 'new' || held === 'changed' ? 'asks' : '')}
        />
      )}
    </section>
  );
}

function Offered({ plugin: { id, offered } }: { plugin: Plugin }) {
  const act = useAct();
  const live = useLive();
  return (
    <label className="line subtle text-2xs">
      {t('offered to agents')}
      <Switch
        label={t('Offer its tools to agents')}
        on={offered}
        disabled={!live}
        onSwitch={on => void act('plugins:set-offered', { pluginId: id, on })}
      />
    </label>
  );
}

/** What was approved stays in use until what is new has been looked at. */
function Reviews({ pluginId }: { pluginId: string }) {
  const { tools } = useSnapshot();
  const asking = Object.values(tools).filter(
    tool => tool.source.kind === 'plugin' && tool.source.pluginId === pluginId && asksForReview(tool),
  );
  const reviews = useReviews(asking);
  return asking.map(tool => <ToolReview key={tool.id} tool={tool} held={tool.held ?? 'new'} asked={reviews} named />);
}

const columns: Column<PluginTool>[] = [
  {
    head: t('Tool'),
    width: '24%',
    cell: ({ id, name }) => (
      <a className="mono hover:underline ellipsis" href={routeHref('tools', id)}>
        <Foreign text={name} max={60} />
      </a>
    ),
  },
  {
    head: t('What it says it does'),
    cell: ({ description, title }) => <Foreign className="muted" text={description || title} max={200} />,
  },
  { head: t('Kind'), width: 92, cell: tool => <KindCell tool={tool} /> },
  {
    head: t('Speed'),
    width: 64,
    className: 'only-when-wide',
    cell: ({ speed }) => <span className="muted">{speed === null ? missing : pluginSpeedWord(speed)}</span>,
  },
  {
    head: t('Uses'),
    width: { en: 52, de: 80 }[language],
    num: true,
    cell: ({ uses }) => <span className="muted">{formatCount(uses)}</span>,
  },
  { head: 'p95', width: 72, num: true, cell: ({ p95Ms }) => <span className="muted">{formatDuration(p95Ms)}</span> },
];

function KindCell({ tool: { kind, held } }: { tool: PluginTool }) {
  if (held !== null) {
    const { tone, word } = heldWord(held);
    return <Status tone={tone}>{word}</Status>;
  }
  if (kind === 'dangerous') return <span className="tag attention">{pluginKindWord(kind)}</span>;
  return <span className={kind === 'reads' ? 'subtle' : ''}>{pluginKindWord(kind)}</span>;
}
