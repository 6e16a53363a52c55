// What a repository on GitHub is published as: its package.json or pyproject.toml, read on the user's click alone.
import { isRecord } from '../../../../contract/json.ts';
import { createGuardedFetch } from '../../outbound/guarded-fetch.ts';
import { reachOfServer } from '../../outbound/reach.ts';
import { boundedResponse } from '../../servers/remote/bounded-body.ts';

export interface Repository {
  readonly owner: string;
  readonly repo: string;
  readonly branch: string | null;
  /** A folder of it; empty for all of it. */
  readonly folder: string;
}

export interface ResolvedPackage {
  readonly name: string;
  readonly type: 'npm' | 'python';
  readonly version?: string;
  readonly installCommand: string;
  readonly runCommand: string;
}

/** Where the files of a branch are had as they are. */
const rawFiles = 'https://raw.githubusercontent.com';
/** Of a repository's root, the first that is there. */
const manifestFiles = ['mcp-manifest.json', '.mcp/manifest.json'];
const fetchMs = 10_000;
const maxBytes = 512 * 1024;
const word = /^[A-Za-z0-9_.-]{1,100}$/;

/** Null for an address that names no repository there. */
export function repositoryIn(address: string): Repository | null {
  const short = /^[\w-]+\/[\w.-]+$/.test(address) ? `https://github.com/${address}` : address;
  const [, owner = '', name = '', branch = null, path = ''] =
    /^(?:https?:\/\/(?:www\.)?github\.com\/|git@github\.com:)([^/\s]+)\/([^/\s#?]+)(?:\/(?:tree|blob)\/([^/\s#?]+)((?:\/[^\s#?]*)?))?/i.exec(
      short,
    ) ?? [];
  const repo = name.replace(/\.git$/, '');
  const folders = path.split('/').filter(Boolean);
  // The path of a file names its folder.
  if (folders.at(-1)?.includes('.')) folders.pop();
  const isSafe = [owner, repo, ...(branch === null ? [] : [branch]), ...folders].every(
    part => word.test(part) && !/^\.+$/.test(part),
  );
  return isSafe ? { owner, repo, branch, folder: folders.join('/') } : null;
}

/** What the repository says of itself as a server; null where it says nothing that is JSON. Rejects where GitHub cannot be asked. */
export async function manifestInGitHub(address: string, signal: AbortSignal, origin = rawFiles): Promise<unknown> {
  const repository = repositoryIn(address);
  if (!repository) return null;
  for (const file of manifestFiles) {
    const text = await fileOf({ ...repository, folder: '' }, file, signal, origin);
    try {
      if (text !== null) return JSON.parse(text) as unknown;
    } catch {
      // Another one may be whole.
    }
  }
  return mcpInPackage(await fileOf({ ...repository, folder: '' }, 'package.json', signal, origin));
}

/** The last place where Harbor looks. */
function mcpInPackage(text: string | null): unknown {
  try {
    const found: unknown = text === null ? null : JSON.parse(text);
    return isRecord(found) ? (found.mcp ?? null) : null;
  } catch {
    return null;
  }
}

/** Null where nothing that could be started is found. Rejects where GitHub cannot be asked. */
export async function resolveGitHub(
  address: string,
  signal: AbortSignal,
  origin = rawFiles,
): Promise<ResolvedPackage | null> {
  const repository = repositoryIn(address);
  if (!repository) return null;
  return (await npmPackage(repository, signal, origin)) ?? (await pythonPackage(repository, signal, origin));
}

async function npmPackage(
  repository: Repository,
  signal: AbortSignal,
  origin: string,
): Promise<ResolvedPackage | null> {
  const text = await fileOf(repository, 'package.json', signal, origin);
  const found: unknown = text === null ? null : JSON.parse(text);
  if (!isRecord(found) || typeof found.name !== 'string' || found.name === '') return null;
  const { name, version, bin } = found;
  const [program = name] = isRecord(bin) ? Object.keys(bin) : [name];
  const run = { installCommand: `npm install -g ${name}`, runCommand: program };
  return { name, type: 'npm', ...(typeof version === 'string' && { version }), ...run };
}

async function pythonPackage(
  repository: Repository,
  signal: AbortSignal,
  origin: string,
): Promise<ResolvedPackage | null> {
  const text = await fileOf(repository, 'pyproject.toml', signal, origin);
  if (text === null) return null;
  const name = /^\s*name\s*=\s*["']([^"'\n]{1,200})["']/m.exec(text)?.[1] ?? repository.repo;
  return { name, type: 'python', installCommand: `pip install ${name}`, runCommand: name };
}

/** Of the branch that is named, else of `main` or `master`. */
async function fileOf(
  { owner, repo, branch, folder }: Repository,
  file: string,
  signal: AbortSignal,
  origin: string,
): Promise<string | null> {
  const guarded = createGuardedFetch({ reach: reachOfServer(origin) });
  for (const name of branch === null ? ['main', 'master'] : [branch]) {
    const address = [origin, owner, repo, name, ...(folder === '' ? [] : [folder]), file].join('/');
    const response = await guarded(address, { signal: AbortSignal.any([signal, AbortSignal.timeout(fetchMs)]) });
    if (response.ok) return boundedResponse(response, maxBytes).text();
    await response.body?.cancel();
  }
  return null;
}
