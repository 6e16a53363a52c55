// Whether a certificate leads to one that this machine trusts. Nothing is fetched: whether one was called back is not known.
import { readCertificate } from './certificate-fields.ts';
import type { X509Certificate } from 'node:crypto';

export interface Trust {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Those that this machine and Node trust. */
  roots(): readonly X509Certificate[];
}

const codeSigning = '1.3.6.1.5.5.7.3.3';
const anyUse = '2.5.29.37.0';
const maxSteps = 8;
const leastBits = 2048;

/** `others` came with it. */
export function isTrusted(leaf: X509Certificate, others: readonly X509Certificate[], trust: Trust): boolean {
  if (!usesOf(leaf)?.includes(codeSigning) || !isSound(leaf, trust)) return false;
  const roots = trust.roots();
  const isRoot = (one: X509Certificate) => roots.some(root => root.fingerprint256 === one.fingerprint256);
  let current = leaf;
  for (let step = 0; step < maxSteps; step += 1) {
    if (isRoot(current)) return true;
    const issuer = [...roots, ...others].find(one => one !== current && isIssuer(one, current, step, trust));
    if (!issuer) return false;
    current = issuer;
  }
  return false;
}

/** `below` counts the certificates between it and the leaf. */
function isIssuer(one: X509Certificate, of: X509Certificate, below: number, trust: Trust): boolean {
  if (!one.ca || !of.checkIssued(one) || !isSound(one, trust)) return false;
  const uses = usesOf(one);
  if (uses && !uses.includes(codeSigning) && !uses.includes(anyUse)) return false;
  const { pathLength, limitsNames } = readCertificate(one.raw);
  return !limitsNames && (pathLength === null || below <= pathLength) && of.verify(one.publicKey);
}

/** What it may be used for; undefined where it does not say. */
function usesOf(certificate: X509Certificate): readonly string[] | undefined {
  return certificate.keyUsage;
}

function isSound(certificate: X509Certificate, { now }: Trust): boolean {
  const at = now();
  const isValid = Date.parse(certificate.validFrom) <= at && at <= Date.parse(certificate.validTo);
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  const isShort = asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) < leastBits;
  return isValid && !isShort;
}
