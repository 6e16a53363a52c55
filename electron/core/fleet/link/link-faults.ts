// Why a server was not reached or did not let this hub in, told apart by what the client, the server or the system said.

import { JetStreamApiError } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import { HubError } from '../../../../contract/errors.ts';
import { reasonOf } from '../../../../contract/reason.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { notAllowed } from './missing-rights.ts';
import type { Reason } from '../../../../contract/reasons.ts';

export interface FaultPlace {
  readonly address: string;
  readonly prefix: string;
  readonly hub: string;
  /** The server has taken these credentials before. */
  readonly wasLetIn: boolean;
}

/** Those that pass by themselves. For everything else somebody has to do something; it is tried again all the same, slowly. */
const passing: ReadonlySet<Reason['kind']> = new Set<Reason['kind']>([
  'fleet-no-host',
  'fleet-connection-refused',
  'fleet-silent',
  'fleet-unreachable',
  'fleet-server-lost',
]);

export function isPassing(reason: Reason): boolean {
  return passing.has(reason.kind);
}

export function faultAsError(reason: Reason): Error {
  return hubError('ERR_SERVER_UNAVAILABLE', reason);
}

/** Whether the server turned the credentials down, at once or later. */
export function isAuthFault(error: unknown): boolean {
  return (
    error instanceof errors.AuthorizationError ||
    error instanceof errors.UserAuthenticationExpiredError ||
    (error instanceof Error && /authentication (?:revoked|expired)|authorization violation/i.test(error.message))
  );
}

/** The one that the system gave, where the client has wrapped it. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  return [...own, ...codesOf(error.cause)];
}

/** What the rights do not allow, however the client has wrapped it. */
export function violationIn(error: unknown): InstanceType<typeof errors.PermissionViolationError> | null {
  if (error instanceof errors.PermissionViolationError) return error;
  return error instanceof Error && error.cause !== undefined ? violationIn(error.cause) : null;
}

const insufficientResources = 10_023;
const certificateCode = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|ALTNAME|ISSUER|SIGNATURE/;

export function faultOf(error: unknown, { address, prefix, hub, wasLetIn }: FaultPlace): Reason {
  if (error instanceof HubError && error.reason) return error.reason;
  if (isAuthFault(error)) return { kind: wasLetIn ? 'fleet-credential-ended' : 'fleet-credential-wrong', address };
  const forbidden = violationIn(error);
  if (forbidden) return notAllowed(forbidden, { prefix, hub });
  if (error instanceof JetStreamApiError) return saidByJetStream(error, address);
  const codes = codesOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (codes.some(code => certificateCode.test(code)))
    return { kind: 'fleet-certificate', address, why: message.slice(0, 300) };
  if (codes.includes('ENOTFOUND') || codes.includes('EAI_AGAIN') || codes.includes('ENODATA'))
    return { kind: 'fleet-no-host', host: address };
  if (codes.includes('ECONNREFUSED') || /connection refused/i.test(message))
    return { kind: 'fleet-connection-refused', address };
  if (error instanceof errors.TimeoutError || codes.includes('ETIMEDOUT')) return { kind: 'fleet-silent', address };
  // Before what says of itself that it took too long: that of TLS does.
  if (codes.some(code => /SSL|TLS|EPROTO/.test(code)) || /tls|unexpected response|wrong version number/i.test(message))
    return { kind: 'fleet-no-tls', address };
  if (/timeout/i.test(message)) return { kind: 'fleet-silent', address };
  return { kind: 'fleet-unreachable', address, why: reasonOf(error) };
}

/** A cluster that has no leader for the moment has one soon; what is full or not allowed stays so until somebody sees to it. */
function saidByJetStream(error: JetStreamApiError, address: string): Reason {
  const passes = error.status === 503 && error.code !== insufficientResources;
  return { kind: passes ? 'fleet-unreachable' : 'fleet-server-refuses', address, why: reasonOf(error) };
}
