// Publishing a policy of the fleet: only in the place of what was looked at, so that of two that are published at once one is told.
import { foreign, reasonOf } from '../../../../contract/reason.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { fleetFault, readFleetPolicy } from '../../permissions/policy/fleet-document.ts';
import { violationIn } from '../link/link-faults.ts';
import { notAllowed } from '../link/missing-rights.ts';
import { noPolicy, policyKey, policyTexts } from './policy-entries.ts';
import type { FleetPolicyFault } from '../../../../contract/fleet-policy-reasons.ts';
import type { FleetPolicyKeeper } from '../../permissions/policy/fleet-policy.ts';
import type { FleetPublisher } from '../../permissions/policy/fleet-publisher.ts';
import type { FleetWire } from '../link/fleet-wire.ts';

/** What no hub takes, whichever keys its owner names: whoever publishes may replace it. */
const nobodys: ReadonlySet<FleetPolicyFault> = new Set<FleetPolicyFault>([...noPolicy, 'too-large', 'wrong-signature']);

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
    this.#expectNewer(await this.#answered(policyTexts(bucket)), version);
    try {
      await bucket.put(policyKey, envelope, { previousSeq: entry?.revision ?? 0 });
    } catch (error) {
      if (isWrongRevision(error)) throw hubError('ERR_INVALID_ARGUMENTS', fleetFault('raced', { version }));
      throw notPublished(error, this.#wire);
    }
  }

  /** Asked of the newest that somebody has signed: beneath it lies what was replaced, also by keys that are named no more. */
  #expectNewer(texts: readonly string[], version: number): void {
    for (const text of texts.toReversed()) {
      const read = readFleetPolicy(text, this.#keeper.signers);
      if (!read.ok && nobodys.has(read.why.so)) continue;
      // Of what cannot be read here the version is not known, and it may be the fleet's.
      if (!read.ok) throw hubError('ERR_INVALID_ARGUMENTS', read.why);
      const { policy } = read.signed;
      if (policy.version < version) return;
      throw hubError('ERR_INVALID_ARGUMENTS', fleetFault('raced', { version: policy.version }));
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
      throw notPublished(error, this.#wire);
    }
  }
}

function isWrongRevision(error: unknown): boolean {
  return /wrong last sequence/i.test(String(error));
}

function notPublished(error: unknown, { subjects }: Pick<FleetWire, 'subjects'>) {
  const forbidden = violationIn(error);
  if (forbidden) return hubError('ERR_PERMISSION_DENIED', notAllowed(forbidden, subjects));
  const why = error instanceof Error ? foreign(error.message) : reasonOf(error);
  return hubError('ERR_INVALID_ARGUMENTS', fleetFault('not-published', { why }));
}
