// Fetches a signed list: one address, no redirects, and not more bytes or time than a list takes.
import { reasonOf } from '../../../../contract/reason.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { createGuardedAsking } from '../../outbound/guarded-fetch.ts';
import { reachOfServer } from '../../outbound/reach.ts';
import type { Readable } from 'node:stream';
import type { HubError } from '../../../../contract/errors.ts';
import type { Reason } from '../../../../contract/reasons.ts';

const maxBytes = 2 * 1024 * 1024;
const fetchMs = 15_000;

/** Its text. Rejects with HubError. */
export async function fetchList(address: string, timeoutMs = fetchMs): Promise<string> {
  const ask = createGuardedAsking({ reach: reachOfServer(address), maxRedirects: 0 });
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const { status, body } = await ask(address, { redirect: 'error', signal, headers: { accept: 'application/json' } });
    if (status !== 200) {
      body?.destroy();
      throw away({ kind: 'policy-list-status', status });
    }
    return body ? await boundedText(body) : '';
  } catch (error) {
    if (signal.aborted) throw away({ kind: 'policy-list-slow', seconds: timeoutMs / 1_000 });
    throw isOurs(error) ? error : away(reasonOf(error instanceof Error && error.cause ? error.cause : error));
  }
}

async function boundedText(body: Readable): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxBytes) throw away({ kind: 'policy-list-too-large', kib: maxBytes / 1024 });
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function away(why: Reason): HubError {
  return hubError('ERR_INTERNAL', { kind: 'policy-list-away', why });
}

function isOurs(error: unknown): boolean {
  return reasonOf(error).kind === 'policy-list-away';
}
