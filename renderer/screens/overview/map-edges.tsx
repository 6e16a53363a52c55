// The lines of the map: thicker with the rate, in the agent's colour, with a pulse while messages pass.
import { Fragment } from 'react';
import { usePanel, useSnapshot } from '../../parts/panel-context.tsx';
import { isHeld } from '../../store/agent-mode.ts';
import { agentRate } from '../../store/rates.ts';
import { agentIdentity } from '../../words/identity.ts';
import { type Box, edgePath, type MapLayout } from './map-layout.ts';
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
  const held = (agentId: string) => {
    const agent = snapshot.agents[agentId];
    return agent !== undefined && isHeld(snapshot.hub, agent);
  };
  const colour = (agentId: string) => {
    const { colour: number } = agentIdentity(snapshot, agentId);
    return number === null ? 'var(--stopped)' : `var(--agent-${number})`;
  };
  const targets = new Map<string, Box>([
    ...layout.browsers.map(box => [`browser:${box.id}`, box] as const),
    ...layout.servers.map(box => [`server:${box.id}`, box] as const),
  ]);
  return (
    <svg className="map-edges" width={width} height={height} fill="none" aria-hidden="true">
      {layout.agents.map(box => {
        const y = middle(box);
        const rate = agentRate(samples, box.id);
        const inner = edges.some(edge => edge.agentId === box.id && edge.lastAt > now - pulseMs);
        return (
          <Line
            key={box.id}
            d={edgePath(box, layout.hub, y, y)}
            colour={colour(box.id)}
            weight={thickness(rate)}
            pulse={inner && !held(box.id)}
            dashed={held(box.id)}
          />
        );
      })}
      {edges.map(edge => {
        const to = targets.get(edge.target);
        const from = layout.agents.find(box => box.id === edge.agentId);
        if (!to || !from) return null;
        const mates = edges.filter(other => other.target === edge.target);
        const offset = (mates.indexOf(edge) - (mates.length - 1) / 2) * 9;
        const d = edgePath(layout.hub, to, middle(from), middle(to) + offset);
        return (
          <Line
            key={`${edge.agentId} ${edge.target}`}
            d={d}
            colour={colour(edge.agentId)}
            weight={thickness(edge.count / 20)}
            pulse={edge.lastAt > now - pulseMs && !held(edge.agentId)}
            dashed={held(edge.agentId)}
          />
        );
      })}
    </svg>
  );
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
  readonly pulse: boolean;
  readonly dashed: boolean;
}

function Line({ d, colour, weight, pulse, dashed }: LineProps) {
  return (
    <Fragment>
      <path d={d} stroke={colour} strokeWidth={weight} strokeDasharray={dashed ? '4 5' : undefined} opacity="0.85" />
      {pulse ? (
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
