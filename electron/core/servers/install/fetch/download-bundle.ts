// The file of a bundle that an entry names: fetched on from where it broke off if it still is the same, and checked before anybody opens it.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hubError } from '../../../../../words/hub-error.ts';
import { createGuardedAsking } from '../../../outbound/guarded-fetch.ts';
import { reachOfServer } from '../../../outbound/reach.ts';
import { expectRoom } from '../disk-room.ts';
import type { GuardedAnswer } from '../../../outbound/guarded-fetch.ts';
import type { FetchRequest, FetchSurroundings } from './fetched.ts';

/** As often as this many bytes it shows how far it is. */
const shownEvery = 256 * 1024;
const maxBytes = 512 * 1024 * 1024;

export interface DownloadedBundle {
  readonly path: string;
  /** Of what was checked: whoever opens the file compares it with what was opened. */
  readonly sha256: string;
  /** Takes it away, with what is known of it. */
  remove(): Promise<void>;
}

/** What is there of the file so far. */
class Part {
  readonly path: string;
  /** Beside it, by what its server tells this state of the file from another. */
  readonly #tag: string;

  constructor(path: string) {
    this.path = path;
    this.#tag = `${path}.etag`;
  }

  async bytes(): Promise<number> {
    return (await stat(this.path).catch(() => null))?.size ?? 0;
  }

  async tag(): Promise<string | null> {
    return (await readFile(this.#tag, 'utf8').catch(() => '')) || null;
  }

  /** A weak one says nothing of single bytes. */
  async begin(etag: string | null): Promise<void> {
    await this.remove();
    if (etag !== null && /^"[\x21\x23-\x7e]{1,500}"$/.test(etag)) await writeFile(this.#tag, etag, { mode: 0o600 });
  }

  async remove(): Promise<void> {
    await Promise.all([this.path, this.#tag].map(path => rm(path, { force: true })));
  }
}

/** Of each server its own, so that two never write into the same file. Rejects with HubError for another than its entry says. */
export async function downloadBundle(
  request: FetchRequest,
  { packages }: Pick<FetchSurroundings, 'packages'>,
): Promise<DownloadedBundle> {
  const { way, serverId } = request;
  const folder = packages.cacheOf('mcpb');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = createHash('sha256').update(`${serverId}\n${way.identifier}`).digest('hex').slice(0, 32);
  const part = new Part(join(folder, `${name}.mcpb.part`));
  await fetchInto(part, request);
  const sha256 = await sha256Of(part.path);
  const wanted = way.sha256 ?? request.integrity?.replace(/^sha256:/, '') ?? sha256;
  if (sha256 === wanted) return { path: part.path, sha256, remove: () => part.remove() };
  await part.remove();
  throw otherFile(request, wanted, sha256);
}

export function otherFile({ way, version }: FetchRequest, before: string, now: string) {
  const name = way.identifier;
  return hubError('ERR_PERMISSION_DENIED', { kind: 'install-other-integrity', name, version, before, now });
}

async function fetchInto(part: Part, request: FetchRequest): Promise<void> {
  const { way, signal } = request;
  const address = way.identifier;
  const asking = createGuardedAsking({ reach: reachOfServer(address), expect: expectSafe(address) });
  const tag = await part.tag();
  // Without a tag the rest may be of another file; where its entry says what it comes to, that shows at the end.
  const have = tag !== null || way.sha256 !== null ? await part.bytes() : 0;
  const since = { range: `bytes=${have}-`, ...(tag !== null && { 'if-range': tag }) };
  // Compressed, the rest of it could not be joined to what is there.
  const usual = { accept: 'application/octet-stream, */*', 'accept-encoding': 'identity' };
  const answer = await asking(address, { headers: { ...usual, ...(have > 0 && since) }, signal });
  const range = rangeOf(answer);
  const isWhole = answer.status === 416 && range.total === have;
  const isOther = answer.status === 416 || (answer.status === 206 && (range.from ?? have) !== have);
  if (have > 0 && (isWhole || isOther)) {
    answer.body?.destroy();
    if (isWhole) return;
    await part.remove();
    return fetchInto(part, request);
  }
  if (answer.status === 200) await part.begin(answer.headers.get('etag'));
  const isRest = answer.status === 206 && have > 0;
  if (answer.body === null || !(isRest || answer.status === 200)) throw answersWith(address, answer.status);
  await write(answer, isRest ? have : 0, part, request);
}

async function write(answer: GuardedAnswer, from: number, part: Part, request: FetchRequest): Promise<void> {
  const { way, signal, onPhase } = request;
  const { body, headers } = answer;
  const total = rangeOf(answer).total ?? totalOf(headers, from);
  let done = from;
  let shown = from;
  const show = () => onPhase({ kind: 'fetching', unit: 'bytes', done, total });
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      done += chunk.length;
      if (done > maxBytes) throw tooLarge(way.identifier);
      if (done - shown >= shownEvery || done === total) {
        shown = done;
        show();
      }
      yield chunk;
    }
  };
  try {
    if (total !== null && total > maxBytes) throw tooLarge(way.identifier);
    if (total !== null) await expectRoom(dirname(part.path), total - from);
    show();
    const target = createWriteStream(part.path, { flags: from > 0 ? 'a' : 'w', mode: 0o600 });
    await pipeline(body ?? Readable.from([]), counted, target, { signal });
    if (total !== null && done < total) throw brokeOff(way.identifier);
  } catch (error) {
    body?.destroy();
    // Nothing that is fetched on makes it right.
    if (Math.max(done, total ?? 0) > maxBytes || (total !== null && done > total)) await part.remove();
    throw error;
  }
}

/** Where what came begins, and how large the whole is; null where nobody says. */
function rangeOf({ headers }: GuardedAnswer): { readonly from: number | null; readonly total: number | null } {
  const [, from, total] = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
  const count = (text: string | undefined) => (text === undefined || text === '*' ? null : Number(text));
  return { from: count(from), total: count(total) };
}

function totalOf(headers: Headers, from: number): number | null {
  // What is compressed all the same has another length than its file.
  const length = headers.has('content-encoding') ? Number.NaN : Number(headers.get('content-length') ?? Number.NaN);
  return Number.isSafeInteger(length) && length >= 0 ? from + length : null;
}

/** What is fetched in the open is somebody else's on the way; on this machine there is no way. */
function expectSafe(address: string): (url: URL) => void {
  return url => {
    const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
    if (url.protocol !== 'https:' && !isLocal)
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'install-no-address', address });
  };
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function answersWith(address: string, status: number) {
  return hubError('ERR_SERVER_UNAVAILABLE', { kind: 'install-answers-with', host: new URL(address).host, status });
}

function brokeOff(address: string) {
  return hubError('ERR_SERVER_UNAVAILABLE', { kind: 'answer-cut-off', host: new URL(address).host });
}

function tooLarge(address: string) {
  const mib = maxBytes / (1024 * 1024);
  return hubError('ERR_SERVER_UNAVAILABLE', { kind: 'install-too-large', name: address, mib });
}
