// What the owner of a fleet does with its policy: keys, signing, publishing, and looking at what it says and narrows. Loaded when asked for.
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fleetKeySecret as secretOf } from '../../../../contract/fleet.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { fleetFault, readFleetPolicy } from './fleet-document.ts';
import { narrowedBy } from './fleet-narrowing.ts';
import { signedText } from './sign-fleet-policy.ts';
import { fingerprintOf } from './signed-list.ts';
import type { HubError } from '../../../../contract/errors.ts';
import type { FleetPolicy, FleetPolicyDraft } from '../../../../contract/schemas/fleet-policy.ts';
import type {
  FleetNarrowed,
  FleetPolicyChange,
  FleetPolicyVersion,
} from '../../../../contract/schemas/fleet-policy-requests.ts';
import type { Grant } from '../../../../contract/schemas/permissions.ts';
import type { SecretStore } from '../../secrets/secret-store.ts';
import type { FleetFault, ReadFleetPolicy, SignedPolicy } from './fleet-document.ts';
import type { FleetPolicyKeeper } from './fleet-policy.ts';

export interface FleetDeskOptions {
  readonly keeper: FleetPolicyKeeper;
  readonly secrets: Pick<SecretStore, 'get' | 'names' | 'set'>;
  readonly grants: () => readonly Grant[];
  readonly now: () => number;
  /** Whether this hub is in a fleet. */
  readonly isJoined: () => boolean;
  readonly isOnline: () => boolean;
}

export interface Signed {
  readonly envelope: string;
  readonly version: number;
  readonly signedBy: string;
}

const nothing: FleetPolicyDraft = { rules: [], pauseAll: false, stoppedAgents: [], roles: {} };

export class FleetPolicyDesk {
  readonly #options: FleetDeskOptions;

  constructor(options: FleetDeskOptions) {
    this.#options = options;
  }

  /** The private half never leaves the secrets of this data home. */
  async newKey(name: string): Promise<{ key: string; fingerprint: string }> {
    const { secrets } = this.#options;
    if (secrets.get(secretOf(name)) !== undefined) throw refusal(fleetFault('key-there', { thing: name }));
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    await secrets.set(secretOf(name), privateKey.export({ format: 'pem', type: 'pkcs8' }).toString());
    return publicPart(publicKey);
  }

  /** Those that are kept here, by name; what is no key under such a name is left out. */
  keys(): { name: string; key: string; fingerprint: string }[] {
    const { secrets } = this.#options;
    const kept = secrets.names().filter(secret => secret.startsWith(secretOf('')));
    return kept.flatMap(secret => {
      const key = publicOf(secrets.get(secret) ?? '');
      return key ? [{ name: secret.slice(secretOf('').length), ...publicPart(key) }] : [];
    });
  }

  /** Throws HubError where hubs would not take what it would say. */
  sign(name: string, change: FleetPolicyChange): Signed {
    const { secrets, keeper, now } = this.#options;
    const pem = secrets.get(secretOf(name));
    if (pem === undefined) throw refusal(fleetFault('key-none', { thing: name }));
    const held = keeper.held?.policy ?? null;
    const policy = { ...changed(held ?? nothing, change), version: Math.max(held?.version ?? 0, keeper.highest) + 1 };
    const text = JSON.stringify({
      kind: 'pilothouse-fleet-policy',
      signedAt: new Date(now()).toISOString(),
      ...policy,
    });
    const { envelope, key, fingerprint } = signedText(text, pem);
    const read = readFleetPolicy(envelope, [{ name, key, fingerprint }]);
    if (!read.ok) throw refusal(read.why);
    return { envelope, version: policy.version, signedBy: name };
  }

  /** Rejects with HubError; then nothing was published. */
  async publish(envelope: string): Promise<{ version: number; signedBy: string }> {
    const { keeper } = this.#options;
    const { policy, signer } = this.#expectGood(envelope);
    await this.#expectReach().publish(envelope, policy.version);
    keeper.offer(envelope);
    return { version: policy.version, signedBy: signer };
  }

