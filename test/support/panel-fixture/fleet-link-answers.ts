// The fixture's answers about the fleet that its hub is in: joining goes well unless it is as `taken`, and is seen in the snapshot.
import { shownFleetAddress } from '../../../contract/fleet.ts';
import { fleetSteps } from '../../../contract/schemas/fleet-requests.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { FleetState } from '../../../contract/schemas/fleet.ts';
import type { FleetTrial, FleetTried } from '../../../contract/schemas/fleet-requests.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

interface Inside {
  readonly snapshot: () => Snapshot;
  readonly setHub: (hub: Snapshot['hub']) => void;
}

type Answers =
  | 'fleet:try'
  | 'fleet:join'
  | 'fleet:leave'
  | 'fleet:look-again'
  | 'fleet:rename'
  | 'fleet:set-shows'
  | 'fleet:set-signers'
  | 'fleet:init';

export function fleetLinkAnswers({ snapshot, setHub }: Inside): Pick<PanelHandlers, Answers> {
  const made = new Set<string>();
  const show = (fleet: FleetState | null) => {
    setHub({ ...snapshot().hub, fleet });
    return {};
  };
  const changed = (change: Partial<FleetState>) => {
    const { fleet } = snapshot().hub;
    return show(fleet ? { ...fleet, ...change } : null);
  };
  return {
    'fleet:try': ({ name, prefix, address, signers }) => ({
      trials: fleetSteps.map((step, at): FleetTrial => {
        const reason = faultOf(step, { name, address, isBare: !made.has(prefix) && prefix === 'new-fleet' });
        if (reason) return { step, state: 'failed', ms: 4 + at, reason };
        if (name === 'taken' && step === 'signers') return { step, state: 'skipped', ms: null, reason: null };
        return { step, state: 'fine', ms: 4 + at, reason: null };
      }),
      ...foreseen(snapshot(), { name, prefix, signer: signers[0]?.name }),
    }),
    'fleet:join': ({ address, prefix, name, roles, credential, shows, signers }) =>
      show({
        ...{ prefix, name, roles, shows },
        address: shownFleetAddress(address),
        credential: credential.kind === 'kept' ? 'none' : credential.kind,
        signers: signers.map(signer => ({ ...signer, fingerprint: 'SHA256:fixture' })),
        tls: address.startsWith('tls:'),
        joinedAt: Date.now(),
        state: 'online',
        since: Date.now(),
        reason: null,
        roundTripMs: 3.2,
        policy: null,
        outbox: { audit: 0, traces: 0, dropped: 0 },
      }),
    'fleet:leave': () => show(null),
    'fleet:look-again': () => ({}),
    'fleet:rename': ({ name }) => changed({ name }),
    'fleet:set-signers': ({ add, remove }) => {
      const named = add.map(signer => ({ ...signer, fingerprint: 'SHA256:fixture' }));
      const signers = [...(snapshot().hub.fleet?.signers ?? []), ...named].filter(({ name }) => !remove.includes(name));
      return changed({ signers });
    },
    'fleet:set-shows': ({ shows }) => changed({ shows }),
    'fleet:init': ({ prefix }) => {
      made.add(prefix);
      return { made: [`${prefix}-presence`], found: [] };
    },
  };
}

/** Where a key is named the fleet has a policy, which denies all of the first grant that allows and a part of the second. */
function foreseen(
  { grants }: Snapshot,
  { name, prefix, signer }: { readonly name: string; readonly prefix: string; readonly signer: string | undefined },
): Omit<FleetTried, 'trials'> {
  if (signer === undefined || name === 'taken' || prefix === 'new-fleet') return { policy: null, policyFault: null };
  const narrowed = Object.values(grants)
    .filter(({ effect }) => effect === 'allow')
    .slice(0, 2)
    .map((grant, at) => ({ grant, rule: at === 0 ? 'no-prod' : 'less', reason: null, isWhole: at === 0 }));
  const signedAt = Date.now() - 3_600_000;
  return {
    policy: { version: 7, signedBy: signer, signedAt, rules: 12, pausesAll: false, narrowed },
    policyFault: null,
  };
}

/** The name `taken` is another hub's, and under the prefix `new-fleet` there is nothing before it was made. */
function faultOf(
  step: FleetTrial['step'],
  { name, address, isBare }: { readonly name: string; readonly address: string; readonly isBare: boolean },
): Reason | null {
  if (step === 'name' && name === 'taken') return { kind: 'fleet-name-taken', hub: name, version: '0.1.0' };
  if (step === 'buckets' && isBare) return { kind: 'fleet-no-buckets', missing: ['new-fleet-presence'], address };
  return null;
}
