// The ways into the hub, each with its state in words.
import type { Endpoint } from '../../../electron/contract/entities.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { Status } from '../../parts/shape.tsx';

export function EndpointTable() {
  const { endpoints } = useSnapshot();
  return (
    <DataTable
      label="Endpoints"
      rows={Object.values(endpoints)}
      rowId={endpoint => endpoint.id}
      columns={[
        { head: 'Way in', cell: endpoint => <Foreign text={endpoint.title} /> },
        {
          head: 'Address',
          cell: endpoint => (
            <span className="wraps">
              <Foreign text={endpoint.address} className="mono m" />
            </span>
          ),
        },
        {
          head: 'State',
          cell: endpoint => (
            <span className="wraps">
              <EndpointState state={endpoint.state} />
            </span>
          ),
        },
      ]}
    />
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
