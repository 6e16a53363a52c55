// How the connection to a server behind an address went: codes with their facts.

/** What is wrong with the certificate of a remote server. */
export type CertificateFault =
  | 'expired'
  | 'not-yet-valid'
  | 'self-signed'
  | 'unknown-issuer'
  | 'other-host'
  | 'revoked'
  | 'other';

/** `said` is what it said of an answer that is none. */
export interface RemoteReasons {
  'asks-to-sign-in': { host: string; status: number };
  'session-forgotten': { host: string };
  'host-away': { host: string; status: number; said: string | null };
  'host-refused': { host: string; status: number; said: string | null };
  'no-mcp': { host: string; why: string };
  'nothing-listens': { host: string; code: string };
  'no-address': { host: string; code: string };
  'not-looked-up': { host: string; code: string };
  'no-route': { host: string; code: string };
  'host-silent': { host: string; code: string };
  'no-tls': { host: string; code: string };
  /** Traces of before have no `so`. `names` are those that it is for, where it is for another host. */
  'certificate-not-trusted': { host: string; code: string; so?: CertificateFault; names?: string | null };
  'connection-broke': { host: string; cause: string };
  'stream-broke': { host: string };
  'answer-cut-off': { host: string };
  'not-taken': { mib: number };
}
