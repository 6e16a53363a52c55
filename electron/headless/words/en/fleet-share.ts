// What `pilothouse fleet share` and its neighbours say, in English.
import type { FleetShareWords } from '../fleet-share-words.ts';

export const fleetShareCliWords: FleetShareWords = {
  fleetShared: share => `It is shared as ${share}.`,
  fleetSharedBefore: share => `A server has one name in the fleet: as ${share} it is shared no longer.`,
  fleetUnshared: share => `${share} is shared no more.`,
  nothingShared: 'Nothing is shared in the fleet of this hub.',
  fleetUsed: serverId => `It is the server ${serverId}; approve it with pilothouse servers approve ${serverId}.`,
  fleetUnused: address => `${address} is used no more.`,
  fleetUses: {
    own: 'of this hub',
    used: 'used here',
    open: 'may be used here',
    closed: 'not for this hub',
    readOnly: 'only reads',
  },
};
