// What a server lists beside its tools: resources with their templates, or prompts.
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { Unanswered } from '../../../parts/unanswered.tsx';
import { type RequestState, useRequest } from '../../../parts/use-request.ts';
import { formatCount, missing } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import type { ServerOffers } from '../../../../contract/schemas/server-config.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';

/** Asked once for each run, again when its health has changed, and only while there is one. */
export function useOffers({ id, state }: Server): RequestState<ServerOffers> {
  const runs = state.kind === 'running' || state.kind === 'degraded';
  return useRequest(runs ? `${id} ${state.pid} ${state.kind}` : null, link =>
    link.request('servers:offers', { serverId: id }),
  );
}

interface OffersTabProps {
  readonly server: Server;
  readonly offers: RequestState<ServerOffers>;
  readonly kind: 'resources' | 'prompts';
}

export function OffersTab({ server, offers, kind }: OffersTabProps) {
  const { state } = server;
  if (state.kind !== 'running' && state.kind !== 'degraded' && offers.kind !== 'there') {
    return (
      <p className="subtle p-4 text-xs">
        {kind === 'prompts'
          ? t('What it offers is known while it runs; start it to see its prompts.')
          : t('What it offers is known while it runs; start it to see its resources.')}
      </p>
    );
  }
  if (offers.kind !== 'there') return <Unanswered asked={offers} />;
  return (
    <div className="scrolls" tabIndex={0} role="region" aria-label={kind === 'prompts' ? t('Prompts') : t('Resources')}>
      {kind === 'prompts' ? <Prompts offers={offers.value} /> : <Resources offers={offers.value} />}
    </div>
  );
}

type Resource = ServerOffers['resources'][number];
type Prompt = ServerOffers['prompts'][number];

function Resources({ offers }: { offers: ServerOffers }) {
  const { resources, templates, counts } = offers;
  if (counts.resources + counts.templates === 0)
    return <p className="subtle p-4 text-xs">{t('It lists no resources.')}</p>;
  return (
    <>
      {resources.length === 0 ? null : (
        <DataTable label={t('Resources')} roomy columns={resourceColumns} rows={resources} rowId={({ uri }) => uri} />
      )}
      {templates.length === 0 ? null : (
        <>
          <PaneHead title={t('Templates')} note={t('addresses that are made by filling in')} />
          <DataTable label={t('Templates')} roomy columns={resourceColumns} rows={templates} rowId={({ uri }) => uri} />
        </>
      )}
      <Hidden shown={resources.length + templates.length} all={counts.resources + counts.templates} />
    </>
  );
}

function Prompts({ offers: { prompts, counts } }: { offers: ServerOffers }) {
  if (counts.prompts === 0) return <p className="subtle p-4 text-xs">{t('It lists no prompts.')}</p>;
  return (
    <>
      <DataTable label={t('Prompts')} roomy columns={promptColumns} rows={prompts} rowId={({ name }) => name} />
      <Hidden shown={prompts.length} all={counts.prompts} />
    </>
  );
}

function Hidden({ shown, all }: { shown: number; all: number }) {
  if (shown >= all) return null;
  return (
    <p className="subtle px-4 py-2 text-xs">
      {t('The first {shown} of {all} are shown; agents see all of them.', {
        shown: formatCount(shown),
        all: formatCount(all),
      })}
    </p>
  );
}

const resourceColumns: Column<Resource>[] = [
  {
    head: t('Resource'),
    cell: ({ uri, name }) => (
      <span className="two-lines">
        <Foreign className="ellipsis strong" text={name || uri} />
        <Foreign className="ellipsis mono subtle text-2xs" text={uri} />
      </span>
    ),
  },
  {
    head: t('Type'),
    width: 110,
    cell: ({ mimeType }) => <Foreign className="muted mono ellipsis" text={mimeType ?? missing} />,
  },
  {
    head: t('Description'),
    cell: ({ description }) => <Foreign className="muted ellipsis" text={description ?? missing} />,
  },
];

const promptColumns: Column<Prompt>[] = [
  { head: t('Prompt'), cell: ({ name }) => <Foreign className="ellipsis mono" text={name} /> },
  {
    head: t('Arguments'),
    cell: ({ arguments: names }) => (
      <Foreign className="muted mono ellipsis" text={names.length === 0 ? t('none') : names.join(', ')} />
    ),
  },
  {
    head: t('Description'),
    cell: ({ description }) => <Foreign className="muted ellipsis" text={description ?? missing} />,
  },
];
