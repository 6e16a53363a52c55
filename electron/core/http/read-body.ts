// The body of a request as JSON, up to a bound: a file for a page travels in the arguments of one call.
import { isUtf8 } from 'node:buffer';
import { parseJson } from '../../../contract/json.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { maxBodyBytesOfClient, tooMany } from './open-requests.ts';
import { HttpError } from './replies.ts';
import type { IncomingMessage } from 'node:http';
import type { BodyShare } from './open-requests.ts';

export const maxBodyBytes = 16 * 1024 * 1024;
const maxDroppedBytes = 4 * maxBodyBytes;

export interface JsonBody {
  readonly text: string;
  readonly value: unknown;
}

/** Throws HttpError 413 for more than 16 MiB, 429 where `share` has no room, 400 with -32700 for what is no JSON in UTF-8. */
export async function readJson(request: IncomingMessage, share: BodyShare): Promise<JsonBody> {
  const bytes = await readBytes(request, share);
  if (!isUtf8(bytes)) throw new HttpError(400, 'The body is not UTF-8.', rpcErrors.parse);
  const text = bytes.toString('utf8');
  try {
    return { text, value: parseJson(text) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new HttpError(400, `The body cannot be read as JSON: ${reason}`, rpcErrors.parse);
  }
}

/** By events: an iterator costs as much as the rest of a small request. */
function readBytes(request: IncomingMessage, share: BodyShare): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  let isCrowded = false;
  const isAnnounced = Number(request.headers['content-length']) > maxBodyBytes;
  const isTooLarge = () => isAnnounced || size > maxBodyBytes;
  const refusal = () => (isTooLarge() ? tooLarge() : isCrowded ? crowded() : null);
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    isCrowded ||= !isTooLarge() && !share.take(chunk.length);
    if (refusal()) {
      chunks.length = 0;
      share.release();
    } else chunks.push(chunk);
    // The rest is taken and dropped, within reason: a client that is still sending would not read its answer.
    if (size > maxDroppedBytes) request.destroy();
  });
  return new Promise((resolve, reject) => {
    request.once('error', reject);
    request.once('close', () => {
      share.release();
      // Errors are dear to make, and this comes after the end of every request.
      if (!request.complete) reject(refusal() ?? new HttpError(400, 'The body ended too early.'));
    });
    request.once('end', () => {
      share.release();
      const refused = refusal();
      if (refused) reject(refused);
      else resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    });
  });
}

function tooLarge(): HttpError {
  return new HttpError(413, `Payload Too Large: Request body must not exceed ${maxBodyBytes} bytes`);
}

function crowded(): HttpError {
  return tooMany(
    `Bodies of ${maxBodyBytesOfClient} bytes of this client are on their way already; send one after another.`,
  );
}
