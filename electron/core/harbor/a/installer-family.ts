// Servers that are installed from packages or by address: what they are, how they stand, and their settings. Nothing is fetched here: a package
// is, when its server starts, once its user has approved that.
import { CatalogEntrySchema } from '../../../../contract/schemas/harbor-a.ts';
import { faultOf } from '../../../../contract/schemas/value-fault.ts';
import { inEnglish } from '../../../../words/english.ts';
import { addressConfig } from '../../servers/config/address-server.ts';
import { ownArgumentsAt } from '../../servers/config/package-in-command.ts';
import { Fault, failingAs, messageOf, needText, numberIn, textIn, textsIn, textTableOf } from './asked.ts';
import { curatedEntry, curatedServer } from './catalogue/curated-servers.ts';
import { connect } from './connect-server.ts';
import { approvalText } from './hub-servers.ts';
import { installManifest, signInOf } from './install-manifest.ts';
import { expectComplete } from './mcp-family.ts';
import { packageServer } from './package-server.ts';
import { lookUpEntry } from './repository-entry.ts';
import { checkRuntimes } from './runtime-words.ts';
import { setSecrets } from './server-secrets.ts';
import { isConnected, needsApproval, processOf } from './server-words.ts';
import type { CatalogEntry, HarborManifest } from '../../../../contract/schemas/harbor-a.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';
import type { Answer, Asked, Family } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';
import type { HubServers } from './hub-servers.ts';

export function installerFamily(services: HarborAServices, hub: HubServers): Family {
  const { servers } = services;
  return {
    check_runtimes: failingAs('runtime_error', () => checkRuntimes(services)),
    install_server: failingAs('install_error', asked => installServer(services, hub, asked)),
    uninstall_server: failingAs('uninstall_error', async asked => {
      const server = hub.find(needText(asked, 'server_id'));
      if (!server) return { success: false };
      await hub.manage(asked, server, 'remove', () => servers.changes.remove(server.id));
      return { success: true };
    }),
    list_installed: failingAs('list_error', () => ({ servers: hub.list().map(server => hub.status(server)) })),
    get_server_status: failingAs('status_error', asked => {
      const server = hub.find(needText(asked, 'server_id'));
      return server ? hub.status(server) : { installed: false };
    }),
    start_installed: asked => startInstalled(services, hub, asked),
    stop_installed: failingAs('stop_error', async asked => {
      const server = hub.find(needText(asked, 'server_id'));
      if (!server || processOf(server) === null) return { success: false };
      await hub.manage(asked, server, 'stop', () => servers.stop(server.id));
      return { success: true };
    }),
    set_server_secrets: failingAs('secrets_error', async asked => {
      const server = hub.expect(needText(asked, 'server_id'));
      await setSecrets(services, hub, asked, server, textTableOf(asked, 'secrets'));
      return { status: hub.status(hub.expect(server.id)) };
    }),
    update_server_args: failingAs('update_error', async asked => {
      const server = hub.expect(needText(asked, 'server_id'));
      await setArguments(services, hub, asked, server, textsIn(asked, 'args') ?? []);
      return { success: true, status: hub.status(hub.expect(server.id)) };
    }),
    add_remote_server: failingAs('add_error', asked => addRemote(hub, asked)),
  };
}

async function installServer(services: HarborAServices, hub: HubServers, asked: Asked): Promise<Answer> {
  const row = entryOf(asked.fields.catalog_entry);
  const known = hub.find(row.id);
  if (known) return { ...installedAnswer(hub, known), ...manifestOf(services, known, hub.fact(known)?.manifest) };
  const looked = await lookUpEntry(row, asked.request.signal);
  if (looked.kind === 'row') {
    const { entry } = looked;
    const curated = entry.packages.length === 0 ? curatedServer(entry.id) : null;
    const index = numberIn(asked, 'package_index') ?? 0;
    return { ...(await installEntry(hub, curated ? curatedEntry(curated) : entry, index)), hasManifest: false };
  }
  const server = await installManifest(hub, looked.manifest, row.id);
  return { ...installedAnswer(hub, server), ...manifestOf(services, server, looked.manifest) };
}

function manifestOf(services: HarborAServices, server: Server, manifest?: HarborManifest): Answer {
  return manifest ? { hasManifest: true, ...signInOf(services, server, manifest) } : { hasManifest: false };
}

/** Throws the wire's `invalid_request` for what is no row of a catalogue. */
export function entryOf(value: unknown): CatalogEntry {
  if (value === undefined || value === null) throw new Fault('invalid_request', 'Missing catalog_entry');
  const parsed = CatalogEntrySchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Fault('invalid_request', `catalog_entry cannot be read: ${inEnglish(faultOf(parsed.error, value))}`);
}

