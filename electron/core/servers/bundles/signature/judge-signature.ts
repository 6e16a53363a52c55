// Who signed a bundle, and whether it still is what they signed. It vouches for nothing: what runs is approved by the user as ever.
import { verify, X509Certificate } from 'node:crypto';
import { visibleText } from '../../../../../contract/visible-text.ts';
import { readCertificate } from './certificate-fields.ts';
import { type CmsSignature, readCms } from './read-cms.ts';
import { isTrusted, type Trust } from './trust-chain.ts';
import type { Reason } from '../../../../../contract/reasons.ts';
import type { BundleSignature } from '../../../../../contract/schemas/bundles.ts';
import type { ArchiveFacts } from '../archive/archive.ts';

export type { Trust };

const sha256 = '2.16.840.1.101.3.4.2.1';
/** RSA (PKCS #1 v1.5) and ECDSA, each with SHA-256. */
const signatureAlgorithms = ['1.2.840.113549.1.1.1', '1.2.840.113549.1.1.11', '1.2.840.10045.4.3.2'];
const maxName = 200;

type Signed = Pick<ArchiveFacts, 'contentSha256'> & { readonly end: Pick<ArchiveFacts['end'], 'signature'> };

export function judgeSignature({ contentSha256, end: { signature } }: Signed, trust: Trust): BundleSignature {
  if (!signature) return { kind: 'none' };
  try {
    return judged(readCms(signature), contentSha256, trust);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return broken({ kind: 'bundle-signature-unreadable', said });
  }
}

function judged(cms: CmsSignature, contentSha256: string, trust: Trust): BundleSignature {
  const { digestAlgorithm, signatureAlgorithm } = cms;
  if (digestAlgorithm !== sha256) return broken({ kind: 'bundle-signature-algorithm', algorithm: digestAlgorithm });
  if (!signatureAlgorithms.includes(signatureAlgorithm))
    return broken({ kind: 'bundle-signature-algorithm', algorithm: signatureAlgorithm });
  if (cms.messageDigest.toString('hex') !== contentSha256) return broken({ kind: 'bundle-signature-altered' });
  const certificates = cms.certificates.map(one => new X509Certificate(one));
  const leaf = certificates.find(({ raw }) => isOf(raw, cms.signer));
  if (!leaf || !verify('sha256', cms.signedBytes, leaf.publicKey, cms.signature))
    return broken({ kind: 'bundle-signature-false' });
  const kind = isTrusted(leaf, certificates, trust) ? 'trusted' : 'unknown';
  return { kind, by: nameOf(leaf), fingerprint: leaf.fingerprint256 };
}

function broken(reason: Reason): BundleSignature {
  return { kind: 'broken', reason };
}

function isOf(certificate: Buffer, { issuer, serial }: CmsSignature['signer']): boolean {
  const fields = readCertificate(certificate);
  return fields.issuer.equals(issuer) && fields.serial.equals(serial);
}

/** What it calls itself: whom a certificate is for, the person or company first. */
function nameOf({ subject }: X509Certificate): string {
  const parts = new Map(
    subject.split('\n').map(line => [line.split('=', 1)[0] ?? '', line.slice(line.indexOf('=') + 1)]),
  );
  return visibleText((parts.get('CN') ?? parts.get('O') ?? subject).slice(0, maxName));
}
