// An install and its server as one: what was filled in goes into the store and the config, and the server is what its install says.
import { join } from 'node:path';
import { secretNameFor } from '../../secrets/move-secrets.ts';
import { checkedValues, textsOf } from './field-values.ts';
import { withOwnPlaces } from './own-places.ts';
import { planWay } from './plan-way.ts';
import { proposedWalls } from './proposed-walls.ts';
import type { AskedField, FieldValues } from '../../../../contract/schemas/catalogue.ts';
import type { Walls } from '../../../../contract/schemas/installs.ts';
import type { SecretStore } from '../../secrets/secret-store.ts';
import type { InstallRow } from '../../store/installs-table.ts';
import type { ServerSupervisor } from '../lifecycle/server-supervisor.ts';
import type { PlannedServer } from './plan-way.ts';
import type { ProposedWalls } from './proposed-walls.ts';

export interface InstalledServerParts {
  readonly servers: Pick<ServerSupervisor, 'changes' | 'optionsOf' | 'sandbox' | 'configs'>;
  readonly secrets: Pick<SecretStore, 'get' | 'setAll' | 'remove' | 'names'>;
  readonly userHome: string;
  /** Where the server with this id runs. */
  workFolderOf(serverId: string): string;
}

export interface Filled {
  readonly values: InstallRow['values'];
  readonly secrets: InstallRow['secrets'];
  readonly ownSecrets: InstallRow['ownSecrets'];
}

/** Takes values of a form into what `current` is. Secrets are in the store by then, under names of their own. Rejects with HubError for what does not fit, and keeps none of it. */
export async function takeValues(
  serverName: string,
  current: InstallRow['current'],
  given: FieldValues,
  before: Filled,
  { secrets, userHome }: InstalledServerParts,
): Promise<Filled> {
  const { fields } = current.way;
  const checked = checkedValues(fields, given, userHome);
  const kept: Record<string, string[]> = { ...before.secrets };
  const values = { ...before.values };
  const fresh = new Map<string, string>();
  for (const [key, own] of Object.entries(checked)) {
    const field = fields.find(one => one.key === key);
    if (!field?.secret) {
      values[key] = own;
      continue;
    }
    kept[key] = own.map((value, at) => kept[key]?.[at] ?? freeName(serverName, field, fresh, secrets));
    for (const [at, value] of own.entries()) fresh.set(kept[key][at] ?? '', value);
  }
  // An approved server runs with whatever stands under its names.
  plannedServer({ current, values, secrets: kept });
  await secrets.setAll(fresh);
  return { values, secrets: kept, ownSecrets: [...new Set([...before.ownSecrets, ...fresh.keys()])] };
}

/** Nobody else's, whatever stands under it: it goes with its server. */
function freeName(
  serverName: string,
  { name, key }: AskedField,
  fresh: Map<string, string>,
  secrets: Pick<SecretStore, 'get'>,
): string {
  const isTaken = (secret: string) => (fresh.has(secret) || secrets.get(secret) !== undefined ? 'taken' : undefined);
  const secret = secretNameFor([`${serverName}_${name || key}`], '', isTaken);
  fresh.set(secret, '');
  return secret;
}

/** What its server is with these values. Throws HubError for values that do not fit. */
export function plannedServer({
  current,
  values,
  secrets,
}: Pick<InstallRow, 'current' | 'values' | 'secrets'>): PlannedServer {
  const { way, unpacked } = current;
  return planWay(way, textsOf(way.fields, values, secrets), unpacked);
}

/** The walls that are proposed for it; none for what is elsewhere, what docker runs, and where this machine can make none. */
export function wallsFor(
  { current, values, secrets }: Pick<InstallRow, 'current' | 'values' | 'secrets'>,
  servers: Pick<ServerSupervisor, 'sandbox'>,
): { readonly proposed: ProposedWalls; readonly held: Walls } {
  const { way } = current;
  const proposed = proposedWalls(way, textsOf(way.fields, values, secrets));
  const hasWalls = way.kind !== 'remote' && way.kind !== 'oci' && servers.sandbox.describe().available;
  return { proposed, held: hasWalls ? proposed : null };
}

/** Makes its server what its install says now. It waits for approval of what that comes to. */
export async function applyToServer(
  row: InstallRow,
  wallsBefore: Walls,
  parts: InstalledServerParts,
): Promise<Pick<InstallRow, 'walls' | 'ownSecrets'>> {
  const { servers, secrets } = parts;
  const { serverId } = row;
  const { config, literals } = withOwnPlaces(plannedServer(row), row.current.way, parts.workFolderOf(serverId));
  const options = servers.optionsOf(serverId);
  const { proposed } = wallsFor(row, servers);
  const names = new Set(secrets.names());
  if (options) {
    // What the user has set for it holds; what was only proposed follows its form.
    const isProposal = JSON.stringify(options.sandbox) === JSON.stringify(wallsBefore);
    const sandbox = isProposal && options.sandbox !== null ? proposed : options.sandbox;
    const meant = literals.length > 0 || options.literals ? { literals: [...new Set(literals)] } : {};
    await servers.changes.change(serverId, { config, options: { ...options, sandbox, ...meant } });
  }
  const more = secrets.names().filter(name => !names.has(name));
  return { walls: proposed, ownSecrets: [...new Set([...row.ownSecrets, ...more])] };
}

/** Takes away the secrets that came with it, unless another server refers to them. */
export async function forgetSecrets(
  { ownSecrets }: Pick<InstallRow, 'ownSecrets'>,
  { servers, secrets }: Pick<InstalledServerParts, 'servers' | 'secrets'>,
): Promise<void> {
  const used = servers.configs.secretUsers();
  for (const name of ownSecrets) if (!used.has(name)) await secrets.remove(name);
}

/** Where trial starts have their work folders. */
export function trialFolder(dataHome: string): string {
  return join(dataHome, 'trials');
}
