// A signature as bundles carry it: PKCS #7 / CMS SignedData (RFC 5652), detached, by one signer with signed attributes, as the format's own program writes it.
import { childrenOf, type Der, oidOf, readWhole, tags, take, takeIf } from './der.ts';

export interface CmsSignature {
  /** Certificates in DER, in order. */
  readonly certificates: readonly Buffer[];
  /** Of its certificate: the issuer in DER and the serial number. */
  readonly signer: { readonly issuer: Buffer; readonly serial: Buffer };
  readonly digestAlgorithm: string;
  readonly signatureAlgorithm: string;
  /** What the signature says that its content's digest is. */
  readonly messageDigest: Buffer;
  /** What was signed, in the form in which it was. */
  readonly signedBytes: Buffer;
  readonly signature: Buffer;
}

const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
} as const;
const maxCertificates = 20;

/** Throws RangeError for what is no such signature. */
export function readCms(bytes: Buffer): CmsSignature {
  const [type, content] = childrenOf(readWhole(bytes, tags.sequence));
  if (!type || oidOf(type) !== oids.signedData || content?.tag !== tags.first)
    throw new RangeError('It is no signature of PKCS #7');
  const parts = childrenOf(readWhole(content.body, tags.sequence));
  take(parts, tags.integer);
  take(parts, tags.set);
  const [contentType, inside] = childrenOf(take(parts, tags.sequence));
  if (!contentType || oidOf(contentType) !== oids.data || inside)
    throw new RangeError('It carries a content of its own');
  const certificates = childrenOf(take(parts, tags.first)).map(({ whole }) => whole);
  if (certificates.length > maxCertificates) throw new RangeError('It carries too many certificates');
  takeIf(parts, tags.second);
  const [signer, another] = childrenOf(take(parts, tags.set));
  if (!signer || another) throw new RangeError('It is not by one signer');
  return { certificates, ...readSigner(signer) };
}

function readSigner(signer: Der): Omit<CmsSignature, 'certificates'> {
  const parts = childrenOf(signer);
  take(parts, tags.integer);
  const [issuer, serial] = childrenOf(take(parts, tags.sequence));
  const [digest] = childrenOf(take(parts, tags.sequence));
  const attributes = take(parts, tags.first);
  const [algorithm] = childrenOf(take(parts, tags.sequence));
  const signature = take(parts, tags.octets);
  if (!issuer || !serial || !digest || !algorithm) throw new RangeError('Something of its signer is missing');
  // RFC 5652, 5.4: signed as the SET that they are, not as the [0] that they stand there as.
  const signedBytes = Buffer.from(attributes.whole);
  signedBytes[0] = tags.set;
  return {
    signer: { issuer: issuer.whole, serial: serial.body },
    digestAlgorithm: oidOf(digest),
    signatureAlgorithm: oidOf(algorithm),
    messageDigest: digestIn(attributes),
    signedBytes,
    signature: signature.body,
  };
}

/** Both attributes have to be there once, with one value each. */
function digestIn(attributes: Der): Buffer {
  const valuesOf = (wanted: string) =>
    childrenOf(attributes)
      .map(attribute => childrenOf(attribute))
      .filter(([type]) => type && oidOf(type) === wanted)
      .flatMap(([, values]) => (values ? childrenOf(values) : []));
  const [type, otherType] = valuesOf(oids.contentType);
  const [digest, otherDigest] = valuesOf(oids.messageDigest);
  if (!type || otherType || oidOf(type) !== oids.data) throw new RangeError('It is of no plain content');
  if (digest?.tag !== tags.octets || otherDigest) throw new RangeError('It names no digest of its content');
  return digest.body;
}
