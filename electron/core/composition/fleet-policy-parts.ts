// The part of the fleet's policy that is always there: what was kept of it, in force before any way in is open; nothing of NATS is loaded.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ruleCode } from '../../../contract/call-rules.ts';
import { FleetSignerSchema } from '../../../contract/schemas/fleet.ts';
import { writePrivateFile } from '../../../native-host/endpoints/private-file.ts';
import { stopOf } from '../permissions/policy/fleet-hold.ts';
import { FleetPolicyKeeper } from '../permissions/policy/fleet-policy.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Client } from '../../../contract/schemas/entities.ts';
import type { RuleAsker } from '../../../contract/schemas/rule-changes.ts';
import type { AgentRegistry } from '../agents/agent-registry.ts';
import type { FleetHold, StoppableAgent } from '../permissions/policy/fleet-hold.ts';
import type { KeptFleetPolicy } from '../permissions/policy/fleet-policy.ts';
import type { RuleChanges } from '../permissions/rule-changes.ts';
import type { AuditLine } from '../router/audit-lines.ts';
import type { SettingsTable } from '../store/settings-table.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';

const key = 'fleetPolicy';
const seenKey = 'fleetPolicySeen';
const SeenSchema = z.record(z.string(), z.number());
const fileName = 'fleet-policy.json';
const KeptFleetPolicySchema = z.object({
  appliedAt: z.number(),
  signers: z.array(FleetSignerSchema),
  envelope: z.string(),
});

/** The envelope lies in a file, where it can be held against its key by others too; the database has a copy, and the keys. */
export async function createFleetPolicy(
  { platform }: Boot,
  { home, store, state, mode }: BaseParts,
  onChanged: () => void,
): Promise<FleetPolicyKeeper> {
  const file = join(home.path, fileName);
  const copy = await store.settings.get(key, KeptFleetPolicySchema);
  const seen = (await store.settings.get(seenKey, SeenSchema)) ?? {};
  const inFile = copy && (await readFile(file, 'utf8').catch(() => ''));
  const keeper: FleetPolicyKeeper = new FleetPolicyKeeper({
    kept: copy ? [{ ...copy, envelope: inFile ?? '' }, copy] : [],
    keep: keepingIn(file, store.settings, platform.log),
    seen,
    keepSeen: next => void store.settings.set(seenKey, next).catch(notWritten(platform.log)),
    now: () => platform.now(),
    onChanged: () => {
      mode.hold(keeper.hold?.pausesAll ? keeper.hold : null);
      onChanged();
    },
    show: policy => {
      if (state.hub.fleet) state.setHub({ fleet: { ...state.hub.fleet, policy } });
    },
  });
  if (keeper.hold?.pausesAll) mode.hold(keeper.hold);
  return keeper;
}

/** One after the other, as they came. */
function keepingIn(file: string, settings: SettingsTable, log: Boot['platform']['log']) {
  let last: Promise<void> = Promise.resolve();
  const keep = async (kept: KeptFleetPolicy | null) => {
    if (kept === null) {
      await settings.remove(key);
      await rm(file, { force: true });
    } else {
      await settings.set(key, kept);
      await writePrivateFile(file, kept.envelope);
    }
  };
  return (kept: KeptFleetPolicy | null) => (last = last.then(() => keep(kept)).catch(notWritten(log)));
}

function notWritten(log: Boot['platform']['log']) {
  return (error: unknown) =>
    log.warn(
      { reason: String(error) },
      'The policy of the fleet is in force and was not written; after a restart it has to come again.',
    );
}

/** Why an agent may not be here; null where the fleet has not stopped it. */
export function fleetRefusal(hold: FleetHold | null, agent: StoppableAgent): Reason | null {
  const stop = hold && stopOf(hold, agent);
  if (!stop) return null;
  const { version, signer } = hold;
  const held = { version, signer, tool: '', agent: agent.name, because: stop.because };
  return { kind: 'fleet-holds', so: 'stopped', ...held };
}

/** Whoever is stopped tries again and again: one entry in the audit for each client and version. */
export function arrivalsRefused(audit: (line: AuditLine) => void, now: () => number) {
  const told = new Map<string, number>();
  return ({ id: clientId }: Client, why: Reason): void => {
    if (why.kind !== 'fleet-holds' || told.get(clientId) === why.version) return;
    told.delete(clientId);
    told.set(clientId, why.version);
    for (const [oldest] of told) if (told.size > maxTold) told.delete(oldest);
    const rule = ruleCode({ kind: 'fleet', id: 'stopped-agent', version: why.version, signer: why.signer });
    const nowhere = { agentId: null, scope: null, place: null, where: '' };
    audit({ at: now(), clientId, what: 'connect', ...nowhere, rule, outcome: 'deny', why });
  };
}

const maxTold = 1_000;
const fleet: RuleAsker = { via: 'fleet', processes: [] };

/** What comes of it stands in the audit with who signed it; agents that it stops go once their calls were answered. */
export function followFleetPolicy(
  { events }: Pick<Boot, 'events'>,
  { state }: Pick<BaseParts, 'state'>,
  {
    fleetPolicy: keeper,
    agents,
  }: { readonly fleetPolicy: FleetPolicyKeeper; readonly agents: Pick<AgentRegistry, 'expelRefused'> },
  changes: Pick<RuleChanges, 'made' | 'refused'>,
): void {
  let wasIn = false;
  state.subscribe(({ hub }) => {
    if (!hub) return;
    const { fleet } = state.hub;
    // Its link begins anew with nothing of the policy.
    if (fleet && fleet.policy === null && keeper.state) state.setHub({ fleet: { ...fleet, policy: keeper.state } });
    if (wasIn && !fleet) keeper.left();
    wasIn = Boolean(fleet);
  });
  keeper.onChange(({ what, isRefused }) => {
    if (isRefused) changes.refused(fleet, 'fleet:policy', what);
    else changes.made(fleet, 'fleet:policy', what);
  });
  events.on('rulesChanged', () => {
    if (keeper.hold?.stopped.length) setImmediate(() => agents.expelRefused());
  });
}
