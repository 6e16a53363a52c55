// What went wrong with a remote server, and what that means for the run.
import {
  InsufficientScopeError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SseError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { HubError } from '../../../../contract/errors.ts';
import { isRecord, recordIn } from '../../../../contract/json.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { CertificateFault } from '../../../../contract/remote-reasons.ts';

export interface RemoteFailure {
  readonly reason: Reason;
  /** `away`: nobody answers there. `unauthorized`: it asks for a sign-in. `refused`: it answers, but not to this message. */
  readonly kind: 'away' | 'unauthorized' | 'refused';
}

/** Codes of OpenSSL and of Node (nodejs.org/api/tls.html, "X509 certificate error codes"), each with what it means. */
const certificateFaults: readonly (readonly [RegExp, CertificateFault])[] = [
  [/^CERT_HAS_EXPIRED$/, 'expired'],
  [/^CERT_NOT_YET_VALID$/, 'not-yet-valid'],
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/, 'self-signed'],
  [/^SELF_SIGNED_CERT_IN_CHAIN$|^UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?)$/, 'unknown-issuer'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$|^HOSTNAME_MISMATCH$/, 'other-host'],
  [/^CERT_REVOKED$/, 'revoked'],
  [/CERT|ALTNAME|^UNABLE_TO_|^INVALID_CA$/, 'other'],
];
/** Codes of a connection that never came about, with how that is said. */
const unreachables: Readonly<
  Record<string, 'nothing-listens' | 'no-address' | 'not-looked-up' | 'no-route' | 'host-silent'>
> = {
  ECONNREFUSED: 'nothing-listens',
  ENOTFOUND: 'no-address',
  EAI_AGAIN: 'not-looked-up',
  EHOSTUNREACH: 'no-route',
  ENETUNREACH: 'no-route',
  ENETDOWN: 'no-route',
  EADDRNOTAVAIL: 'no-route',
  ETIMEDOUT: 'host-silent',
  UND_ERR_CONNECT_TIMEOUT: 'host-silent',
};
/** What a proxy says of a server that does not answer. */
const awayStatuses = [502, 503, 504];
/** What OpenSSL says of the first bytes of somebody who speaks plain HTTP. */
const noTls = /\b(?:wrong version number|packet length too long|http request)\b/;
const maxQuoted = 300;

/** `hasSession`: whether the server gave one, so that "not found" means that it has forgotten it. */
export function failureOf(error: unknown, url: string, hasSession: boolean): RemoteFailure {
  const { host } = new URL(url);
  // Its sign-in is away, which has said so itself.
  if (error instanceof HubError && error.reason) return { kind: 'away', reason: error.reason };
  const status = statusOf(error);
  if (asksToSignIn(error, status))
    return { kind: 'unauthorized', reason: { kind: 'asks-to-sign-in', host, status: status ?? 401 } };
  if (status === null) return networkFailure(error, host);
  const answered = { host, status, said: quoted(error) };
  if (status === 404 && hasSession) return { kind: 'away', reason: { kind: 'session-forgotten', host } };
  if (awayStatuses.includes(status)) return { kind: 'away', reason: { kind: 'host-away', ...answered } };
  return { kind: 'refused', reason: { kind: 'host-refused', ...answered } };
}

function asksToSignIn(error: unknown, status: number | null): boolean {
  return error instanceof UnauthorizedError || error instanceof InsufficientScopeError || status === 401;
}

function statusOf(error: unknown): number | null {
  if (error instanceof SdkHttpError) return error.status ?? null;
  if (error instanceof SseError) return error.code ?? null;
  // The older transport tells the status of a POST in its sentence alone.
  const [, status] = error instanceof Error ? (/\(HTTP (\d{3})\)/.exec(error.message) ?? []) : [];
  return status === undefined ? null : Number(status);
}

function networkFailure(error: unknown, host: string): RemoteFailure {
  const { code, message } = innermost(error);
  if (error instanceof SdkError && error.code === SdkErrorCode.ClientHttpUnexpectedContent)
    return { kind: 'refused', reason: { kind: 'no-mcp', host, why: message } };
  return { kind: 'away', reason: unreachable(code, message, host) };
}

function unreachable(code: string, message: string, host: string): Reason {
  const kind = noTls.test(message) ? 'no-tls' : Object.hasOwn(unreachables, code) ? unreachables[code] : undefined;
  if (kind) return { kind, host, code };
  const [, so] = certificateFaults.find(([pattern]) => pattern.test(code)) ?? [];
  if (so === undefined)
    return { kind: 'connection-broke', host, cause: code === '' ? message.slice(0, maxQuoted) : code };
  const [, names = null] = /cert's altnames: (.+)/.exec(message) ?? [];
  return { kind: 'certificate-not-trusted', host, code, so, names: names && names.slice(0, maxQuoted) };
}

/** `fetch failed` says nothing; its cause does. */
function innermost(error: unknown): { code: string; message: string } {
  let inner = error;
  for (let depth = 0; depth < 5 && inner instanceof Error && inner.cause instanceof Error; depth += 1)
    inner = inner.cause;
  if (inner instanceof AggregateError && inner.errors[0] instanceof Error) inner = inner.errors[0];
  const message = inner instanceof Error ? inner.message : String(inner);
  // The older transport tells the code in its sentence alone.
  const [told = ''] = /\b(?:E|CERT_|DEPTH_|SELF_|UNABLE_|UND_)[A-Z_]{4,}\b/.exec(message) ?? [];
  const code = inner instanceof Error && 'code' in inner ? String(inner.code ?? told) : told;
  return { code, message };
}

/** What it said of it as JSON-RPC or as JSON with a message; pages and other texts are left out. */
function quoted(error: unknown): string | null {
  const text = error instanceof SdkHttpError && isRecord(error.data) ? error.data.text : undefined;
  if (typeof text !== 'string') return null;
  const value = recordIn(text);
  const said = isRecord(value?.error) ? value.error.message : value?.message;
  return typeof said === 'string' ? said.slice(0, maxQuoted).replace(/\s+/g, ' ') : null;
}
