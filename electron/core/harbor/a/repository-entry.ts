// Rows of a catalogue that name no package: what their repository says of itself, else what it is published as. Asked on the user's click alone.
import { HarborManifestSchema } from '../../../../contract/schemas/harbor-a.ts';
import { Fault, messageOf } from './asked.ts';
import { curatedServer } from './catalogue/curated-servers.ts';
import { manifestInGitHub, repositoryIn, resolveGitHub } from './github.ts';
import type { CatalogEntry, HarborManifest } from '../../../../contract/schemas/harbor-a.ts';

/** Of all its files together: the extension waits for 30 s. */
const patienceMs = 20_000;

export type LookedUp =
  | { readonly kind: 'manifest'; readonly manifest: HarborManifest }
  | { readonly kind: 'row'; readonly entry: CatalogEntry };

/**
 * The row as it came where it names a package or an address itself, and where its repository tells nothing. Rejects with a Fault where GitHub
 * cannot be asked and the row cannot be installed without it, and where its asker has left.
 */
export async function lookUpEntry(entry: CatalogEntry, asker: AbortSignal, origin?: string): Promise<LookedUp> {
  const address = repositoryOf(entry);
  if (address === null) return { kind: 'row', entry };
  const signal = AbortSignal.any([asker, AbortSignal.timeout(patienceMs)]);
  try {
    const { success, data: manifest } = HarborManifestSchema.safeParse(await manifestInGitHub(address, signal, origin));
    if (success) return { kind: 'manifest', manifest };
    const found = await resolveGitHub(address, signal, origin);
    if (!found) return { kind: 'row', entry };
    const registryType = found.type === 'python' ? 'pypi' : 'npm';
    return {
      kind: 'row',
      entry: { ...entry, packages: [{ registryType, identifier: found.name, environmentVariables: [] }] },
    };
  } catch (error) {
    asker.throwIfAborted();
    if (isEnough(entry)) return { kind: 'row', entry };
    const text = `GitHub cannot be asked what ${entry.name} is (${address}): ${messageOf(error)}. Try again later, or add its command in Pilothouse under Servers.`;
    throw new Fault('install_error', text);
  }
}

/** Whether it can be installed by what it says itself. */
function isEnough({ id, packages }: CatalogEntry): boolean {
  if (packages.length === 0) return Boolean(curatedServer(id));
  return packages.some(({ registryType, identifier }) => registryType !== 'github' && identifier !== '');
}

/** Null where there is no need to ask one. */
function repositoryOf({ packages: [named], endpointUrl, repositoryUrl, homepageUrl }: CatalogEntry): string | null {
  const isOnGitHub = named?.registryType === 'github';
  if ((named && named.identifier !== '' && !isOnGitHub) || endpointUrl !== '') return null;
  const address = isOnGitHub ? named.identifier : repositoryUrl || homepageUrl;
  return repositoryIn(address) ? address : null;
}