  async signAndPublish(name: string, change: FleetPolicyChange): Promise<{ version: number; signedBy: string }> {
    this.#expectReach();
    const { envelope } = this.sign(name, change);
    const fingerprint = fingerprintIn(envelope);
    if (!this.#options.keeper.signers.some(signer => signer.fingerprint === fingerprint))
      throw refusal(fleetFault('key-not-named', { thing: name, at: fingerprint }));
    return this.publish(envelope);
  }

  async versions(): Promise<{ versions: FleetPolicyVersion[]; refused: number }> {
    const { signers } = this.#options.keeper;
    const texts = await this.#expectReach().history();
    const read: ReadFleetPolicy[] = [];
    for (const text of texts) {
      read.push(readFleetPolicy(text, signers));
      await nextTurn();
    }
    const versions = read.flatMap(one => (one.ok ? [versionOf(one.signed)] : []));
    return { versions: versions.toReversed(), refused: read.length - versions.length };
  }

  /** Of an envelope, of a draft, or of the policy in force. */
  narrows({ envelope, draft }: { envelope?: string | undefined; draft?: FleetPolicyDraft | undefined }): {
    narrowed: FleetNarrowed[];
    fault: FleetFault | null;
  } {
    const { keeper, grants } = this.#options;
    if (draft) return { narrowed: narrowedBy(draft.rules, grants()), fault: null };
    if (envelope === undefined) return { narrowed: narrowedBy(keeper.held?.policy.rules ?? [], grants()), fault: null };
    const read = readFleetPolicy(envelope, keeper.signers);
    if (!read.ok) return { narrowed: [], fault: read.why };
    return { narrowed: narrowedBy(read.signed.policy.rules, grants()), fault: keeper.faultOf(read.signed) };
  }

  #expectGood(envelope: string): SignedPolicy {
    const { keeper } = this.#options;
    const read = readFleetPolicy(envelope, keeper.signers);
    const fault = read.ok ? keeper.faultOf(read.signed) : read.why;
    if (!read.ok || fault) throw refusal(fault ?? fleetFault('none'));
    return read.signed;
  }

  #expectReach() {
    const { keeper, isJoined, isOnline } = this.#options;
    if (keeper.publisher && isOnline()) return keeper.publisher;
    throw refusal(fleetFault(isJoined() ? 'offline' : 'not-joined'));
  }
}

function publicOf(pem: string): KeyObject | null {
  try {
    return createPublicKey(pem);
  } catch {
    return null;
  }
}

function publicPart(key: KeyObject): { key: string; fingerprint: string } {
  return { key: key.export({ format: 'der', type: 'spki' }).toString('base64'), fingerprint: fingerprintOf(key) };
}

function changed(
  { rules, pauseAll, stoppedAgents, roles, catalogue }: FleetPolicy | FleetPolicyDraft,
  change: FleetPolicyChange,
): FleetPolicyDraft {
  const kept = { rules, pauseAll, stoppedAgents, roles, ...(catalogue && { catalogue }) };
  switch (change.kind) {
    case 'replace':
      return change.draft;
    case 'pause-all':
      return { ...kept, pauseAll: change.on };
    case 'stop-agent': {
      const { agent } = change;
      const others = stoppedAgents.filter(one => one.agent !== agent);
      // Its users go on being told what they were told.
      const reason = change.reason ?? stoppedAgents.find(one => one.agent === agent)?.reason;
      return { ...kept, stoppedAgents: [...others, { agent, ...(reason !== undefined && { reason }) }] };
    }
    case 'allow-agent':
      return { ...kept, stoppedAgents: stoppedAgents.filter(({ agent }) => agent !== change.agent) };
  }
}

function versionOf({ policy, signer, fingerprint }: SignedPolicy): FleetPolicyVersion {
  const { version, signedAt, rules, pauseAll, stoppedAgents } = policy;
  const who = { version, signedBy: signer, fingerprint, signedAt: Date.parse(signedAt) };
  return { ...who, rules: rules.length, pausesAll: pauseAll, stoppedAgents };
}

function fingerprintIn(envelope: string): string {
  return (JSON.parse(envelope) as { key: string }).key;
}

function refusal(fault: FleetFault): HubError {
  return hubError('ERR_INVALID_ARGUMENTS', fault);
}
