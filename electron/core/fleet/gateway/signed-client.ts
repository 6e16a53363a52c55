// An entry of the bucket of gateways: whether a key that the gateway was started with has signed it, what it says, and whether it may be taken. Pure.
import { verify } from 'node:crypto';
import { GatewayClientSchema, maxGatewayClientChars } from '../../../../contract/schemas/fleet-gateway.ts';
import { FleetEnvelopeSchema } from '../../../../contract/schemas/fleet-policy.ts';
import { fingerprintOf, parsedOnce, readListKey } from '../../permissions/policy/signed-list.ts';
import type { GatewayClientFault } from '../../../../contract/fleet-gateway-reasons.ts';
import type { FleetSigner } from '../../../../contract/schemas/fleet.ts';
import type { GatewayClient } from '../../../../contract/schemas/fleet-gateway.ts';

export type ReadClient =
  | { readonly ok: true; readonly client: GatewayClient; readonly signer: string }
  | { readonly ok: false; readonly so: GatewayClientFault };

/** By this much the clocks of a fleet may differ. */
const maxAheadMs = 10 * 60_000;
const keyPrefix = 'client.';

/** The key of a client in the bucket. */
export function keyOfClient(id: string): string {
  return keyPrefix + id;
}

/** Null for a key of something else. */
export function clientOfKey(key: string): string | null {
  return key.startsWith(keyPrefix) ? key.slice(keyPrefix.length) : null;
}

/** Nothing of its payload is read before its signature was checked. `id` is whose key it stands under, `fleet` the prefix. */
export function readSignedClient(
  envelope: string,
  { id, fleet, signers }: { readonly id: string; readonly fleet: string; readonly signers: readonly FleetSigner[] },
): ReadClient {
  if (envelope.length > maxGatewayClientChars) return refused('too-large');
  const outer = parsedOnce(envelope);
  if (outer === null) return refused('no-json');
  const read = FleetEnvelopeSchema.safeParse(outer);
  if (!read.success) return refused('unsigned');
  const { payload, signature, key: fingerprint } = read.data;
  const known = keyNamed(fingerprint, signers);
  if (!known) return refused('unknown-key');
  const bytes = Buffer.from(payload, 'base64');
  if (!verify(null, bytes, known.key, Buffer.from(signature, 'base64'))) return refused('wrong-signature');
  const said = GatewayClientSchema.safeParse(parsedOnce(bytes.toString('utf8')));
  if (!said.success) return refused('does-not-fit');
  const client = said.data;
  if (client.id !== id || client.fleet !== fleet) return refused('elsewhere');
  return { ok: true, client, signer: known.name };
}

/** What an entry says, whoever has signed it; null where it can say nothing. For somebody who looks, never to go by. */
export function readUncheckedClient(envelope: string): GatewayClient | null {
  if (envelope.length > maxGatewayClientChars) return null;
  const read = FleetEnvelopeSchema.safeParse(parsedOnce(envelope));
  if (!read.success) return null;
  const payload = Buffer.from(read.data.payload, 'base64').toString('utf8');
  return GatewayClientSchema.safeParse(parsedOnce(payload)).data ?? null;
}

/** Why one that came may not take the place of `held`; null where it may, or is that one. */
export function clientFault(client: GatewayClient, held: GatewayClient | null, now: number): GatewayClientFault | null {
  if (held && client.version < held.version) return 'older';
  if (held && client.version === held.version && JSON.stringify(client) !== JSON.stringify(held)) return 'older';
  if (Date.parse(client.signedAt) > now + maxAheadMs) return 'future';
  return client.expires !== null && Date.parse(client.expires) <= now ? 'expired' : null;
}

function keyNamed(fingerprint: string, signers: readonly FleetSigner[]) {
  for (const { name, key: text } of signers) {
    const key = readListKey(text);
    if (key && fingerprintOf(key) === fingerprint) return { key, name };
  }
  return null;
}

function refused(so: GatewayClientFault): ReadClient {
  return { ok: false, so };
}
