// A manifest of a server that is a package of a registry (`mcp-manifest.json`), as Harbor finds it in repositories.
import { isRecord } from '../../../../contract/json.ts';
import { environmentIn } from './manifest-environment.ts';
import { checkedConfig, nameOf, refused, shown } from './read-entry.ts';
import type { CommandConfig } from '../../../../contract/schemas/servers.ts';
import type { ReadServer } from './read-server.ts';

export function isPackageManifest(value: Record<string, unknown>): boolean {
  return typeof value.name === 'string' && isRecord(value.package) && typeof value.package.type === 'string';
}

/** The first of its packages that can be started here. Throws HubError where none can. */
export function readPackageManifest(manifest: Record<string, unknown>): ReadServer {
  const name = nameOf(String(manifest.name));
  const { execution } = manifest;
  if (isRecord(execution) && execution.transport !== undefined && execution.transport !== 'stdio')
    throw refused({ kind: 'manifest-transport', name, transport: shown(execution.transport) ?? '' });
  const first = isRecord(manifest.package) ? manifest.package : {};
  const others = Array.isArray(first.alternatives) ? first.alternatives.filter(isRecord) : [];
  const found = environmentIn(
    name,
    String(manifest.name),
    isHostMode(manifest) ? manifest : { ...manifest, oauth: null },
  );
  const command = [first, ...others].map(one => commandOf(one, Object.keys(found.env))).find(one => one !== null);
  if (!command) throw refused({ kind: 'manifest-package', name, found: shown(first.type) ?? '' });
  const config = checkedConfig(name, { kind: 'stdio', ...command, env: found.env });
  return {
    name,
    from: null,
    config,
    problem: null,
    ...(found.inputs.length > 0 && { inputs: found.inputs }),
    ...(found.secret.size > 0 && { secret: found.secret }),
    ...(found.account && { account: found.account }),
  };
}

/** Whether it takes tokens from whoever starts it; others do their sign-in themselves. */
function isHostMode({ oauth }: Record<string, unknown>): boolean {
  if (!isRecord(oauth)) return false;
  return oauth.tokenEnvVar !== undefined || (isRecord(oauth.hostMode) && oauth.hostMode.tokenEnvVar !== undefined);
}

function commandOf(
  { type, name, url, image, version }: Record<string, unknown>,
  variables: readonly string[],
): Pick<CommandConfig, 'command' | 'args'> | null {
  const isName = typeof name === 'string' && /^[@\w][\w./@-]{0,213}$/.test(name);
  const fixed = typeof version === 'string' && /^[\w.+-]{1,100}$/.test(version) ? version : null;
  if (type === 'npm' && isName) return { command: 'npx', args: ['-y', fixed === null ? name : `${name}@${fixed}`] };
  if (type === 'pypi' && isName) return { command: 'uvx', args: [fixed === null ? name : `${name}==${fixed}`] };
  if (type === 'git' && typeof url === 'string' && /^https:\/\/[\w./~-]+$/.test(url))
    return { command: 'npx', args: ['-y', `git+${url}`] };
  if (type !== 'docker' || typeof image !== 'string' || !/^[\w][\w./:@-]{0,300}$/.test(image)) return null;
  return { command: 'docker', args: ['run', '-i', '--rm', ...variables.flatMap(one => ['-e', one]), image] };
}
