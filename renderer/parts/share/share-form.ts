// What is filled in to share a server with other hubs, and the request it becomes.
import { fleetNameFrom, isFleetName } from '../../../contract/fleet.ts';
import { ownToolName } from '../../words/tool-words.ts';
import type { FleetServer } from '../../../contract/schemas/fleet.ts';
import type { PanelParams } from '../../../contract/schemas/panel-requests.ts';
import type { Server } from '../../../contract/schemas/servers.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

export interface ShareForm {
  readonly serverId: string | null;
  /** What others call it; null until something was typed: then the server's own name is taken. */
  readonly share: string | null;
  readonly hubs: readonly string[];
  readonly roles: readonly string[];
  readonly breadth: 'all' | 'some';
  readonly tools: readonly string[];
  readonly readOnly: boolean;
  readonly description: string;
}

/** `own` is what is shared of it already. */
export function firstShare(serverId: string | null, own: FleetServer | null): ShareForm {
  return {
    serverId,
    share: own?.server ?? null,
    hubs: own?.hubs ?? [],
    roles: own?.roles ?? [],
    breadth: own && own.tools !== null ? 'some' : 'all',
    tools: own?.tools ?? [],
    readOnly: own?.readOnly ?? false,
    description: own?.description ?? '',
  };
}

/** Servers that may be shared: whom one of another hub is shared with, its owner alone says. */
export function sharable({ servers }: Pick<Snapshot, 'servers'>): Server[] {
  return Object.values(servers)
    .filter(({ kind, ofSite }) => kind !== 'fleet' && !ofSite)
    .sort((one, other) => one.name.localeCompare(other.name));
}

export function shareName({ share, serverId }: ShareForm, { servers }: Pick<Snapshot, 'servers'>): string {
  return share ?? fleetNameFrom((serverId !== null && servers[serverId]?.name) || '');
}

/** The own share of that server, where there is one. */
export function shareOf({ fleetServers }: Pick<Snapshot, 'fleetServers'>, serverId: string): FleetServer | null {
  return Object.values(fleetServers).find(one => one.isOwn && one.serverId === serverId) ?? null;
}

/** What is still missing, or null. */
export type ShareFault = 'server' | 'name' | 'nobody' | 'tools';

export function shareFault(form: ShareForm, name: string): ShareFault | null {
  if (form.serverId === null) return 'server';
  if (!isFleetName(name)) return 'name';
  if (form.hubs.length + form.roles.length === 0) return 'nobody';
  return form.breadth === 'some' && form.tools.length === 0 ? 'tools' : null;
}

export function shareRequest(form: ShareForm, name: string): PanelParams<'fleet:share'> | null {
  const { serverId, hubs, roles, breadth, tools, readOnly, description } = form;
  if (serverId === null || shareFault(form, name) !== null) return null;
  return {
    ...{ serverId, share: name, readOnly },
    hubs: [...hubs],
    roles: [...roles],
    tools: breadth === 'all' ? null : [...tools],
    description: description.trim(),
  };
}

export interface ToolToShare {
  /** As its server calls it. */
  readonly name: string;
  readonly reads: boolean;
}

export function toolsToShare({ tools }: Pick<Snapshot, 'tools'>, serverId: string | null): ToolToShare[] {
  return Object.values(tools)
    .filter(({ source }) => source.kind === 'server' && source.serverId === serverId)
    .map(({ id, readOnly }) => ({ name: ownToolName(id, { kind: 'server' }), reads: readOnly }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** With or without one of them. */
export function ticked(names: readonly string[], name: string, on: boolean): string[] {
  const others = names.filter(one => one !== name);
  return on ? [...others, name] : others;
}
