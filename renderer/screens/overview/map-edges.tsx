// The lines of the map: thicker with the rate, in the agent's colour, with a pulse while messages pass.
import { Fragment } from 'react';
import { usePanel, useSnapshot } from '../../parts/panel-context.tsx';
import { isHeld } from '../../store/agent-mode.ts';
import { agentRate } from '../../store/rates.ts';
import { agentIdentity } from '../../words/identity.ts';
import { type Box, edgePath, type MapLayout } from './map-layout.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';
import type { Edge } from './call-edges.ts';

/** A line without a message for this long has no pulse. */
const pulseMs = 6000;

interface MapEdgesProps {
  readonly layout: MapLayout;
  readonly edges: readonly Edge[];
  readonly width: number;
  readonly height: number;
  readonly now: number;
}

export function MapEdges({ layout, edges, width, height, now }: MapEdgesProps) {
  const snapshot = useSnapshot();
  const samples = usePanel(state => state.samples);
  const isLive = ({ lastAt }: Edge) => lastAt > now - pulseMs;
  return (
    <svg className="map-edges" width={width} height={height} fill="none" aria-hidden="true">
      {layout.agents.map(box => {
        const y = middle(box);
        return (
          <Line
            key={box.id}
            d={edgePath(box, layout.hub, y, y)}
            weight={thickness(agentRate(samples, box.id))}
            live={edges.some(edge => edge.agentId === box.id && isLive(edge))}
            {...lookOf(snapshot, box.id)}
          />
        );
      })}
      {edges.map(edge => {
        const d = pathOf(edge, edges, layout);
        if (d === null) return null;
        return (
          <Line
            key={`${edge.agentId} ${edge.target}`}
            d={d}
            weight={thickness(edge.count / 20)}
            live={isLive(edge)}
            {...lookOf(snapshot, edge.agentId)}
          />
        );
      })}
    </svg>
  );
}

function lookOf(snapshot: Snapshot, agentId: string): Pick<LineProps, 'colour' | 'held'> {
  const agent = snapshot.agents[agentId];
  const { colour } = agentIdentity(snapshot, agentId);
  return {
    colour: colour === null ? 'var(--stopped)' : `var(--agent-${colour})`,
    held: agent !== undefined && isHeld(snapshot.hub, agent),
  };
}

/** Lines to the same target end beside each other; null where an end did not fit on the map. */
function pathOf(edge: Edge, edges: readonly Edge[], { agents, browsers, servers, hub }: MapLayout): string | null {
  const from = agents.find(({ id }) => id === edge.agentId);
  const to =
    browsers.find(({ id }) => `browser:${id}` === edge.target) ??
    servers.find(({ id }) => `server:${id}` === edge.target);
  if (!to || !from) return null;
  const mates = edges.filter(({ target }) => target === edge.target);
  const offset = (mates.indexOf(edge) - (mates.length - 1) / 2) * 9;
  return edgePath(hub, to, middle(from), middle(to) + offset);
}

const middle = ({ top, height }: Box) => top + height / 2;

/** 1.5 to 4 px, by the logarithm of the rate (UI 7). */
function thickness(perSecond: number): number {
  return Math.min(4, 1.5 + Math.log2(1 + perSecond) * 0.65);
}

interface LineProps {
  readonly d: string;
  readonly colour: string;
  readonly weight: number;
  /** A message passed lately. */
  readonly live: boolean;
  /** Its agent is held: nothing passes, so the line is dashed and has no pulse. */
  readonly held: boolean;
}

function Line({ d, colour, weight, live, held }: LineProps) {
  return (
    <Fragment>
      <path d={d} stroke={colour} strokeWidth={weight} strokeDasharray={held ? '4 5' : undefined} opacity="0.85" />
      {live && !held ? (
        <circle
          className="pulse"
          r="2.6"
          fill="var(--ink)"
          stroke={colour}
          strokeWidth="1.8"
          style={{ offsetPath: `path('${d}')` }}
        />
      ) : null}
    </Fragment>
  );
}
