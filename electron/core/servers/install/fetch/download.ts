// Fetches a file of any size into a place: on from where it broke off as long as it is still the same, anew otherwise.
import { createWriteStream } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { hubError } from '../../../../../words/hub-error.ts';
import { createGuardedAsking } from '../../../outbound/guarded-fetch.ts';
import { reachOfServer } from '../../../outbound/reach.ts';
import { expectRoom } from '../disk-room.ts';
import { isOnInternet } from '../entry-reach.ts';
import type { GuardedAnswer } from '../../../outbound/guarded-fetch.ts';
import type { FetchRequest } from './fetched.ts';

type Download = Pick<FetchRequest, 'signal' | 'onPhase' | 'source'> & { readonly address: string };

/** As often as this many bytes it shows how far it is. */
const shownEvery = 256 * 1024;
const maxBytes = 512 * 1024 * 1024;

/** Rejects with HubError, or as its stream does. What has come by then stays for the next time if that can tell whether it fits. */
export async function download(file: string, request: Download): Promise<void> {
  const { address, source, signal } = request;
  const tagFile = `${file}.tag`;
  const begun = await begunIn(file, tagFile);
  // Who published its entry is no nearer than the source that has it.
  const nearest = source !== null && isOnInternet(source) ? source : address;
  const asking = createGuardedAsking({ reach: reachOfServer(nearest), expect: expectSafe(address) });
  const on = begun && { range: `bytes=${begun.bytes}-`, 'if-range': begun.tag };
  // Bytes of what was compressed on the way are none of the file's.
  const headers = { accept: 'application/octet-stream, */*', 'accept-encoding': 'identity', ...on };
  const answer = await asking(address, { headers, signal });
  if (begun && !goesOn(answer, begun.bytes)) {
    answer.body?.destroy();
    await rm(tagFile, { force: true });
    return download(file, request);
  }
  if (answer.body === null || (answer.status !== 200 && !(begun && answer.status === 206))) {
    answer.body?.destroy();
    throw hubError('ERR_SERVER_UNAVAILABLE', {
      kind: 'install-answers-with',
      host: new URL(address).host,
      status: answer.status,
    });
  }
  const from = answer.status === 206 ? (begun?.bytes ?? 0) : 0;
  try {
    if (from === 0) await keepTag(tagFile, answer);
    await written(file, { answer, body: answer.body, from }, request);
    // It is whole: should it turn out to be no good, the next time begins anew.
    await rm(tagFile, { force: true });
  } finally {
    answer.body.destroy();
  }
}

/** What is there of it, with the tag by which its server knows whether that fits; null where it begins anew. */
async function begunIn(file: string, tagFile: string): Promise<{ bytes: number; tag: string } | null> {
  const tag = await readFile(tagFile, 'utf8').catch(() => '');
  const bytes = (await stat(file).catch(() => null))?.size ?? 0;
  return tag === '' || bytes === 0 ? null : { bytes, tag };
}

function goesOn({ status, headers }: GuardedAnswer, bytes: number): boolean {
  const range = headers.get('content-range');
  return status !== 416 && (status !== 206 || range === null || range.startsWith(`bytes ${bytes}-`));
}

/** A weak tag says of two files alone that they mean the same. */
async function keepTag(tagFile: string, { headers }: GuardedAnswer): Promise<void> {
  const tag = headers.get('etag') ?? '';
  if (/^"[\x21\x23-\x7e]{1,200}"$/.test(tag) && !isCompressed(headers)) await writeFile(tagFile, tag, { mode: 0o600 });
  else await rm(tagFile, { force: true });
}

async function written(
  file: string,
  { answer, body, from }: { answer: GuardedAnswer; body: NonNullable<GuardedAnswer['body']>; from: number },
  { address, signal, onPhase }: Download,
): Promise<void> {
  const total = totalOf(answer, from);
  if (total !== null && total > maxBytes) throw tooLarge(address);
  if (total !== null) await expectRoom(dirname(file), total - from);
  let done = from;
  let shown = from;
  onPhase({ kind: 'fetching', unit: 'bytes', done, total });
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      done += chunk.length;
      if (done > maxBytes) throw tooLarge(address);
      if (done - shown >= shownEvery || done === total) {
        shown = done;
        onPhase({ kind: 'fetching', unit: 'bytes', done, total });
      }
      yield chunk;
    }
  };
  const target = createWriteStream(file, { flags: from > 0 ? 'a' : 'w', mode: 0o600 });
  await pipeline(body, counted, target, { signal });
}

function totalOf({ headers }: GuardedAnswer, from: number): number | null {
  const length = Number(headers.get('content-length') ?? Number.NaN);
  return Number.isSafeInteger(length) && length >= 0 && !isCompressed(headers) ? from + length : null;
}

function isCompressed(headers: Headers): boolean {
  return !/^(?:identity)?$/i.test(headers.get('content-encoding') ?? '');
}

/** What is fetched in the open is somebody else's on the way; on this machine there is no way. */
function expectSafe(address: string): (url: URL) => void {
  return url => {
    const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
    if (url.protocol !== 'https:' && !isLocal)
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'install-no-address', address });
  };
}

function tooLarge(address: string) {
  const mib = maxBytes / (1024 * 1024);
  return hubError('ERR_SERVER_UNAVAILABLE', { kind: 'install-too-large', name: address, mib });
}
