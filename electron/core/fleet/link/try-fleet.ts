// The trials before a hub joins: each step with the time it took and why it failed, in order; nothing is written anywhere.

import { type FleetStep, type FleetTrial, fleetSteps } from '../../../../contract/schemas/fleet-requests.ts';
import { connectOptions } from './connect-options.ts';
import { triedChecks } from './fleet-checks.ts';
import { openFleetWire } from './fleet-wire.ts';
import { type FaultPlace, faultAsError, faultOf } from './link-faults.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { FleetServer } from './connect-options.ts';
import type { CheckFacts, FleetCheck } from './fleet-checks.ts';
import type { FleetWire } from './fleet-wire.ts';

export interface TriedFleet {
  readonly server: FleetServer;
  /** Why its address is none. */
  readonly fault: Reason | null;
  readonly prefix: string;
  readonly name: string;
  /** Why a signer's key is none; null where all are. */
  readonly signerFault: Reason | null;
  readonly facts: Omit<CheckFacts, 'wire' | 'address'>;
  /** Milliseconds that only grow. */
  monotonic(): number;
  /** Once every check was fine. */
  readonly look: ((wire: FleetWire) => Promise<void>) | undefined;
}

const ofCredentials: ReadonlySet<Reason['kind']> = new Set<Reason['kind']>([
  'fleet-credential-wrong',
  'fleet-credential-ended',
  'fleet-credential-form',
  'fleet-not-allowed',
]);

/** A step of the table, in its order. What needs one that failed is skipped; the signers' keys need none. */
export async function tryFleet(tried: TriedFleet, checks: readonly FleetCheck[] = triedChecks): Promise<FleetTrial[]> {
  const { server, name, monotonic } = tried;
  const place = { address: server.address, hub: name, wasLetIn: false };
  const done = new Map<FleetStep, FleetTrial>();
  const timed = async <T>(step: FleetStep, work: () => T | Promise<T>): Promise<T | null> => {
    const begun = monotonic();
    try {
      const result = await work();
      done.set(step, trial(step, monotonic() - begun, null));
      return result;
    } catch (error) {
      const reason = faultOf(error, place);
      done.set(step, trial(step, monotonic() - begun, reason));
      return null;
    }
  };
  await timed('address', () => {
    if (tried.fault) throw faultAsError(tried.fault);
  });
  const wire = done.get('address')?.state === 'fine' ? await connected(tried, place, done) : null;
  if (wire && (await takeChecks(wire, tried, checks, timed))) await tried.look?.(wire);
  await wire?.connection.close();
  done.set('signers', trial('signers', 0, tried.signerFault));
  return fleetSteps.map(step => done.get(step) ?? { step, state: 'skipped', ms: null, reason: null });
}

async function takeChecks(
  wire: FleetWire,
  { server, facts }: TriedFleet,
  checks: readonly FleetCheck[],
  timed: (step: FleetStep, work: () => Promise<true>) => Promise<true | null>,
): Promise<boolean> {
  for (const [step, check] of checks) {
    const isFine = await timed(step, async () => {
      await check({ ...facts, wire, address: server.address });
      return true;
    });
    if (isFine === null) return false;
  }
  return true;
}

/** One attempt shows both: the way there, and whether the server takes the credentials. */
async function connected(
  { server, prefix, name, monotonic }: TriedFleet,
  place: FaultPlace,
  done: Map<FleetStep, FleetTrial>,
): Promise<FleetWire | null> {
  const begun = monotonic();
  try {
    const wire = await openFleetWire(prefix, name, { ...(await connectOptions(server)), reconnect: false });
    const ms = monotonic() - begun;
    done.set('connection', trial('connection', ms, null));
    done.set('credentials', trial('credentials', ms, null));
    return wire;
  } catch (error) {
    const reason = faultOf(error, place);
    const ms = monotonic() - begun;
    const isReached = ofCredentials.has(reason.kind);
    if (isReached && reason.kind !== 'fleet-credential-form') done.set('connection', trial('connection', ms, null));
    const step = isReached ? 'credentials' : 'connection';
    done.set(step, trial(step, ms, reason));
    return null;
  }
}

function trial(step: FleetStep, ms: number, reason: Reason | null): FleetTrial {
  return { step, state: reason ? 'failed' : 'fine', ms: Math.round(ms * 10) / 10, reason };
}

/** Throws HubError for the first that failed. */
export function expectFine(trials: readonly FleetTrial[]): void {
  const reason = trials.find(({ state }) => state === 'failed')?.reason;
  if (reason) throw faultAsError(reason);
}
