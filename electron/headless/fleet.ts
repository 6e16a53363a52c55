// `pilothouse fleet`: joins, leaves and shows a fleet by the running hub; sets one up and prints rights by itself.
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fleetNameFrom, isFleetName, policyInForce, shownFleetAddress } from '../../contract/fleet.ts';
import { FleetInitSchema } from '../../contract/schemas/fleet-requests.ts';
import { faultOf } from '../../contract/schemas/value-fault.ts';
import { askHub } from '../core/ask-hub.ts';
import { printAside } from '../core/platform/terminal.ts';
import { listed } from './columns.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { readSigner, readText } from './fleet-signer.ts';
import { printAnswer } from './print-answer.ts';
import { readSecret } from './read-input.ts';
import { sayWaits } from './say-waits.ts';
import type { Reason } from '../../contract/reasons.ts';
import type { FleetHub, FleetState } from '../../contract/schemas/fleet.ts';
import type { FleetCredential, FleetInit } from '../../contract/schemas/fleet-requests.ts';
import type { CliWords } from './words/cli-words.ts';

/** By then a hub that is let in is online, and one that is not is refused. */
const decidedMs = 10_000;
const pollMs = 100;

export interface ProofOptions {
  readonly creds?: string;
  readonly nkey?: string;
  readonly user?: string;
  readonly tokenStdin: boolean;
}

export interface ServerOptions extends ProofOptions {
  readonly prefix: string;
  readonly ca?: string;
  readonly allowPlaintext: boolean;
  readonly json: boolean;
}

export interface JoinOptions extends ServerOptions {
  readonly name?: string;
  readonly role: readonly string[];
  readonly signer: readonly string[];
}

export interface InitOptions extends ServerOptions {
  readonly replicas: string;
  readonly auditDays: string;
  readonly traceDays: string;
  readonly auditBytes: string;
  readonly traceBytes: string;
  readonly fleetId?: string;
}

export interface FreeOptions extends ServerOptions {
  readonly server: string;
}

export interface AccountsOptions {
  readonly prefix: string;
  /** Files with users, for the account of the streams and for that of the hubs. */
  readonly administrator: readonly string[];
  readonly user: readonly string[];
  readonly json: boolean;
}

export interface RightsOptions {
  readonly prefix: string;
  readonly serves: readonly string[];
  readonly gateway: boolean;
  readonly readsStreams: boolean;
  readonly signs: boolean;
  readonly json: boolean;
}

export async function joinFleet(home: string, address: string, options: JoinOptions, words: CliWords): Promise<void> {
  const { name = fleetNameFrom(hostname()), role, prefix, ca, allowPlaintext, json } = options;
  for (const one of [name, prefix, ...role]) expectName(one, words);
  expectNoSecret(address, words);
  const signers = await Promise.all(options.signer.map(one => readSigner(one, words)));
  const credential = (await readProof(options, words)) ?? { kind: 'none' as const };
  const server = { address, prefix, credential, ca: ca === undefined ? null : resolve(ca), allowPlaintext };
  await askHub(home, 'fleet:join', { ...server, name, roles: [...role], signers }, sayWaits(words, json));
  await showStanding(home, json, words);
}

/** How it stands once that is decided. A program reads the state; an exit code says that it is no good. */
async function showStanding(home: string, json: boolean, words: CliWords): Promise<void> {
  const until = performance.now() + decidedMs;
  const stands = async () => (await askHub(home, 'status', {})).hub.fleet?.state;
  let state = await stands();
  while ((state === 'joining' || state === 'offline') && performance.now() < until) {
    await sleep(pollMs);
    state = await stands();
  }
  await showFleet(home, json, words);
  if (state === 'joining' || state === 'offline') printAside(words.fleetNotYet(decidedMs / 1_000));
  if (state !== 'online') process.exitCode = exitCodes.failed;
}

export async function leaveFleet(home: string, json: boolean, words: CliWords): Promise<void> {
  await askHub(home, 'fleet:leave', {}, sayWaits(words, json));
  printAnswer(json, { fleet: null }, () => [words.fleetLeft]);
}

