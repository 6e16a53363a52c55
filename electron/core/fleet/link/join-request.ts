// What a user asks for when a hub is to join, as the parts of the link take it: the server, its credentials, the signers' keys.

import { shownFleetAddress } from '../../../../contract/fleet.ts';
import { reasonOf } from '../../../../contract/reason.ts';
import { maxSigners } from '../../../../contract/schemas/fleet-requests.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { fleetFault } from '../../permissions/policy/fleet-document.ts';
import { fingerprintOf, readListKey } from '../../permissions/policy/signed-list.ts';
import { readFleetAddress } from './fleet-address.ts';
import { readCredential } from './fleet-credentials.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { FleetSigner, FleetState } from '../../../../contract/schemas/fleet.ts';
import type { FleetJoin, NamedSigner } from '../../../../contract/schemas/fleet-requests.ts';
import type { FleetServer } from './connect-options.ts';
import type { HeldCredential } from './fleet-credentials.ts';
import type { FleetSettings } from './fleet-settings.ts';

type AskedServer = Pick<FleetJoin, 'address' | 'allowPlaintext' | 'ca' | 'credential'>;

/** `fault`: why the address is none, which is told as the outcome of a trial. */
export function serverOf(
  { address: asked, allowPlaintext, ca, credential }: AskedServer,
  held: HeldCredential | null,
): { server: FleetServer; shown: string; fault: Reason | null } {
  try {
    const address = readFleetAddress(asked, allowPlaintext);
    const server = {
      address: address.shown,
      allowPlaintext,
      ca,
      credential: readCredential(credential, address, held),
    };
    return { server, shown: address.shown, fault: null };
  } catch (error) {
    const shown = shownFleetAddress(asked);
    const none = { kind: 'none', user: null, secret: null } as const;
    return { server: { address: shown, allowPlaintext, ca, credential: none }, shown, fault: reasonOf(error) };
  }
}

export function settingsOf(
  join: FleetJoin,
  { credential, ca, allowPlaintext }: FleetServer,
  address: string,
  now: number,
): FleetSettings {
  const { prefix, name, roles, shows } = join;
  return {
    ...{ address, prefix, name, roles, ca, allowPlaintext, shows },
    credential: credential.kind,
    user: credential.user,
    signers: signersOf(join.signers).signers,
    joinedAt: now,
    fleetId: null,
  };
}

/** How the hub stands to its fleet before it has been connected. */
export function shownAtFirst(settings: Omit<FleetSettings, 'fleetId'>, now: number): FleetState {
  const { address, prefix, name, roles, credential, joinedAt, shows, signers, ca } = settings;
  const tls = readFleetAddress(address, true).tls || ca !== null;
  return {
    ...{ address, prefix, name, roles, credential, joinedAt, shows, signers, tls },
    ...{ state: 'joining', since: now, reason: null, roundTripMs: null },
    policy: null,
    outbox: { audit: 0, traces: 0, dropped: 0 },
  };
}

/** One of a name that is there, or with a key that is, takes its place. Throws HubError where one to remove is none. */
export function changedSigners(
  before: readonly FleetSigner[],
  add: readonly NamedSigner[],
  remove: readonly string[],
): FleetSigner[] {
  const { signers: added, fault } = signersOf(add);
  if (fault) throw hubError('ERR_INVALID_ARGUMENTS', fault);
  const isReplaced = (one: FleetSigner) =>
    added.some(({ name, fingerprint }) => name === one.name || fingerprint === one.fingerprint);
  const all = [...before.filter(one => !isReplaced(one)), ...added];
  const none = remove.find(name => !all.some(one => one.name === name));
  if (none !== undefined) throw hubError('ERR_INVALID_ARGUMENTS', fleetFault('signer-none', { thing: none }));
  const next = all.filter(({ name }) => !remove.includes(name));
  if (next.length > maxSigners)
    throw hubError('ERR_INVALID_ARGUMENTS', fleetFault('signers-many', { kept: maxSigners }));
  return next;
}

/** Their keys in one form. */
export function signersOf(asked: readonly NamedSigner[]): { signers: FleetSigner[]; fault: Reason | null } {
  const signers: FleetSigner[] = [];
  let fault: Reason | null = null;
  for (const { name, key: text } of asked) {
    const key = readListKey(text);
    if (key) {
      const der = key.export({ format: 'der', type: 'spki' }).toString('base64');
      signers.push({ name, key: der, fingerprint: fingerprintOf(key) });
    } else fault ??= { kind: 'fleet-signer-key', signer: name };
  }
  return { signers, fault };
}
