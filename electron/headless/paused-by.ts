// Whether the fleet pauses the agents of a hub, and who signed that: its owner's own mode cannot lift it.
import type { Snapshot } from '../../contract/schemas/snapshot.ts';

export interface PausedBy {
  readonly version: number;
  readonly signedBy: string;
}

export function pausedBy({ fleet }: Pick<Snapshot['hub'], 'fleet'>): PausedBy | null {
  const policy = fleet?.policy;
  return policy?.pausesAll ? { version: policy.version, signedBy: policy.signedBy } : null;
}