export async function renameInFleet(
  home: string,
  name: string,
  { json, ...proof }: ProofOptions & { readonly json: boolean },
  words: CliWords,
): Promise<void> {
  expectName(name, words);
  const credential = (await readProof(proof, words)) ?? { kind: 'kept' as const };
  await askHub(home, 'fleet:rename', { name, credential }, sayWaits(words, json));
  await showStanding(home, json, words);
}

export async function showFleet(home: string, json: boolean, words: CliWords): Promise<void> {
  const { hub, fleetHubs } = await askHub(home, 'status', {});
  const fleet = hub.fleet ?? null;
  const online = Object.values(fleetHubs).filter(({ offlineSince }) => offlineSince === null).length;
  printAnswer(json, { fleet }, () => (fleet === null ? [words.noFleet] : statusLines(fleet, online, words)));
}

export async function listHubs(home: string, json: boolean, words: CliWords): Promise<void> {
  const { hub, fleetHubs } = await askHub(home, 'status', {});
  const { fleet = null } = hub;
  const roles: Readonly<Record<string, readonly string[]>> = fleet
    ? (await askHub(home, 'fleet:policy', {})).roles
    : {};
  const hubs = Object.values(fleetHubs)
    .toSorted((one, other) => Number(other.isSelf) - Number(one.isSelf))
    .map(row => ({ ...row, policyRoles: roles[row.name] ?? [] }));
  const isOnline = fleet?.state === 'online';
  printAnswer(json, { state: fleet?.state ?? null, hubs }, () =>
    fleet
      ? listed(
          words.fleetHeads.hubs,
          hubs.map(row => hubLine(row, isOnline, words)),
        )
      : [words.noFleet],
  );
}

/** Here and not in a hub: whoever sets a fleet up has rights that no hub is to have. */
export async function initFleet(address: string, options: InitOptions, words: CliWords): Promise<void> {
  expectNoSecret(address, words);
  const credential = (await readProof(options, words)) ?? { kind: 'none' as const };
  const asked = {
    ...{ address, prefix: options.prefix, credential, allowPlaintext: options.allowPlaintext },
    ca: options.ca === undefined ? null : resolve(options.ca),
    replicas: Number(options.replicas),
    auditDays: Number(options.auditDays),
    traceDays: Number(options.traceDays),
    auditBytes: Number(options.auditBytes),
    traceBytes: Number(options.traceBytes),
    fleetId: options.fleetId,
  };
  const read = FleetInitSchema.safeParse(asked);
  if (!read.success)
    throw new UsageError(words.reason(optionFault(faultOf(read.error, { ...asked, credential: null }))));
  const { initFleetAt } = await import('../core/fleet/link/init-fleet.ts');
  const { made, found, differs } = await initFleetAt(read.data, null);
  printAnswer(options.json, { made, found, differs }, () => [
    words.fleetSetUp(made, found),
    ...differs.map(({ name, option, is, asked: wanted }) => words.fleetDiffers(name, option, is, wanted)),
    ...(differs.length > 0 ? [words.fleetChangeSizes] : []),
  ]);
}

/** Here and not in a hub, for the same reason. */
export async function freeInFleet(name: string, options: FreeOptions, words: CliWords): Promise<void> {
  expectName(name, words);
  const server = await serverIn(options.server, options, words);
  const { freeNameAt } = await import('../core/fleet/link/free-name.ts');
  const freed = await freeNameAt(server, name);
  printAnswer(options.json, { freed }, () => [words.fleetFreed(name, freed)]);
}

/** The server that is asked without a hub, and how. */
export async function serverIn(
  address: string,
  options: Omit<ServerOptions, 'json'>,
  words: CliWords,
): Promise<Pick<FleetInit, 'address' | 'prefix' | 'credential' | 'ca' | 'allowPlaintext'>> {
  const { prefix, ca, allowPlaintext } = options;
  expectName(prefix, words);
  expectNoSecret(address, words);
  const credential = (await readProof(options, words)) ?? { kind: 'none' as const };
  return { address, prefix, credential, ca: ca === undefined ? null : resolve(ca), allowPlaintext };
}

export async function printRights(name: string, options: RightsOptions, words: CliWords): Promise<void> {
  for (const one of [name, options.prefix, ...options.serves]) expectName(one, words);
  const { fleetRights, rightsText } = await import('../core/fleet/link/fleet-rights.ts');
  const { prefix, serves, gateway: isGateway, readsStreams, signs } = options;
  const rights = fleetRights(prefix, name, { serves, isGateway, readsStreams, signs });
  printAnswer(options.json, rights, () => rightsText(rights).split('\n'));
}

