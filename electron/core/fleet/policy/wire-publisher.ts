// Publishing a policy of the fleet: only in the place of what was looked at, so that of two that are published at once one is told.
import { foreign, reasonOf } from '../../../../contract/reason.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { fleetFault, readFleetPolicy } from '../../permissions/policy/fleet-document.ts';
import { policyKey, policyTexts, textOf } from './policy-entries.ts';
import type { FleetPolicyKeeper } from '../../permissions/policy/fleet-policy.ts';
import type { FleetPublisher } from '../../permissions/policy/fleet-publisher.ts';
import type { FleetWire } from '../link/fleet-wire.ts';

export class WirePublisher implements FleetPublisher {
  readonly #wire: FleetWire;
  readonly #keeper: FleetPolicyKeeper;

  constructor(wire: FleetWire, keeper: FleetPolicyKeeper) {
    this.#wire = wire;
    this.#keeper = keeper;
  }

  async publish(envelope: string, version: number): Promise<void> {
    const bucket = await this.#answered(this.#wire.kv('policy'));
    const entry = await this.#answered(bucket.get(policyKey));
    if (entry?.operation === 'PUT') {
      const read = readFleetPolicy(textOf(entry), this.#keeper.signers);
      // What nobody has signed may be replaced.
      if (read.ok && read.signed.policy.version >= version)
        throw hubError('ERR_INVALID_ARGUMENTS', fleetFault('raced', { version: read.signed.policy.version }));
    }
    try {
      await bucket.put(policyKey, envelope, { previousSeq: entry?.revision ?? 0 });
    } catch (error) {
      if (isWrongRevision(error)) throw hubError('ERR_INVALID_ARGUMENTS', fleetFault('raced', { version }));
      throw notPublished(error);
    }
  }

  async history(): Promise<string[]> {
    const bucket = await this.#answered(this.#wire.kv('policy'));
    return this.#answered(policyTexts(bucket));
  }

  async #answered<T>(asked: Promise<T>): Promise<T> {
    try {
      return await asked;
    } catch (error) {
      throw notPublished(error);
    }
  }
}

function isWrongRevision(error: unknown): boolean {
  return /wrong last sequence/i.test(String(error));
}

function notPublished(error: unknown) {
  const why = error instanceof Error ? foreign(error.message) : reasonOf(error);
  return hubError('ERR_INVALID_ARGUMENTS', fleetFault('not-published', { why }));
}
