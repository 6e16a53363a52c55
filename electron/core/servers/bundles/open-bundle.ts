// A bundle that was opened: what it says of itself, who signed it, how it is run, and its files for whoever installs it.
import { isAddress } from '../../../../contract/server-address.ts';
import { cutEnd } from '../../../../contract/visible-text.ts';
import { Archive } from './archive/archive.ts';
import { unpackArchive } from './archive/unpack-archive.ts';
import { iconOf } from './bundle-icon.ts';
import { type BundleWay, wayOf } from './bundle-way.ts';
import { manifestIn } from './read-manifest.ts';
import { judgeSignature, type Trust } from './signature/judge-signature.ts';
import type { BundleManifest } from '../../../../contract/schemas/bundle-manifest.ts';
import type { Bundle } from '../../../../contract/schemas/bundles.ts';
import type { Way } from '../../../../contract/schemas/catalogue.ts';
import type { BundleMachine } from './bundle-variables.ts';
import type { ReadManifest } from './read-manifest.ts';

/** What opening a bundle asks of the machine. */
export interface BundleSurroundings {
  readonly machine: BundleMachine;
  readonly trust: Trust;
}

/** What whoever installs a bundle needs of it. */
export interface InstallableBundle {
  readonly bundle: Bundle;
  /** Its templates name the folder that `unpackInto` fills by `folderReference`. */
  readonly way: Way;
  readonly runtime: BundleWay['runtime'];
  /** `folder` is not there yet or empty, its parent is there. What cannot be unpacked whole leaves nothing. Rejects as `unpackArchive`. */
  unpackInto(folder: string, onProgress?: (done: number, total: number) => void, signal?: AbortSignal): Promise<void>;
  /** The bundle itself, for who wants to unpack it again later: `openBundleFile` opens the copy. `path` is not there yet. */
  copyTo(path: string, signal?: AbortSignal): Promise<void>;
}

export interface OpenBundle extends InstallableBundle {
  /** Lets go of the file, once nobody unpacks it any more. */
  close(): Promise<void>;
}

/** Opens the file at a path and judges it. Runs nothing of it. Throws HubError with why it is refused. */
export async function openBundleFile(
  path: string,
  { machine, trust }: BundleSurroundings,
  bundleId = '',
): Promise<OpenBundle> {
  const archive = await Archive.open(path);
  try {
    const read = await manifestIn(archive);
    const { file, sha256 } = archive.facts;
    const files = new Set(archive.facts.entries.filter(({ isFolder }) => !isFolder).map(({ name }) => name));
    const found = wayOf({ manifest: read.manifest, file, sha256, has: name => files.has(name) }, machine);
    const bundle = await describe(archive, read, { found, trust, bundleId });
    return installable(archive, bundle, found);
  } catch (error) {
    await archive.close();
    throw error;
  }
}

interface Described {
  readonly found: BundleWay;
  readonly trust: Trust;
  readonly bundleId: string;
}

async function describe(archive: Archive, { version, manifest }: ReadManifest, of: Described): Promise<Bundle> {
  const { file, bytes, sha256 } = archive.facts;
  const { found, trust, bundleId } = of;
  const { icon, warning } = await iconOf(manifest, archive);
  return {
    bundleId,
    file: cutEnd(file, 255),
    bytes,
    sha256,
    manifestVersion: version,
    name: manifest.name,
    title: manifest.display_name || manifest.name,
    version: manifest.version,
    description: manifest.description,
    author: manifest.author.name,
    links: linksOf(manifest),
    license: manifest.license ?? null,
    type: manifest.server.type,
    icon,
    tools: (manifest.tools ?? []).map(({ name, description = '' }) => ({ name, description })),
    signature: judgeSignature(archive.facts, trust),
    warnings: [...found.warnings, ...(warning ? [warning] : [])],
    unsuitable: found.unsuitable,
  };
}

/** Only those that a browser opens; a manifest may name any address. */
function linksOf({ repository, homepage, documentation, support }: BundleManifest): Bundle['links'] {
  const links = [
    { kind: 'repository', address: repository?.url },
    { kind: 'website', address: homepage },
    { kind: 'documentation', address: documentation },
    { kind: 'support', address: support },
  ] as const;
  return links.flatMap(({ kind, address }) => (address !== undefined && isAddress(address) ? [{ kind, address }] : []));
}

function installable(archive: Archive, bundle: Bundle, { way, runtime, programs }: BundleWay): OpenBundle {
  const uses = new Set<Promise<void>>();
  const using = async (use: Promise<void>) => {
    uses.add(use);
    try {
      await use;
    } finally {
      uses.delete(use);
    }
  };
  return {
    bundle,
    way,
    runtime,
    unpackInto: (folder, onProgress, signal) =>
      using(unpackArchive(archive, folder, { programs, signal, ...(onProgress && { onProgress }) })),
    copyTo: (path, signal) => using(archive.copyTo(path, signal)),
    close: async () => {
      await Promise.allSettled(uses);
      await archive.close();
    },
  };
}
