// A signed list of catalogue rules: whether its bytes are signed by the key that the policy names, and what they say. Pure.
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { ListEnvelopeSchema, SignedListSchema } from '../../../../contract/schemas/policy-catalogue.ts';
import { faultIn } from '../../../../contract/schemas/value-fault.ts';
import { faultOf as jsonFaultOf } from '../../json/check-json.ts';
import type { z } from 'zod';
import type { Reason } from '../../../../contract/reasons.ts';
import type { SignedList } from '../../../../contract/schemas/policy-catalogue.ts';

export type ReadList =
  | { readonly ok: true; readonly list: SignedList; readonly payload: string }
  | { readonly ok: false; readonly why: Reason };

/** An Ed25519 public key as DER in base64 or as PEM; null for anything else. */
export function readListKey(text: string): KeyObject | null {
  try {
    const key = text.includes('-----BEGIN')
      ? createPublicKey(text)
      : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

/** By which two people compare keys: `SHA256:` and the digest of its DER in base64, as ssh writes them. */
export function fingerprintOf(key: KeyObject): string {
  const der = key.export({ format: 'der', type: 'spki' });
  return `SHA256:${createHash('sha256').update(der).digest('base64').replace(/=+$/, '')}`;
}

/** `text` is an envelope. Nothing of its payload is read before its signature was checked. */
export function readSignedList(text: string, key: KeyObject): ReadList {
  const envelope = parsedOnce(text);
  if (envelope === null) return refused({ kind: 'policy-list-no-json' });
  if (!hasSignature(envelope)) return refused({ kind: 'policy-list-unsigned' });
  const read = ListEnvelopeSchema.safeParse(envelope);
  if (!read.success) return refused(doesNotFit(read.error, envelope));
  const { payload, signature } = read.data;
  const bytes = Buffer.from(payload, 'base64');
  if (!verify(null, bytes, key, Buffer.from(signature, 'base64')))
    return refused({ kind: 'policy-list-wrong-key', fingerprint: fingerprintOf(key) });
  const said = parsedOnce(bytes.toString('utf8'));
  if (said === null) return refused({ kind: 'policy-list-no-json' });
  const list = SignedListSchema.safeParse(said);
  return list.success ? { ok: true, list: list.data, payload } : refused(doesNotFit(list.error, said));
}

/** Why a list that came may not take the place of the one that holds; null where it may. */
export function newerFault(came: ReadList & { ok: true }, held: (ReadList & { ok: true }) | null): Reason | null {
  const { version } = came.list;
  if (held && version < held.list.version) return { kind: 'policy-list-rolled-back', version, kept: held.list.version };
  if (held && version === held.list.version && came.payload !== held.payload)
    return { kind: 'policy-list-same-version', version };
  return null;
}

export function expiryFault({ version, expires }: SignedList, now: number): Reason | null {
  return Date.parse(expires) > now ? null : { kind: 'policy-list-expired', version, at: expires };
}

function refused(why: Reason): ReadList {
  return { ok: false, why };
}

/** Null for what is no JSON, is nested too deep or says a name twice: of the two only one would count. */
export function parsedOnce(text: string): unknown {
  const fault = jsonFaultOf(text, { lenient: false, mayName: (name, before) => !before.has(name) });
  return fault ? null : (JSON.parse(text) as unknown);
}

function hasSignature(envelope: unknown): boolean {
  return typeof envelope === 'object' && envelope !== null && 'payload' in envelope && 'signature' in envelope;
}

function doesNotFit({ issues }: z.ZodError, value: unknown): Reason {
  const [issue] = issues;
  if (!issue) return { kind: 'policy-list-no-json' };
  return { kind: 'policy-list-does-not-fit', at: issue.path.join('.') || null, why: faultIn(issue, value) };
}
