// Reads the set-up file of a hub with all that it names, before anything of it is done: what cannot be taken is said at once, and then nothing has changed.
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { fleetNameFrom } from '../../../contract/fleet.ts';
import { FleetJoinSchema } from '../../../contract/schemas/fleet-requests.ts';
import { HubSetupSchema } from '../../../contract/schemas/hub-setup.ts';
import { faultIn, faultOf } from '../../../contract/schemas/value-fault.ts';
import { hubError } from '../../../words/hub-error.ts';
import { placeIn } from '../json/check-json.ts';
import { JsonError, parseLocatedJson } from '../permissions/policy/located-json.ts';
import { readPasted } from '../servers/config/read-servers.ts';
import { metricsTokenOf, type ReadTelemetry, telemetryOf } from './read-telemetry.ts';
import { notSo, saidAt, setupFault } from './setup-fault.ts';
import { besides, readText, secretIn } from './setup-files.ts';
import type { FleetCredential, FleetJoin } from '../../../contract/schemas/fleet-requests.ts';
import type { HubSetup, SetupFleet } from '../../../contract/schemas/hub-setup.ts';
import type { ServerConfig } from '../../../contract/schemas/servers.ts';

export interface SetupServer {
  readonly name: string;
  /** As `servers:add` takes it. */
  readonly text: string;
  readonly config: ServerConfig;
}

export interface ReadSetup {
  readonly file: string;
  /** sha256 of its text. */
  readonly hash: string;
  readonly fleet: FleetJoin | null;
  /** Values by their names. */
  readonly secrets: ReadonlyMap<string, string>;
  readonly servers: readonly SetupServer[];
  readonly shares: readonly (HubSetup['shares'][string] & { readonly share: string; readonly server: string })[];
  readonly allow: HubSetup['allow'];
  readonly telemetry: ReadTelemetry | null;
  readonly metricsToken: string | null;
}

/** The machine that it is read on. */
export interface SetupMachine {
  readonly os: NodeJS.Platform;
  readonly hostname: string;
  readonly userHome: string;
}

/** Rejects with HubError: the file, the member of it, what is wrong and what to do. */
export async function readSetup(path: string, machine: SetupMachine): Promise<ReadSetup> {
  const file = resolve(path);
  const text = await saidAt(file, [], () => readText(file, machine.os));
  const setup = parsed(file, text.replace(/^\uFEFF/, ''));
  const { shares, allow } = setup;
  const servers: SetupServer[] = [];
  for (const [name, entry] of Object.entries(setup.mcpServers))
    servers.push(await saidAt(file, ['mcpServers', name], () => serverOf(name, entry, machine)));
  const fleet = setup.fleet ? await fleetOf(file, setup.fleet, machine) : null;
  const secrets = new Map<string, string>();
  for (const [name, path] of Object.entries(setup.secrets))
    secrets.set(name, await saidAt(file, ['secrets', name], () => secretIn(file, path, machine.os)));
  const shared = Object.entries(shares).map(([share, own]) => ({ ...own, share, server: own.server ?? share }));
  const telemetry = setup.telemetry ? await telemetryOf(file, setup.telemetry, machine.os) : null;
  const metricsToken = setup.metrics ? await metricsTokenOf(file, setup.metrics, machine.os) : null;
  const hash = createHash('sha256').update(text).digest('hex');
  const read = { file, hash, fleet, secrets, servers, shares: shared, allow, telemetry, metricsToken };
  expectWhole(read);
  return read;
}

function parsed(file: string, text: string): HubSetup {
  try {
    const { value } = parseLocatedJson(text);
    const read = HubSetupSchema.safeParse(value);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    const path = issue?.path ?? [];
    throw setupFault(file, path, issue ? faultIn(issue, value) : faultOf(read.error, value));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const { line, column } = placeIn(text, error.offset);
    throw setupFault(`${file}:${line}:${column}`, [], error.why);
  }
}

/** What names something else in the file, or must not stand beside it. */
function expectWhole({ file, fleet, servers, shares, allow }: ReadSetup): void {
  const names = new Set(servers.map(({ name }) => name));
  const used = new Set<string>();
  for (const { share, server, hubs, roles } of shares) {
    if (!fleet) throw setupFault(file, ['shares'], notSo('no-fleet'));
    if (!names.has(server)) throw setupFault(file, ['shares', share], notSo('no-server', server));
    if (used.has(server)) throw setupFault(file, ['shares', share], notSo('shared-twice', server));
    if (hubs.length + roles.length === 0) throw setupFault(file, ['shares', share], notSo('nobody'));
    used.add(server);
  }
  for (const [index, { server }] of allow.entries())
    if (!names.has(server)) throw setupFault(file, ['allow', index, 'server'], notSo('no-server', server));
}

function serverOf(name: string, entry: object, { os, userHome }: SetupMachine): SetupServer {
  const text = JSON.stringify({ mcpServers: { [name]: entry } });
  const [server] = readPasted(text, userHome, os === 'win32');
  if (!server) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'value-missing' });
  return { name, text, config: server.config };
}

async function fleetOf(file: string, fleet: SetupFleet, { hostname, os }: SetupMachine): Promise<FleetJoin> {
  const { name = fleetNameFrom(hostname), ca, creds, nkey, token, user, password, signers, ...plain } = fleet;
  const proofs = [creds, nkey, token, user].filter(one => one !== undefined);
  if (proofs.length > 1 || (user === undefined) !== (password === undefined))
    throw setupFault(file, ['fleet'], notSo('proofs'));
  const pathOf = (path: string) => besides(file, path.replaceAll('{name}', name));
  const textAt = (member: string, path: string) =>
    saidAt(file, ['fleet', member], async () => (await readText(pathOf(path), os)).trim());
  const keys: { name: string; key: string }[] = [];
  for (const [signer, path] of Object.entries(signers))
    keys.push({
      name: signer,
      key: await saidAt(file, ['fleet', 'signers', signer], () => readText(pathOf(path), os)),
    });
  // Whom it trusts to be the server; read again at each connection.
  if (ca !== undefined) await textAt('ca', ca);
  let credential: FleetCredential = { kind: 'none' };
  if (creds !== undefined) credential = { kind: 'creds', text: await textAt('creds', creds) };
  else if (nkey !== undefined) credential = { kind: 'nkey', seed: await textAt('nkey', nkey) };
  else if (token !== undefined) credential = { kind: 'token', token: await textAt('token', token) };
  else if (user !== undefined && password !== undefined)
    credential = { kind: 'password', user, password: await textAt('password', password) };
  const join = { ...plain, name, credential, ca: ca === undefined ? null : pathOf(ca), signers: keys };
  const read = FleetJoinSchema.safeParse(join);
  if (read.success) return read.data;
  throw setupFault(file, ['fleet', ...(read.error.issues[0]?.path ?? [])], faultIn(read.error.issues[0]!, join));
}