/** Adds the server of a row, which then waits for its user's approval. */
export async function installEntry(hub: HubServers, entry: CatalogEntry, index = 0): Promise<Answer> {
  const { id, name, packages, source, homepageUrl, description, endpointUrl } = entry;
  const known = hub.find(id);
  // Installed before: the same row again is no second server.
  if (known) return installedAnswer(hub, known);
  const named = packages[index] ?? packages[0];
  const about = { wireId: id, catalogSource: source, homepageUrl, description };
  if (!named?.identifier || named.registryType === 'github') {
    if (endpointUrl === '') throw unsupported(homepageUrl);
    const config = addressConfig(name, endpointUrl);
    return installedAnswer(
      hub,
      await hub.add({ name, config }, { ...about, packageType: config.kind, packageId: endpointUrl }),
    );
  }
  const { registryType, identifier, environmentVariables: variables } = named;
  const server = packageServer(name, { registryType, identifier: identifier.trim(), variables });
  return installedAnswer(
    hub,
    await hub.add(server, { ...about, packageType: registryType, packageId: identifier, variables }),
  );
}

/** `needs_security_approval` until its user has approved it in Pilothouse. */
export function installedAnswer(hub: HubServers, server: Server): Answer {
  const waits = needsApproval(server.state);
  return {
    server: hub.installed(server),
    ...(waits && { needs_security_approval: true, security_instructions: approvalText }),
  };
}

function unsupported(address: string): Fault {
  const text =
    'Could not find a way to install this server. Pilothouse starts servers that are published to npm or PyPI, as images, or that have an address; this one may need to be installed by hand.';
  return new Fault('unsupported_server', address === '' ? text : `${text} See ${address}.`);
}

async function startInstalled(services: HarborAServices, hub: HubServers, asked: Asked): Promise<Answer> {
  const server = hub.find(needText(asked, 'server_id'));
  if (!server) throw new Fault('start_error', `Server not installed: ${textIn(asked, 'server_id') ?? ''}`);
  if (needsApproval(server.state))
    return { process: null, error: approvalText, needs_security_approval: true, suggestion: approvalText };
  expectComplete(hub, server);
  const recentLogs = await connect(services, hub, asked, server)
    .then(() => logsOf(hub, asked, server))
    .catch((error: unknown) => {
      throw new Fault('start_error', messageOf(error));
    });
  const now = hub.expect(server.id);
  const { packageType, packageId } = hub.installed(now);
  const process = processOf(now);
  return {
    process: {
      serverId: hub.wireId(now),
      packageType,
      packageId,
      state: process?.state ?? 'stopped',
      pid: process?.pid ?? null,
      startedAt: isConnected(now.state) ? now.state.since : null,
      stoppedAt: null,
      exitCode: null,
      errorMessage: null,
      recentLogs,
    },
  };
}

/** Empty for who may not read them: the server runs all the same, and that is what was asked for. */
function logsOf(hub: HubServers, asked: Asked, server: Server): Promise<readonly string[]> {
  return hub.logs({ ...asked, decided: () => {} }, server).catch(() => []);
}

/** The arguments behind the package's name; what its launcher needs stays. It waits for approval anew. */
async function setArguments(
  { servers }: HarborAServices,
  hub: HubServers,
  asked: Asked,
  server: Server,
  args: readonly string[],
): Promise<void> {
  const { config: now } = servers.configs.of(server.id);
  if (!('args' in now)) throw new Error(`${server.name} takes no arguments.`);
  await hub.manage(asked, server, 'configure', () => {
    // As it is by now: its user may have changed it while the question stood.
    const { config } = servers.configs.of(server.id);
    if (!('args' in config)) throw new Error(`${server.name} takes no arguments any more.`);
    const own = config.kind === 'stdio' ? ownArgumentsAt(config) : 0;
    return servers.changes.change(server.id, { config: { ...config, args: [...config.args.slice(0, own), ...args] } });
  });
}

async function addRemote(hub: HubServers, asked: Asked): Promise<Answer> {
  const name = needText(asked, 'name', 'Missing server name');
  const url = needText(asked, 'url', 'Missing server URL');
  if (!URL.canParse(url)) throw new Fault('invalid_request', 'Invalid server URL');
  const headers = textTableOf(asked, 'headers');
  const transport = textIn(asked, 'transport_type') === 'sse' ? 'sse' : 'http';
  const config = addressConfig(name, url, transport, headers);
  const fact = {
    packageType: config.kind,
    packageId: url,
    catalogSource: 'remote',
    description: `Remote ${transport.toUpperCase()} server`,
  };
  return installedAnswer(hub, await hub.add({ name, config, secret: new Set(Object.keys(headers)) }, fact));
}
