// Servers by the address of their repository: what it is published as, and that package added for its user to approve.
import { Fault, failingAs, messageOf, needText } from './asked.ts';
import { repositoryIn, resolveGitHub } from './github.ts';
import { installEntry } from './installer-family.ts';
import type { CatalogEntry } from '../../../../contract/schemas/harbor-a.ts';
import type { Asked, Family } from './asked.ts';
import type { ResolvedPackage } from './github.ts';
import type { HubServers } from './hub-servers.ts';

const none =
  'Could not determine how to install this repository. Pilothouse starts npm packages (package.json) and Python packages (pyproject.toml); see the repository for how to install it by hand.';

export function githubFamily(hub: HubServers): Family {
  return {
    resolve_github: failingAs('resolve_error', async asked => {
      const found = await resolved(asked, 'Could not resolve package info from GitHub URL');
      return { package: found, canInstall: found.name !== '' };
    }),
    install_github_repo: failingAs('install_error', async asked => {
      const found = await resolved(asked, none);
      const { server, ...more } = await installEntry(hub, entryFor(asked, found));
      const id = typeof server === 'object' && server !== null && 'id' in server ? server.id : null;
      return { success: true, server_id: id, package_type: typeOf(found), needs_config: false, ...more };
    }),
    install_from_github: failingAs('install_error', async asked => {
      const found = await resolved(asked, none);
      const { name, type, version } = found;
      return {
        ...(await installEntry(hub, entryFor(asked, found))),
        resolved: { name, type, ...(version && { version }) },
      };
    }),
  };
}

async function resolved(asked: Asked, otherwise: string): Promise<ResolvedPackage> {
  const address = needText(asked, 'github_url');
  if (!repositoryIn(address)) throw new Fault('invalid_request', 'Not a valid GitHub URL');
  const found = await resolveGitHub(address, asked.request.signal).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Fault('resolve_error', `GitHub cannot be asked: ${messageOf(cause)}`);
  });
  if (found) return found;
  throw new Fault('resolve_error', otherwise);
}

function typeOf({ type }: ResolvedPackage): 'pypi' | 'npm' {
  return type === 'python' ? 'pypi' : 'npm';
}

function entryFor(asked: Asked, found: ResolvedPackage): CatalogEntry {
  const address = needText(asked, 'github_url');
  const { owner = '', repo = '' } = repositoryIn(address) ?? {};
  const homepageUrl = `https://github.com/${owner}/${repo}`;
  return {
    id: `github-${owner}-${repo}`.slice(0, 200),
    name: found.name,
    description: `Installed from ${homepageUrl}`,
    source: 'github',
    endpointUrl: '',
    homepageUrl,
    repositoryUrl: homepageUrl,
    packages: [{ registryType: typeOf(found), identifier: found.name, environmentVariables: [] }],
  };
}
