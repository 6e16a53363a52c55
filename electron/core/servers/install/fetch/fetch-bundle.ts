// A bundle: one that the user opened, or the file that an entry names, which is fetched, checked, and then opened and unpacked the same way.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { hubError } from '../../../../../words/hub-error.ts';
import { runtimeWarning } from '../bundle-runtime.ts';
import { runsByUv } from '../own-places.ts';
import { download } from './download.ts';
import { runProgram } from './run-program.ts';
import type { Way } from '../../../../../contract/schemas/catalogue.ts';
import type { OpenedBundle } from '../install-sources.ts';
import type { Fetched, FetchRequest, FetchSurroundings } from './fetched.ts';

export async function fetchBundle(request: FetchRequest, surroundings: FetchSurroundings): Promise<Fetched> {
  if (request.bundle) return unpackedBundle(request.bundle, request.way.sha256, request, surroundings);
  const file = await downloaded(request, surroundings);
  try {
    const opened = await surroundings.openBundle(file.path);
    const fetched = await unpackedBundle(opened, file.sha256, request, surroundings);
    await rm(file.path, { force: true });
    return fetched;
  } catch (error) {
    // What is all there and still no good is not gone on with.
    if (!request.signal.aborted) await rm(file.path, { force: true });
    throw error;
  }
}

/** `sha256` is what it has to be; null where nobody has said. */
async function unpackedBundle(
  opened: OpenedBundle,
  sha256: string | null,
  request: FetchRequest,
  surroundings: FetchSurroundings,
): Promise<Fetched> {
  const { bundle } = opened;
  try {
    // It lay in a folder since, where somebody could have written.
    if (sha256 !== null && sha256 !== bundle.sha256) throw otherFile(request, sha256, bundle.sha256);
    if (bundle.unsuitable) throw hubError('ERR_SERVER_UNAVAILABLE', bundle.unsuitable);
  } catch (error) {
    await opened.close();
    throw error;
  }
  // What an opened one is called is the name of its file, which its copy does not have.
  const way = fromEntry(opened.way, request.way);
  const folder = await surroundings.packages.begin('mcpb');
  try {
    await unpacked(opened, folder, request);
    if (runsByUv(way)) await lock(folder, request, surroundings);
    const outdated = await runtimeWarning(opened, command => surroundings.versionOf(command));
    const warnings = [...bundle.warnings, ...(outdated ? [outdated] : [])];
    const { version } = bundle;
    return { folder, version, integrity: `sha256:${bundle.sha256}`, scripts: [], way, warnings };
  } catch (error) {
    await surroundings.packages.discard(folder);
    throw error;
  } finally {
    await opened.close();
  }
}

/** What its manifest says of it, and where its entry says that it is had. */
function fromEntry(own: Way, { identifier, sha256, registry }: Way): Way {
  return { ...own, identifier, sha256, registry };
}

function unpacked({ unpackInto }: OpenedBundle, folder: string, { onPhase, signal }: FetchRequest): Promise<void> {
  return unpackInto(folder, (done, total) => onPhase({ kind: 'unpacking', done, total }), signal);
}

/**
 * Writes down which versions its dependencies have, where its author has not: uv would do so beside its files at the first start. Of
 * these nothing is built, so that nothing of them runs here.
 */
async function lock(folder: string, request: FetchRequest, surroundings: FetchSurroundings): Promise<void> {
  const { serverId, signal, onPhase } = request;
  const names = await readdir(folder);
  if (!names.includes('pyproject.toml') || names.includes('uv.lock')) return;
  onPhase({ kind: 'building' });
  // A dependency may be named by where its history lies.
  const git = { GIT_ALLOW_PROTOCOL: 'https', GIT_TERMINAL_PROMPT: '0' };
  const env = { UV_CACHE_DIR: surroundings.packages.cacheOf('pypi'), UV_NO_PROGRESS: '1', ...git };
  const args = ['lock', '--directory', folder, '--no-build'];
  await runProgram({ serverId, command: 'uv', args, env, cwd: folder, signal }, surroundings);
}

/** The file, once it is what its entry says: whoever opens it compares with `sha256` what was opened. */
async function downloaded(
  request: FetchRequest,
  { packages }: FetchSurroundings,
): Promise<{ readonly path: string; readonly sha256: string }> {
  const { way } = request;
  const folder = packages.cacheOf('mcpb');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Of one server alone, because two may be fetched at once.
  const name = createHash('sha256')
    .update(JSON.stringify([request.serverId, way.identifier]))
    .digest('hex')
    .slice(0, 32);
  const file = join(folder, `${name}.mcpb.part`);
  await download(file, { ...request, address: way.identifier });
  const found = await sha256Of(file);
  const wanted = way.sha256 ?? request.integrity?.replace(/^sha256:/, '') ?? found;
  if (found === wanted) return { path: file, sha256: found };
  await rm(file, { force: true });
  throw otherFile(request, wanted, found);
}

function otherFile({ way, version }: FetchRequest, before: string, now: string) {
  const name = way.identifier;
  return hubError('ERR_PERMISSION_DENIED', { kind: 'install-other-integrity', name, version, before, now });
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
