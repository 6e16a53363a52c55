// The rows of the shared servers: this hub's own first, then one for each name that several hubs share, then what each hub shares.
import type { FleetServer } from '../../../../contract/schemas/fleet.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';

export interface SharedRow {
  readonly id: string;
  /** Null: whichever hub of the group takes a call. */
  readonly hub: string | null;
  readonly share: string;
  /** One of its hubs where it is a group; all that is told is of it. */
  readonly of: FleetServer;
  /** Those that share it, and how many of them are here. */
  readonly hubs: readonly string[];
  readonly here: number;
  /** The server here that it is used by, or that it is. */
  readonly serverId: string | null;
  /** Calls from here that wait for an owner. */
  readonly waits: number;
}

type Known = Pick<Snapshot, 'fleetServers' | 'fleetHubs'>;

export function sharedRows({ fleetServers, fleetHubs }: Known, filter: string): SharedRow[] {
  const isHere = (hub: string) => fleetHubs[hub]?.offlineSince === null;
  const all = Object.values(fleetServers);
  const rows = [...groups(all, isHere), ...all.map(one => rowOf(one, isHere))];
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(row => words.every(word => searched(row).includes(word))).sort(inOrder);
}

function rowOf(of: FleetServer, isHere: (hub: string) => boolean): SharedRow {
  const { hub, server: share, serverId } = of;
  return {
    id: `${hub}/${share}`,
    hub,
    share,
    of,
    hubs: [hub],
    here: Number(isHere(hub)),
    serverId,
    waits: of.waits ?? 0,
  };
}

/** Of what several hubs share with this one under one name, or what is used so. */
function groups(all: readonly FleetServer[], isHere: (hub: string) => boolean): SharedRow[] {
  const forUs = all.filter(({ isOwn, isForUs }) => !isOwn && isForUs);
  return [...new Set(forUs.map(({ server }) => server))].flatMap(share => {
    const of = forUs.filter(({ server }) => server === share);
    const [first] = of;
    const serverId = first?.groupServerId ?? null;
    if (!first || (of.length < 2 && serverId === null)) return [];
    const hubs = of.map(({ hub }) => hub);
    const waits = of.reduce((sum, one) => sum + (one.waits ?? 0), 0);
    return [{ id: `-/${share}`, hub: null, share, of: first, hubs, here: hubs.filter(isHere).length, serverId, waits }];
  });
}

function searched({ id, hubs, of: { description, roles, hubs: whom } }: SharedRow): string {
  return [id, description, ...hubs, ...roles, ...whom].join(' ').toLowerCase();
}

function inOrder(one: SharedRow, other: SharedRow): number {
  return (
    Number(other.of.isOwn) - Number(one.of.isOwn) ||
    Number(other.of.isForUs) - Number(one.of.isForUs) ||
    one.share.localeCompare(other.share) ||
    Number(one.hub !== null) - Number(other.hub !== null) ||
    one.id.localeCompare(other.id)
  );
}
