// What of the state of this hub another one sees that may look at its panel: all but what is for the eyes of the owner.
import type { CollectionName, Patch, Snapshot } from '../../../../contract/schemas/snapshot.ts';

/** What a command line wants to widen, which the owner alone can confirm; and files of other programs, by their paths. */
const ofOwner: readonly CollectionName[] = ['confirmations', 'agentConfigs'];

export function shownSnapshot(state: Snapshot): Snapshot {
  return { ...state, hub: withoutCode(state.hub), ...Object.fromEntries(ofOwner.map(collection => [collection, {}])) };
}

/** With the number that it has: what is left out is no gap. */
export function shownPatch(patch: Patch): Patch {
  const changes = patch.changes.filter(({ collection }) => !ofOwner.includes(collection));
  return { ...patch, changes, ...(patch.hub && { hub: withoutCode(patch.hub) }) };
}

/** The code that pairs a browser. */
function withoutCode(hub: Snapshot['hub']): Snapshot['hub'] {
  return { ...hub, pairing: null };
}