export async function printAccounts(options: AccountsOptions, words: CliWords): Promise<void> {
  const { prefix, administrator, user, json } = options;
  expectName(prefix, words);
  const { accountsText, fleetAccounts } = await import('../core/fleet/link/fleet-accounts.ts');
  const accounts = fleetAccounts(prefix);
  const linesOf = async (files: readonly string[], none: string) =>
    files.length === 0 ? [`# ${none}`] : (await Promise.all(files.map(file => readText(file, words)))).flatMap(usersIn);
  const users = {
    streams: await linesOf(administrator, words.fleetAdministrators),
    hubs: await linesOf(user, words.fleetUsers),
  };
  printAnswer(json, accounts, () => accountsText(accounts, users).split('\n'));
}

function usersIn(text: string): string[] {
  return text.trimEnd().split('\n');
}

/** As it was typed: `auditBytes` is `--audit-bytes`. */
function optionFault(reason: Reason): Reason {
  if (reason.kind !== 'value-at') return reason;
  return { ...reason, at: `--${reason.at.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}` };
}

export function expectName(name: string, words: CliWords): void {
  if (!isFleetName(name)) throw new UsageError(words.noFleetName(name));
}

/** Whoever lists the processes of this machine reads what stands here. */
export function expectNoSecret(address: string, words: CliWords): void {
  const shown = shownFleetAddress(address);
  if (shown !== address.replace(/\s/g, '')) throw new UsageError(words.secretInAddress(shown));
}

/** Null where none was named. */
export async function readProof(
  { creds, nkey, user, tokenStdin }: ProofOptions,
  words: CliWords,
): Promise<FleetCredential | null> {
  if ([creds, nkey, user, tokenStdin || undefined].filter(one => one !== undefined).length > 1)
    throw new UsageError(words.oneProof);
  if (creds !== undefined) return { kind: 'creds', text: await readText(creds, words) };
  if (nkey !== undefined) return { kind: 'nkey', seed: (await readText(nkey, words)).trim() };
  if (user !== undefined) return { kind: 'password', user, password: await asked(words.typePassword(user), words) };
  return tokenStdin ? { kind: 'token', token: await asked(words.typeToken, words) } : null;
}

async function asked(question: string, words: CliWords): Promise<string> {
  const secret = await readSecret(question);
  if (secret === null || secret === '') throw new UsageError(words.noFleetSecret);
  return secret;
}

function statusLines(fleet: FleetState, online: number, words: CliWords): string[] {
  const { name, address, prefix, roles, state, since, reason, roundTripMs, policy, outbox } = fleet;
  const held = policyInForce(policy);
  return [
    words.fleetAt(name, address, prefix, roles),
    words.fleetState(state, new Date(since).toISOString(), roundTripMs),
    ...(reason === null ? [] : [words.reason(reason)]),
    state === 'online' ? words.fleetOnline(online) : words.fleetLastSeen(online),
    ...(held === null ? [] : [words.fleetPolicy(held.version, held.signedBy)]),
    ...(policy?.fault ? [words.reason(policy.fault)] : []),
    ...(outbox.audit + outbox.traces > 0 ? [words.fleetWaiting(outbox.audit, outbox.traces)] : []),
  ];
}

/** `roles` is what it calls itself, which nothing goes by. While this hub is not connected, of others the last that was known. */
function hubLine(
  hub: FleetHub & { readonly policyRoles: readonly string[] },
  isOnline: boolean,
  words: CliWords,
): string[] {
  const { name, version, roles, policyRoles, mode, agents, servers, questions, offlineSince, isSelf } = hub;
  const counts = [agents?.length, servers?.length, questions].map(count =>
    count === undefined || count === null ? '-' : String(count),
  );
  const now = isOnline || isSelf ? words.fleetModes[mode] : words.fleetLastKnown(words.fleetModes[mode]);
  const state = offlineSince === null ? now : words.offlineSince(new Date(offlineSince).toISOString());
  const all = [policyRoles, roles].map(one => one.join(',') || '-');
  return [isSelf ? `${name} *` : name, version, ...all, ...counts, state];
}
