// Asks a package's registry for the version that is current now: on the user's click alone, by the rules for what leaves this machine.
import { isRecord } from '../../../../contract/json.ts';
import { addressName } from '../../../../contract/package-names.ts';
import { createGuardedFetch } from '../../outbound/guarded-fetch.ts';
import { reachOfServer } from '../../outbound/reach.ts';
import { refused } from '../import/read-entry.ts';
import { boundedResponse } from '../remote/bounded-body.ts';
import type { ServerPackage } from '../../../../contract/schemas/servers.ts';
import type { PackageSource } from './registries.ts';

type Runner = ServerPackage['runner'];

const fetchMs = 15_000;
const maxBytes = 32 * 1024 * 1024;
const manifests = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

/** A version, or of an image its digest. Rejects with HubError, which names the registry and what helps. */
export async function currentVersion(runner: Runner, given: PackageSource): Promise<string> {
  const source = { ...given, registry: addressName(given.registry).replace(/\/+$/, '') };
  const fetched = askerOf(source, signInOf(given.registry));
  switch (runner) {
    case 'npx': {
      // What npx itself asks for, which every registry answers.
      const accept = 'application/vnd.npm.install-v1+json, application/json';
      const path = source.name.replace('/', '%2f');
      const answer = await jsonOf(await fetched(`${source.registry}/${path}`, { accept }), source);
      const tags = isRecord(answer) && isRecord(answer['dist-tags']) ? answer['dist-tags'] : {};
      return usable(tags[source.tag ?? 'latest'], source);
    }
    case 'uvx': {
      const accept = 'application/vnd.pypi.simple.v1+json';
      const answer = await jsonOf(await fetched(`${source.registry}/${source.name}/`, { accept }), source);
      return usable(newestRelease(answer), source);
    }
    case 'docker':
      return digestOf(source, fetched);
  }
}

/** The highest version that is no pre-release and was not withdrawn (PEP 440, PEP 691, PEP 700). */
export function newestRelease(answer: unknown): string | null {
  if (!isRecord(answer) || !Array.isArray(answer.versions)) return null;
  const files = Array.isArray(answer.files) ? answer.files.filter(isRecord) : [];
  const kept = files
    .filter(({ yanked }) => yanked === undefined || yanked === false)
    .map(file => String(file.filename));
  const releases = answer.versions.filter(
    (version): version is string => typeof version === 'string' && /^\d+(?:\.\d+)*(?:\.post\d+)?$/.test(version),
  );
  const there = releases.filter(version => files.length === 0 || kept.some(name => isOf(name, version)));
  return there.toSorted(byNumbers).at(-1) ?? null;
}

function isOf(file: string, version: string): boolean {
  const at = file.indexOf(`-${version}`);
  return at >= 0 && /^(?:-|\.(?:tar|zip|whl))/.test(file.slice(at + version.length + 1));
}

function byNumbers(one: string, other: string): number {
  const [a, b] = [one, other].map(version => version.replace('.post', '.').split('.').map(Number));
  for (let at = 0; at < Math.max(a?.length ?? 0, b?.length ?? 0); at += 1) {
    const difference = (a?.[at] ?? 0) - (b?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** By the registry's own way to sign nobody in (Distribution spec, "Token authentication"). */
async function digestOf(source: PackageSource, fetched: Asker): Promise<string> {
  const address = `${source.registry}/v2/${source.name}/manifests/${source.tag ?? 'latest'}`;
  const first = await fetched(address, { accept: manifests }, 'HEAD');
  const realm = first.status === 401 ? tokenAddress(first.headers.get('www-authenticate') ?? '', source) : null;
  if (realm === null) return digest(first, source);
  const answer = await jsonOf(await fetched(realm), source);
  const token = isRecord(answer) ? (answer.token ?? answer.access_token) : null;
  if (typeof token !== 'string') throw refused({ kind: 'pin-other-answer', ...named(source) });
  return digest(await fetched(address, { accept: manifests, authorization: `Bearer ${token}` }, 'HEAD'), source);
}

function digest(response: Response, source: PackageSource): string {
  expectOk(response, source);
  const found = response.headers.get('docker-content-digest');
  if (found !== null && /^sha256:[0-9a-f]{64}$/.test(found)) return found;
  throw refused({ kind: 'pin-other-answer', ...named(source) });
}

function tokenAddress(challenge: string, { registry, name }: PackageSource): string | null {
  const [, realm] = /^bearer\b.*\brealm="([^"]+)"/i.exec(challenge) ?? [];
  if (realm === undefined || !URL.canParse(realm)) return null;
  const url = new URL(realm);
  // What is asked in the open was asked in the open before.
  if (url.protocol !== 'https:' && !registry.startsWith('http:')) return null;
  const [, service] = /\bservice="([^"]+)"/i.exec(challenge) ?? [];
  if (service !== undefined) url.searchParams.set('service', service);
  url.searchParams.set('scope', `repository:${name}:pull`);
  return url.href;
}

type Asker = (
  address: string,
  headers?: Readonly<Record<string, string>>,
  method?: 'GET' | 'HEAD',
) => Promise<Response>;

/** The user of an address goes into a header, as npm and uv send it; no address with a user is asked or told of. */
function signInOf(registry: string): Readonly<Record<string, string>> {
  const { username, password } = new URL(registry);
  if (username === '' && password === '') return {};
  const user = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64');
  return { authorization: `Basic ${user}` };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that stands for itself.
    return text;
  }
}

function askerOf(source: PackageSource, signIn: Readonly<Record<string, string>>): Asker {
  const guarded = createGuardedFetch({ reach: reachOfServer(source.registry) });
  const { origin } = new URL(source.registry);
  return async (address, headers = { accept: 'application/json' }, method = 'GET') => {
    try {
      const own = new URL(address).origin === origin ? signIn : {};
      const sent = { ...own, ...headers };
      const response = await guarded(address, { method, headers: sent, signal: AbortSignal.timeout(fetchMs) });
      return boundedResponse(response, maxBytes);
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const why = cause instanceof Error ? cause.message : String(cause);
      throw refused({ kind: 'pin-not-asked', ...named(source), why });
    }
  };
}

async function jsonOf(response: Response, source: PackageSource): Promise<unknown> {
  expectOk(response, source);
  try {
    return await response.json();
  } catch {
    throw refused({ kind: 'pin-other-answer', ...named(source) });
  }
}

function expectOk(response: Response, source: PackageSource): void {
  if (response.ok) return;
  void response.body?.cancel();
  if (response.status === 404) throw refused({ kind: 'pin-not-known', ...named(source) });
  throw refused({ kind: 'pin-answers-with', ...named(source), status: response.status });
}

function usable(version: unknown, source: PackageSource): string {
  if (typeof version === 'string' && version.length <= 100) return version;
  throw refused({ kind: 'pin-other-answer', ...named(source) });
}

function named({ name, registry }: PackageSource): { name: string; host: string } {
  return { name, host: new URL(registry).host };
}
