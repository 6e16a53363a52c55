// The ways into the hub, each with its state in words.
import type { ReactNode } from 'react';

import type { Endpoint } from '../../../electron/contract/entities.ts';
import { ActButton } from '../../parts/button.tsx';
import { Switch } from '../../parts/choices.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useAct, useLive, useSnapshot } from '../../parts/panel-context.tsx';
import { Status } from '../../parts/shape.tsx';

type Place = Pick<Endpoint, 'address' | 'state'>;

export function EndpointTable() {
  const { endpoints } = useSnapshot();
  const act = useAct();
  const live = useLive();
  return (
    <DataTable
      label="Endpoints"
      rows={Object.values(endpoints)}
      rowId={endpoint => endpoint.id}
      columns={[
        {
          head: 'On',
          width: 56,
          cell: ({ id, title, switchable, state }) => (
            <Switch
              label={`Listen: ${title}`}
              on={state.kind !== 'off'}
              disabled={!live || !switchable}
              title={switchable ? undefined : 'Always on: Pilothouse needs it itself'}
              onSwitch={on => void act('endpoints:set', { endpointId: id, on })}
            />
          ),
        },
        {
          head: 'Way in',
          cell: endpoint => (
            <span className="wraps">
              <Foreign text={endpoint.title} />
            </span>
          ),
        },
        {
          head: 'Address',
          cell: endpoint => (
            <Places endpoint={endpoint}>{({ address }) => <Foreign text={address} className="mono m" />}</Places>
          ),
        },
        {
          head: 'State',
          width: 190,
          cell: endpoint => <Places endpoint={endpoint}>{({ state }) => <EndpointState state={state} />}</Places>,
        },
        {
          head: '–Actions',
          width: 104,
          num: true,
          cell: ({ id, state, places = [{ state }] }) =>
            id === 'claudezilla' && places.some(place => place.state.kind === 'listening') ? (
              <ActButton
                size="sm"
                aria-label="New token for Claudezilla"
                title="Agents read it from its file again; the old one is refused from then on"
                onClick={() => void act('endpoints:rotate-token', { endpointId: id }, 'The token was replaced.')}
              >
                New token
              </ActButton>
            ) : null,
        },
      ]}
    />
  );
}

/** One line for each address at which a way in is looked for. */
function Places({ endpoint, children }: { endpoint: Endpoint; children: (place: Place) => ReactNode }) {
  const places = endpoint.places ?? [endpoint];
  return (
    <span className="grid gap-1">
      {places.map(place => (
        <span key={place.address} className="wraps">
          {children(place)}
        </span>
      ))}
    </span>
  );
}

function EndpointState({ state }: { state: Endpoint['state'] }) {
  switch (state.kind) {
    case 'listening':
      return <Status tone="running">listening</Status>;
    case 'held':
      return (
        <Status tone="attention" title={`held by ${state.by}: ${state.remedy}`}>
          held by <Foreign text={state.by} />: <Foreign text={state.remedy} />
        </Status>
      );
    case 'failed':
      return (
        <Status tone="crashed" title={state.reason}>
          <Foreign text={state.reason} />
        </Status>
      );
    case 'off':
      return <Status tone="stopped">off</Status>;
  }
}
