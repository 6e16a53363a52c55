// The ways into the hub, each with its state in words.
import { endpointTitles } from '../words/endpoint-words.ts';
import { t } from '../words/language.ts';
import { reasonWords } from '../words/reason-words.ts';
import { ActButton } from './button.tsx';
import { Switch } from './choices.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { Foreign } from './foreign.tsx';
import { useAct, useLive, useSnapshot } from './panel-context.tsx';
import { ReasonText } from './reason-text.tsx';
import { Status } from './shape.tsx';
import type { Endpoint } from '../../contract/schemas/entities.ts';

const columns: readonly Column<Endpoint>[] = [
  { head: t('On'), width: 56, cell: endpoint => <Listen endpoint={endpoint} /> },
  { head: t('Way in'), width: 140, cell: ({ id }) => <span className="wraps">{endpointTitles[id]}</span> },
  { head: t('Address'), cell: endpoint => <Addresses endpoint={endpoint} /> },
  {
    head: t('State'),
    width: 140,
    cell: endpoint => (
      <span className="wraps">
        <WholeState endpoint={endpoint} />
        {endpoint.withoutToken ? <small className="block">{t('also without a token')}</small> : null}
        <Refused endpoint={endpoint} />
      </span>
    ),
  },
  { head: t('–Actions'), width: 104, num: true, cell: endpoint => <NewToken endpoint={endpoint} /> },
];

export function EndpointTable() {
  const { endpoints } = useSnapshot();
  return <DataTable label={t('Endpoints')} rows={Object.values(endpoints)} rowId={({ id }) => id} columns={columns} />;
}

function Listen({ endpoint: { id, switchable, state } }: { endpoint: Endpoint }) {
  const act = useAct();
  const live = useLive();
  return (
    <Switch
      label={t('Listen: {title}', { title: endpointTitles[id] })}
      on={state.kind !== 'off'}
      disabled={!live || !switchable}
      title={switchable ? undefined : t('Always on: Pilothouse needs it itself')}
      onSwitch={on => void act('endpoints:set', { endpointId: id, on })}
    />
  );
}

/** What was turned away there. */
function Refused({ endpoint: { limited, crowded } }: { endpoint: Endpoint }) {
  return (
    <>
      {limited ? (
        <small className="block">
          {t('{count, plural, one {# request} other {# requests}} past the limit', { count: limited })}
        </small>
      ) : null}
      {crowded ? (
        <small className="block">
          {t('{count, plural, one {# connection} other {# connections}} closed to make room', { count: crowded })}
        </small>
      ) : null}
    </>
  );
}

function NewToken({ endpoint }: { endpoint: Endpoint }) {
  const { id, places = [endpoint] } = endpoint;
  const act = useAct();
  if (id !== 'claudezilla' || !places.some(place => place.state.kind === 'listening')) return null;
  return (
    <ActButton
      size="small"
      aria-label={t('New token for Claudezilla')}
      title={t('Agents read it from its file again; the old one is refused from then on')}
      onClick={() => void act('endpoints:rotate-token', { endpointId: id }, t('The token was replaced.'))}
    >
      {t('New token')}
    </ActButton>
  );
}

/** One line for each address at which a way in is looked for, with its own state where they differ. */
function Addresses({ endpoint }: { endpoint: Endpoint }) {
  const { places = [endpoint] } = endpoint;
  return (
    <span className="grid gap-1">
      {places.map(({ address, state }) => (
        <span key={address} className="wraps">
          <Foreign text={address} className="mono muted" />
          {isMixed(places) ? (
            <span className="block">
              <EndpointState state={state} />
            </span>
          ) : null}
        </span>
      ))}
    </span>
  );
}

function WholeState({ endpoint: { state, places = [] } }: { endpoint: Endpoint }) {
  if (!isMixed(places)) return <EndpointState state={state} />;
  const open = places.filter(place => place.state.kind === 'listening').length;
  return <Status tone="attention">{t('{open} of {all} listening', { open, all: places.length })}</Status>;
}

function isMixed(places: readonly Pick<Endpoint, 'state'>[]): boolean {
  return new Set(places.map(({ state }) => state.kind)).size > 1;
}

function EndpointState({ state }: { state: Endpoint['state'] }) {
  switch (state.kind) {
    case 'listening':
      return <Status tone="running">{t('listening')}</Status>;
    case 'held': {
      const [by, remedy] = [reasonWords(state.by), reasonWords(state.remedy)];
      const sentence = t('held by {by}: {remedy}', { by, remedy });
      return (
        <Status tone="attention" title={sentence}>
          <Foreign text={sentence} />
        </Status>
      );
    }
    case 'failed':
      return (
        <Status tone="crashed" title={reasonWords(state.reason)}>
          <ReasonText reason={state.reason} />
        </Status>
      );
    case 'off':
      return <Status tone="stopped">{t('off')}</Status>;
  }
}
