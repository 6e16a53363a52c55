// The fixture's answers about servers that hubs share: what is shared and used is seen in the snapshot, as with a real hub.
import { fleetAddress } from '../../../contract/fleet.ts';
import type { FleetServer } from '../../../contract/schemas/fleet.ts';
import type { fleetSharedRequests } from '../../../contract/schemas/fleet-shared-requests.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { CollectionName, Snapshot } from '../../../contract/schemas/snapshot.ts';

interface Inside {
  readonly snapshot: () => Snapshot;
  readonly change: (collection: CollectionName, id: string, value: unknown) => void;
}

export function fleetSharedAnswers({
  snapshot,
  change,
}: Inside): Pick<PanelHandlers, keyof typeof fleetSharedRequests> {
  const self = () => snapshot().hub.fleet?.name ?? '';
  const setUsed = (hub: string | null, share: string, id: string | null) => {
    for (const [key, row] of Object.entries(snapshot().fleetServers)) {
      if (row.server !== share || row.isOwn || (hub !== null && row.hub !== hub)) continue;
      change('fleetServers', key, { ...row, ...(hub === null ? { groupServerId: id } : { serverId: id }) });
    }
  };
  return {
    'fleet:share': ({ serverId, share, ...rest }) => {
      const row: FleetServer = {
        ...{ hub: self(), server: share, ...rest, serverId, groupServerId: null, isOwn: true, isForUs: false },
        toolCount: snapshot().servers[serverId]?.toolCount ?? 0,
        at: Date.now(),
      };
      for (const [key, one] of Object.entries(snapshot().fleetServers))
        if (one.isOwn && one.serverId === serverId) change('fleetServers', key, null);
      change('fleetServers', `${self()}/${share}`, row);
      return {};
    },
    'fleet:unshare': ({ share }) => {
      change('fleetServers', `${self()}/${share}`, null);
      return {};
    },
    'fleet:use': ({ hub, share }) => {
      const id = hub === null ? share : `${hub}-${share}`;
      const [like] = Object.values(snapshot().servers);
      const reason = { kind: 'approval-changed', what: 'address' };
      const state = { kind: 'blocked', by: 'approval', since: Date.now(), reason };
      const name = hub === null ? share : `${hub}/${share}`;
      const program = fleetAddress({ hub, share });
      change('servers', id, { ...like, id, name, kind: 'fleet', program, state, toolCount: 0 });
      setUsed(hub, share, id);
      return { serverId: id };
    },
    'fleet:unuse': ({ hub, share }) => {
      const row = Object.values(snapshot().fleetServers).find(
        one => one.server === share && (hub === null || one.hub === hub),
      );
      const id = hub === null ? row?.groupServerId : row?.serverId;
      setUsed(hub, share, null);
      if (id) change('servers', id, null);
      return {};
    },
  };
}
