// Fixes the version of a server's package: first an offer, with the command as it would be, then the change that was offered.
import { hubError } from '../../../../words/hub-error.ts';
import { approvalHash, commandLineOf } from '../config/approval.ts';
import { packageIn, pinnedCommand } from '../config/package-in-command.ts';
import { currentVersion } from './current-version.ts';
import { sourceOf } from './registries.ts';
import type { HubError } from '../../../../contract/errors.ts';
import type { PinOffer } from '../../../../contract/schemas/adding.ts';
import type { StoredConfig } from '../export/write-servers.ts';
import type { AppMachine } from '../import/app-places.ts';
import type { ServerSupervisor } from '../lifecycle/server-supervisor.ts';

/** Asks the registry; changes nothing. Rejects with HubError where there is no package, or no version is found. */
export async function offerPin({ name, config }: StoredConfig, machine: AppMachine): Promise<PinOffer> {
  const pkg = packageIn(config);
  if (!pkg || config.kind !== 'stdio') throw nothingToPin(name);
  const source = await sourceOf(pkg, config, machine);
  if (!source) throw nothingToPin(name);
  const version = await currentVersion(pkg.runner, source);
  const pinned = pinnedCommand(config, version);
  if (!pinned) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'pin-bad-version', version });
  const { runner, version: from } = pkg;
  return { runner, name: pkg.name, from, version, commandLine: commandLineOf(pinned), hash: approvalHash(config) };
}

/** Writes the version into the command, which then waits for approval. Rejects with HubError where it is another command than `hash` is of. */
export async function pin(
  servers: Pick<ServerSupervisor, 'changes' | 'configs'>,
  { serverId, version, hash }: { serverId: string; version: string; hash: string },
): Promise<void> {
  const { name, config } = servers.configs.of(serverId);
  if (approvalHash(config) !== hash) throw hubError('ERR_PERMISSION_DENIED', { kind: 'command-other', server: name });
  if (!packageIn(config)) throw nothingToPin(name);
  const pinned = pinnedCommand(config, version);
  if (!pinned) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'pin-bad-version', version });
  await servers.changes.change(serverId, { config: pinned });
}

function nothingToPin(server: string): HubError {
  return hubError('ERR_INVALID_ARGUMENTS', { kind: 'nothing-to-pin', server });
}
