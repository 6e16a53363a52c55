// The map: agents, the hub with its gates, browsers and servers, and a line for every pair that talked lately.
import { useMemo } from 'react';

import type { TraceEntry } from '../../../electron/contract/trace.ts';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { connectedAgents } from '../../store/identity.ts';
import { mapEdges } from '../../store/map-edges.ts';
import { mapLayout, restBox } from '../../store/map-layout.ts';
import { HubBox } from './hub-box.tsx';
import { MapEdges } from './map-edges.tsx';
import { AgentNode, BrowserNode, RestNode, ServerNode } from './map-nodes.tsx';
import { useSize } from './use-size.ts';

export function LiveMap({ entries, now }: { entries: readonly TraceEntry[]; now: number }) {
  const snapshot = useSnapshot();
  const [ref, { width, height }] = useSize<HTMLElement>();
  const ids = {
    agents: connectedAgents(snapshot).map(({ id }) => id),
    browsers: Object.values(snapshot.browsers)
      .filter(({ state }) => state.kind === 'connected' || state.kind === 'away')
      .map(({ id }) => id),
    servers: serverOrder(snapshot.servers),
  };
  const layout = mapLayout(width, height, ids);
  const edges = useMemo(() => mapEdges(entries, now), [entries, now]);
  const { captions } = layout;
  return (
    <section className="map" aria-label="Live map: agents, hub, browsers and servers" ref={ref}>
      {width === 0 ? null : (
        <>
          <MapEdges layout={layout} edges={edges} width={width} height={height} now={now} />
          <Caption at={captions.agents} text="Agents" />
          {ids.agents.length === 0 ? <Nobody at={captions.agents} text="No agent is connected." /> : null}
          {layout.agents.map(box => (
            <AgentNode key={box.id} box={box} />
          ))}
          <HubBox box={layout.hub} entries={entries} />
          <Caption at={captions.browsers} text="Browsers" />
          {layout.browsers.map(box => (
            <BrowserNode key={box.id} box={box} />
          ))}
          {ids.browsers.length === 0 ? <Nobody at={captions.browsers} text="No browser is connected." /> : null}
          <Caption at={captions.servers} text="Servers" />
          {layout.servers.map(box => (
            <ServerNode key={box.id} box={box} now={now} />
          ))}
          {layout.left.servers > 0 ? <RestNode box={restBox(layout, width)} count={layout.left.servers} /> : null}
          {ids.servers.length === 0 ? <Nobody at={captions.servers} text="No server yet." /> : null}
        </>
      )}
    </section>
  );
}

const loud = ['failed', 'crashed', 'waiting', 'unauthorized', 'degraded', 'blocked'];

/** Running servers first, then those with a trouble, then the rest: the map shows as many as fit. */
function serverOrder(servers: ReturnType<typeof useSnapshot>['servers']): string[] {
  const rank = (kind: string) => (kind === 'running' ? 0 : loud.includes(kind) ? 1 : 2);
  return Object.values(servers)
    .sort((a, b) => rank(a.state.kind) - rank(b.state.kind) || a.name.localeCompare(b.name))
    .map(({ id }) => id);
}

function Caption({ at, text }: { at: readonly [number, number]; text: string }) {
  return (
    <h2 className="cap" style={{ left: at[0], top: at[1] }}>
      {text}
    </h2>
  );
}

function Nobody({ at, text }: { at: readonly [number, number]; text: string }) {
  return (
    <p className="cap" style={{ left: at[0], top: at[1] + 28 }}>
      {text}
    </p>
  );
}
