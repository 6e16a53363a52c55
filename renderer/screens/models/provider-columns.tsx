// The columns of the list of providers.
import { Foreign } from '../../parts/foreign.tsx';
import { Status } from '../../parts/shape.tsx';
import { formatCost, formatMoment, formatShort, missing } from '../../words/format.ts';
import { language, t } from '../../words/language.ts';
import { providerPlace, providerWords } from '../../words/model-words.ts';
import { tokensOf } from './provider-list.ts';
import type { ModelProvider } from '../../../contract/schemas/models.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';
import type { Column } from '../../parts/data-table.tsx';

const nothing = <span className="subtle">{missing}</span>;

/** `currency` is null while it is not known. */
export function providerColumns(snapshot: Snapshot, now: number, currency: string | null): Column<ModelProvider>[] {
  return [
    {
      head: t('Provider'),
      cell: provider => <NameCell provider={provider} place={providerPlace(provider, snapshot)} />,
    },
    {
      head: t('State'),
      width: { en: 164, de: 190 }[language],
      cell: provider => <StateCell provider={provider} now={now} />,
    },
    {
      head: t('Models'),
      width: 58,
      num: true,
      className: 'roomiest',
      cell: ({ modelCount }) => (modelCount === null ? nothing : <span className="muted">{modelCount}</span>),
    },
    {
      head: t('Tokens'),
      width: 62,
      num: true,
      className: 'roomier',
      cell: provider => {
        const tokens = tokensOf(provider);
        return tokens === 0 ? nothing : <span className="muted">{formatShort(tokens)}</span>;
      },
    },
    {
      head: t('Cost'),
      width: 66,
      num: true,
      className: 'roomier',
      cell: ({ today: { cost } }) =>
        cost === null || currency === null ? nothing : <span className="muted">{formatCost(cost, currency)}</span>,
    },
  ];
}

function NameCell({ provider: { name }, place }: { provider: ModelProvider; place: string }) {
  return (
    <span className="two-lines">
      <Foreign text={name} className="strong ellipsis" />
      <small className="ellipsis">
        <Foreign text={place} />
      </small>
    </span>
  );
}

function StateCell({ provider: { state }, now }: { provider: ModelProvider; now: number }) {
  const { tone, word, more } = providerWords(state, now);
  return (
    <span
      className="two-lines"
      title={'since' in state ? t('since {time}', { time: formatMoment(state.since) }) : undefined}
    >
      <Status tone={tone}>{word}</Status>
      <small className="pl-4 ellipsis">
        <Foreign text={more} />
      </small>
    </span>
  );
}
