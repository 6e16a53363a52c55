// What `pilothouse fleet share` and its neighbours say, in German.
import type { FleetShareWords } from '../fleet-share-words.ts';

export const fleetShareCliWords: FleetShareWords = {
  fleetShared: share => `Geteilt als ${share}.`,
  fleetSharedBefore: share => `Ein Server hat in der Flotte nur einen Namen: als ${share} wird er nicht mehr geteilt.`,
  fleetUnshared: share => `${share} wird nicht mehr geteilt.`,
  nothingShared: 'In der Flotte dieses Hubs wird nichts geteilt.',
  fleetUsed: serverId => `Es ist der Server ${serverId}; freischalten mit pilothouse servers approve ${serverId}.`,
  fleetUnused: address => `${address} wird nicht mehr benutzt.`,
  fleetUses: {
    own: 'von diesem Hub',
    used: 'hier benutzt',
    open: 'hier benutzbar',
    closed: 'nicht für diesen Hub',
    readOnly: 'liest nur',
  },
};
