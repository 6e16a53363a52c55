// What is filled in to join a fleet, and the request it becomes.
import { defaultFleetPrefix, isFleetName } from '../../../contract/fleet.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { FleetState } from '../../../contract/schemas/fleet.ts';
import type { FleetCredential } from '../../../contract/schemas/fleet-requests.ts';
import type { PanelParams } from '../../../contract/schemas/panel-requests.ts';

export const credentialKinds = ['none', 'creds', 'nkey', 'password', 'token'] as const;
export type CredentialKind = (typeof credentialKinds)[number];

export interface JoinForm {
  readonly address: string;
  readonly prefix: string;
  /** Null until something was typed: then the name after this machine is taken. */
  readonly name: string | null;
  /** With commas or spaces between them. */
  readonly roles: string;
  readonly kind: CredentialKind;
  readonly user: string;
  readonly secret: string;
  readonly ca: string;
  readonly allowPlaintext: boolean;
  readonly signer: string;
  readonly key: string;
  readonly agents: boolean;
  readonly servers: boolean;
  readonly questions: boolean;
}

export function emptyJoin(fleet: FleetState | null): JoinForm {
  return {
    address: fleet?.address ?? '',
    prefix: fleet?.prefix ?? defaultFleetPrefix,
    name: fleet?.name ?? null,
    roles: fleet?.roles.join(', ') ?? '',
    kind: fleet?.credential ?? 'none',
    ...{ user: '', secret: '', ca: '', allowPlaintext: false },
    signer: fleet?.signers[0]?.name ?? '',
    key: fleet?.signers[0]?.key ?? '',
    ...(fleet?.shows ?? { agents: true, servers: true, questions: false }),
  };
}

/** Null while something is missing or is no name. */
export function joinRequest(form: JoinForm, fleet: FleetState | null): PanelParams<'fleet:join'> | null {
  const { agents, servers, questions, allowPlaintext } = form;
  const address = form.address.trim();
  const roles = rolesOf(form);
  const credential = credentialOf(form, fleet);
  if (address === '' || credential === null) return null;
  const name = form.name ?? '';
  if (![name, form.prefix, ...roles].every(isFleetName)) return null;
  const first = signerOf(form);
  if (first === undefined) return null;
  return {
    ...{ address, credential, roles, allowPlaintext },
    ...{ name },
    prefix: form.prefix,
    ca: form.ca.trim() || null,
    shows: { agents, servers, questions },
    signers: [...(first ? [first] : []), ...(fleet?.signers.slice(1).map(({ name, key }) => ({ name, key })) ?? [])],
  };
}

function rolesOf({ roles }: JoinForm): string[] {
  return roles.split(/[\s,]+/).filter(Boolean);
}

/** A part of the form, beside which it is said what is wrong with it. */
export type JoinPlace = 'address' | 'plaintext' | 'ca' | 'name' | 'roles' | 'prefix' | 'credential' | 'signer';

const placeOf: Partial<Record<Reason['kind'], JoinPlace>> = {
  'fleet-address-other': 'address',
  'fleet-no-host': 'address',
  'fleet-connection-refused': 'address',
  'fleet-silent': 'address',
  'fleet-unreachable': 'address',
  'fleet-no-jetstream': 'address',
  'fleet-server-lost': 'address',
  'fleet-in-one': 'address',
  'fleet-plaintext': 'plaintext',
  'fleet-no-tls': 'address',
  'fleet-certificate': 'ca',
  'fleet-ca-unreadable': 'ca',
  'fleet-credential-form': 'credential',
  'fleet-credential-wrong': 'credential',
  'fleet-credential-ended': 'credential',
  'fleet-credential-lost': 'credential',
  'fleet-not-allowed': 'credential',
  'fleet-not-administrator': 'credential',
  'fleet-no-buckets': 'prefix',
  'fleet-name-taken': 'name',
  'fleet-signer-key': 'signer',
};

export type JoinFaults = Partial<Record<JoinPlace, Reason>>;

/** What is wrong with what stands in the form, and what the fleet has said of it: the first at each part. */
export function joinFaults(form: JoinForm, said: readonly (Reason | null)[]): JoinFaults {
  const faults: JoinFaults = {};
  const isNoName = (text: string | null) => text !== null && text !== '' && !isFleetName(text);
  if (isNoName(form.name)) faults.name = { kind: 'no-fleet-name' };
  if (isNoName(form.prefix)) faults.prefix = { kind: 'no-fleet-name' };
  if (rolesOf(form).some(isNoName)) faults.roles = { kind: 'no-fleet-name' };
  for (const reason of said) {
    const place = reason && placeOf[reason.kind];
    if (place) faults[place] ??= reason;
  }
  return faults;
}

/** Whether it is told at a part of the form. */
export function hasPlace(reason: Reason): boolean {
  return placeOf[reason.kind] !== undefined;
}

/** Null: none is named. Undefined: only half of it is there. */
function signerOf(form: JoinForm) {
  const [name, key] = [form.signer.trim(), form.key.trim()];
  if (name === '' && key === '') return null;
  return name === '' || key === '' ? undefined : { name, key };
}

/** To make what a fleet needs on the server that is named in it. */
export function initRequest({ address, prefix, credential, ca, allowPlaintext }: PanelParams<'fleet:join'>) {
  return { address, prefix, credential, ca, allowPlaintext } satisfies PanelParams<'fleet:init'>;
}

/** What was given before stays where nothing new is. */
function credentialOf({ kind, user, secret }: JoinForm, fleet: FleetState | null): FleetCredential | null {
  if (kind === 'none') return { kind };
  if (secret === '') return fleet?.credential === kind ? { kind: 'kept' } : null;
  if (kind === 'creds') return { kind, text: secret };
  if (kind === 'nkey') return { kind, seed: secret.trim() };
  if (kind === 'token') return { kind, token: secret };
  return user === '' ? null : { kind, user, password: secret };
}
