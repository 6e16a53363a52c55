// What node:crypto does not tell of a certificate: who it is by and its number, byte for byte, and how long a chain below it may be.
import { childrenOf, type Der, oidOf, readDer, readWhole, tags, take, takeIf } from './der.ts';

export interface CertificateFields {
  readonly issuer: Buffer;
  readonly serial: Buffer;
  /** Of certificates that sign others; null where it says nothing. */
  readonly pathLength: number | null;
  /** It limits the names below it, which nobody here checks. */
  readonly limitsNames: boolean;
}

const oids = { basicConstraints: '2.5.29.19', nameConstraints: '2.5.29.30' } as const;

/** Throws RangeError for what is no certificate. */
export function readCertificate(bytes: Buffer): CertificateFields {
  const [tbs] = childrenOf(readWhole(bytes, tags.sequence));
  if (!tbs) throw new RangeError('A certificate is empty');
  const parts = childrenOf(tbs);
  takeIf(parts, tags.first);
  const serial = take(parts, tags.integer).body;
  take(parts, tags.sequence);
  const issuer = take(parts, tags.sequence).whole;
  const extensions = parts.find(({ tag }) => tag === tags.fourth);
  const values = extensions ? childrenOf(readDer(extensions.body)).map(extension => childrenOf(extension)) : [];
  const valueOf = (oid: string) => values.find(([name]) => name && oidOf(name) === oid)?.at(-1);
  return {
    issuer,
    serial,
    pathLength: pathLengthIn(valueOf(oids.basicConstraints)),
    limitsNames: valueOf(oids.nameConstraints) !== undefined,
  };
}

function pathLengthIn(value: Der | undefined): number | null {
  if (!value) return null;
  const length = childrenOf(readDer(value.body)).find(({ tag }) => tag === tags.integer);
  return length ? length.body.readUIntBE(0, Math.min(length.body.length, 6)) : null;
}
