// Which call is the same call: one digest of all that it would do, so that nothing which is masked, cut or left out of a text makes two calls one.
import { createHmac } from 'node:crypto';
import { canonicalJson } from '../../../contract/json.ts';

/**
 * HMAC-SHA-256 (hex) over a canonical JSON of `parts`: the order of members means nothing, that of lists does. The key stays in the
 * hub, because the digest is shown beside masked arguments and must not let anybody try out a short secret against it.
 */
export function callDigest(key: Uint8Array, parts: unknown): string {
  return createHmac('sha256', key).update(canonicalJson(parts)).digest('hex');
}
