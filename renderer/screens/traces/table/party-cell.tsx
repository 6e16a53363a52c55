// One side of a message: its mark or icon, and its name.
import { Cpu, Globe, Server, Waypoints } from 'lucide-react';
import { memo } from 'react';
import { AgentMark } from '../../../parts/agent-mark.tsx';
import { BrowserMark } from '../../../parts/browser-mark.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { partyIdentity } from '../../../words/identity.ts';
import type { Party } from '../../../../contract/schemas/trace.ts';

const partyIcons = { browser: Globe, server: Server, model: Cpu, hub: Waypoints } as const;

export const PartyCell = memo(function PartyCell({ party }: { party: Party }) {
  const snapshot = useSnapshot();
  const who = partyIdentity(snapshot, party);
  const isKnown = party.kind === 'browser' && party.id in snapshot.browsers;
  const Icon = party.kind === 'agent' || isKnown ? null : partyIcons[party.kind];
  return (
    <span className="cell">
      {who ? <AgentMark who={{ ...who, active: true }} size="small" /> : null}
      {isKnown ? <BrowserMark browserId={party.id} size="small" /> : null}
      {Icon ? <Icon className="icon" aria-hidden="true" /> : null}
      <Foreign text={party.label} className={party.kind === 'hub' ? 'subtle' : 'ellipsis'} />
    </span>
  );
}, isSame);

/** Every window of the trace brings objects of its own. */
function isSame({ party: a }: { party: Party }, { party: b }: { party: Party }): boolean {
  return a.kind === b.kind && a.id === b.id && a.label === b.label;
}
