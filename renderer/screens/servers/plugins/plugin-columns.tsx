// The columns of the list of plugins.
import { Foreign } from '../../../parts/foreign.tsx';
import { Status } from '../../../parts/shape.tsx';
import { formatAge, formatMoment, missing } from '../../../words/format.ts';
import { language, t } from '../../../words/language.ts';
import { pluginWords } from '../../../words/plugin-words.ts';
import { changedWords } from '../../../words/tool-words.ts';
import type { Plugin } from '../../../../contract/schemas/plugins.ts';
import type { Column } from '../../../parts/data-table.tsx';

export function pluginColumns(now: number): Column<Plugin>[] {
  return [
    { head: t('Plugin'), cell: plugin => <NameCell plugin={plugin} /> },
    {
      head: t('State'),
      width: { en: 208, de: 240 }[language],
      cell: plugin => <StateCell plugin={plugin} now={now} />,
    },
    {
      head: t('Tools'),
      width: 52,
      num: true,
      className: 'roomier',
      cell: ({ tools }) => <span className="muted">{tools ?? missing}</span>,
    },
    {
      head: t('Last seen'),
      width: 84,
      num: true,
      className: 'roomier',
      cell: ({ lastSeenAt }) => (
        <span className="muted" title={formatMoment(lastSeenAt)}>
          {formatAge(lastSeenAt, now)}
        </span>
      ),
    },
  ];
}

function NameCell({ plugin: { id, name } }: { plugin: Plugin }) {
  return (
    <span className="two-lines">
      <Foreign text={name} className="strong ellipsis" />
      <small className="mono ellipsis">
        <Foreign text={id} />
      </small>
    </span>
  );
}

function StateCell({ plugin, now }: { plugin: Plugin; now: number }) {
  const { state, held } = plugin;
  const words = pluginWords(plugin, now);
  // Of what runs well, what a person should look at is said first.
  const { tone, word } = held > 0 && state.kind === 'active' ? changedWords(held) : words;
  return (
    <span className="two-lines" title={t('since {time}', { time: formatMoment(state.since) })}>
      <Status tone={tone}>
        <Foreign text={word} />
      </Status>
      <small className="pl-4 ellipsis">
        <Foreign text={words.more} />
      </small>
    </span>
  );
}
