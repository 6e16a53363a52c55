// What is filled in to join a fleet, and the request it becomes.
import { defaultFleetPrefix, isFleetName } from '../../../contract/fleet.ts';
import type { FleetState } from '../../../contract/schemas/fleet.ts';
import type { FleetCredential } from '../../../contract/schemas/fleet-requests.ts';
import type { PanelParams } from '../../../contract/schemas/panel-requests.ts';

export const credentialKinds = ['none', 'creds', 'nkey', 'password', 'token'] as const;
export type CredentialKind = (typeof credentialKinds)[number];

export interface JoinForm {
  readonly address: string;
  readonly prefix: string;
  readonly name: string;
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
    name: fleet?.name ?? '',
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
  const roles = form.roles.split(/[\s,]+/).filter(Boolean);
  const credential = credentialOf(form, fleet);
  if (address === '' || credential === null) return null;
  if (![form.name, form.prefix, ...roles].every(isFleetName)) return null;
  const first = signerOf(form);
  if (first === undefined) return null;
  return {
    ...{ address, credential, roles, allowPlaintext },
    name: form.name,
    prefix: form.prefix,
    ca: form.ca.trim() || null,
    shows: { agents, servers, questions },
    signers: [...(first ? [first] : []), ...(fleet?.signers.slice(1).map(({ name, key }) => ({ name, key })) ?? [])],
  };
}

/** Null: none is named. Undefined: only half of it is there. */
function signerOf(form: JoinForm) {
  const [name, key] = [form.signer.trim(), form.key.trim()];
  if (name === '' && key === '') return null;
  return name === '' || key === '' ? undefined : { name, key };
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
