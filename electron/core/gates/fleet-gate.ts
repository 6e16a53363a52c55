// What the fleet holds back whatever the rules say: an agent that it has stopped, and all of them while it pauses them.
import { deny, pass } from './gate.ts';
import type { GatedCall, GateVerdict } from './gate.ts';

type Seen = Pick<GatedCall, 'fleet' | 'byUser' | 'client' | 'agent' | 'tool'>;

export function fleetGate({ fleet, byUser, client, agent, tool }: Seen): GateVerdict {
  if (!fleet) return pass;
  const { version, signer, pausesAll, stop } = fleet;
  const held = { kind: 'fleet-holds', version, signer, tool, agent: client?.name ?? agent.name } as const;
  // The owner is no agent.
  if (stop && !byUser) return deny({ ...held, so: 'stopped', because: stop.because });
  return pausesAll ? { kind: 'wait', refusal: { ...held, so: 'paused', because: null } } : pass;
}
