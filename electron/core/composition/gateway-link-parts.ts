// The fleet as a gateway is in it: all gateways of a group are one hub there, and nothing of it is kept from run to run.
import { createHash } from 'node:crypto';
import { reasonOf } from '../../../contract/reason.ts';
import { GatewayAudit } from '../fleet/gateway/gateway-audit.ts';
import { GatewayClients } from '../fleet/gateway/gateway-clients.ts';
import { GatewayPolicy } from '../fleet/gateway/gateway-policy.ts';
import { FleetLink } from '../fleet/link/fleet-link.ts';
import { usualWaits } from '../fleet/link/fleet-session.ts';
import { serverOf, settingsOf, signersOf } from '../fleet/link/join-request.ts';
import { KeptFleet } from '../fleet/link/kept-fleet.ts';
import { faultAsError } from '../fleet/link/link-faults.ts';
import { PolicyMember } from '../fleet/policy/policy-member.ts';
import { nameIn } from './fleet-outbox-parts.ts';
import type { FleetSigner } from '../../../contract/schemas/fleet.ts';
import type { FleetJoin } from '../../../contract/schemas/fleet-requests.ts';
import type { TakenCalls } from '../fleet/gateway/taken-calls.ts';
import type { FleetLinkOptions } from '../fleet/link/fleet-link.ts';
import type { NamedMember } from '../fleet/link/fleet-wire.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { GatewayAccess } from './gateway-access.ts';
import type { Registries } from './registries.ts';

export interface GatewayLinkParts {
  readonly access: () => GatewayAccess;
  readonly shared: readonly NamedMember[];
  readonly taken: TakenCalls;
}

export interface GatewayLink {
  readonly link: FleetLink;
  readonly clients: GatewayClients;
  readonly audit: GatewayAudit;
  readonly policy: GatewayPolicy;
}

/** Writes nothing to the fleet yet: `link.rejoin` begins it. Rejects with HubError for what cannot be joined with. */
export async function createGatewayLink(
  { platform }: Boot,
  base: BaseParts,
  registries: Registries,
  join: FleetJoin,
  { access, shared, taken }: GatewayLinkParts,
): Promise<GatewayLink> {
  const { state, store, secretStore, problems } = base;
  const problem = (part: string, error: unknown) => {
    if (error === null) problems.solved(`fleet-${part}`);
    else problems.report(`fleet-${part}`, { kind: 'fleet-part-failed', part, why: reasonOf(error) });
  };
  const settings = { settings: store.settings, secrets: secretStore.ofFleet };
  const kept = new KeptFleet({ ...settings, randomBytes: size => platform.randomBytes(size) });
  // Of several under one name each is as old as the others: none of them is taken for a copy of a hub that was here first.
  state.setHub({ startedAt: 0 });
  const { signers } = await keepJoin(kept, join, platform.now());
  const gatewayPolicy = new GatewayPolicy({
    keeper: registries.fleetPolicy,
    onRefused: reason => (reason ? problems.report('gateway-policy', reason) : problems.solved('gateway-policy')),
  });
  const clients = clientsOf(platform, problems, { signers, access, problem, policy: gatewayPolicy });
  const audit = auditOf(platform, base, { taken, problem });
  const policy = new PolicyMember({
    keeper: registries.fleetPolicy,
    signers: () => signers,
    onFault: error => problem('policy', error),
  });
  const members = [
    { name: 'policy', member: policy },
    { name: 'audit', member: audit },
    ...shared,
    { name: 'clients', member: clients },
  ];
  return { link: linkOf(platform, { state, kept, problem, members }), clients, audit, policy: gatewayPolicy };
}

function auditOf(
  platform: Boot['platform'],
  { store, mask, state }: BaseParts,
  { taken, problem }: Pick<GatewayLinkParts, 'taken'> & { problem(part: string, error: unknown): void },
): GatewayAudit {
  const audit = new GatewayAudit({
    instance: platform.randomBytes(16).toString('hex'),
    mask: value => mask.value(value),
    nameOf: nameIn(state),
    monotonic: () => performance.now(),
    onFault: error => problem('audit', error),
  });
  store.audit.watch((id, row) => {
    audit.append(id, row);
    taken.decided(id, row);
  });
  return audit;
}

interface OfClients {
  readonly signers: readonly FleetSigner[];
  readonly access: () => GatewayAccess;
  readonly policy: GatewayPolicy;
  problem(part: string, error: unknown): void;
}

function clientsOf(
  platform: Boot['platform'],
  problems: BaseParts['problems'],
  { signers, access, problem, policy }: OfClients,
): GatewayClients {
  return new GatewayClients({
    signers,
    now: () => platform.now(),
    first: wire => policy.read(() => wire.connection.isClosed()),
    taken: (id, client) => access().taken(id, client),
    refused: (id, so) => {
      if (so === null) problems.solved(`gateway-client-${id}`);
      else problems.report(`gateway-client-${id}`, { kind: 'gateway-client-refused', client: id, so });
    },
    refusedMany: count => problems.report('gateway-clients', { kind: 'gateway-clients-refused', count }),
    onFault: error => problem('clients', error),
  });
}

type OfLink = Pick<FleetLinkOptions, 'state' | 'kept' | 'problem' | 'members'>;

function linkOf(platform: Boot['platform'], parts: OfLink): FleetLink {
  return new FleetLink({
    ...parts,
    version: platform.version,
    os: platform.os,
    opens: () => ({ read: false, answer: false }),
    waits: usualWaits,
    now: () => platform.now(),
    monotonic: () => performance.now(),
    random: () => platform.randomBytes(2).readUInt16BE() / 65_536,
  });
}

/** Gateways of one name have one id, which is how a hub knows its own name again. */
async function keepJoin(kept: KeptFleet, join: FleetJoin, now: number) {
  const { server, shown, fault } = serverOf(join, null);
  const signers = signersOf(join.signers);
  const wrong = fault ?? signers.fault;
  if (wrong) throw faultAsError(wrong);
  const id = createHash('sha256').update(`gateway ${join.prefix} ${join.name}`).digest('hex').slice(0, 32);
  await kept.save(settingsOf(join, server, shown, now), server.credential, id);
  return signers;
}
