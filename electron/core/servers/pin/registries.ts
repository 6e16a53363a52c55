// Which registry a package comes from on this machine, as npm, uv and docker themselves would choose it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refused } from '../import/read-entry.ts';
import type { CommandConfig, ServerPackage } from '../../../../contract/schemas/servers.ts';
import type { AppMachine } from '../import/app-places.ts';

export interface PackageSource {
  /** Without a slash at its end. */
  readonly registry: string;
  /** The name as that registry knows it. */
  readonly name: string;
  /** A tag that stands in the command; null where none does. */
  readonly tag: string | null;
}

type Package = Pick<ServerPackage, 'runner' | 'name' | 'version'>;

/** Null for a package of no registry, such as a folder or an address. Throws HubError for an address that is none. */
export async function sourceOf(
  pkg: Package,
  config: CommandConfig,
  machine: Pick<AppMachine, 'homeDir' | 'env'>,
): Promise<PackageSource | null> {
  const env = { ...machine.env, ...config.env };
  switch (pkg.runner) {
    case 'npx': {
      if (!/^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*$/.test(pkg.name)) return null;
      const npmrc = await readFile(join(machine.homeDir, '.npmrc'), 'utf8').catch(() => '');
      const own = optionIn(config.args, ['--registry']) ?? npmRegistry(pkg.name, npmrc, env);
      const tag = pkg.version !== null && /^[a-z][\w.-]*$/i.test(pkg.version) ? pkg.version : null;
      return { registry: checked(own), name: pkg.name, tag };
    }
    case 'uvx': {
      const name = pkg.name.replace(/\[.*\]$/, '').trim();
      if (!/^[A-Za-z0-9][\w.-]*$/.test(name)) return null;
      const own = optionIn(config.args, ['--default-index', '--index-url', '-i']);
      const index = own ?? (env['UV_DEFAULT_INDEX'] || env['UV_INDEX_URL'] || 'https://pypi.org/simple');
      return { registry: checked(index), name: name.toLowerCase().replace(/[-_.]+/g, '-'), tag: null };
    }
    case 'docker':
      return imageSource(pkg);
  }
}

function npmRegistry(name: string, npmrc: string, env: Readonly<Record<string, string | undefined>>): string {
  const lines = new Map(
    npmrc.split(/\r?\n/).flatMap(line => {
      const [, key, value] = /^\s*([^#;=\s]+)\s*=\s*(\S+)\s*$/.exec(line) ?? [];
      return key !== undefined && value !== undefined && !value.includes('${') ? [[key, value] as const] : [];
    }),
  );
  const scope = name.startsWith('@') ? lines.get(`${name.split('/', 1)[0]}:registry`) : undefined;
  const asked = env['npm_config_registry'] || env['NPM_CONFIG_REGISTRY'];
  return scope ?? (asked || lines.get('registry') || 'https://registry.npmjs.org');
}

/** `name`, `owner/name`, `registry:5000/owner/name`. */
function imageSource({ name, version }: Package): PackageSource | null {
  if (!/^[a-z0-9][\w.:/-]*$/i.test(name)) return null;
  const [first = '', ...rest] = name.split('/');
  const hasHost = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  const host = hasHost && first !== 'docker.io' ? first : 'registry-1.docker.io';
  const path = hasHost ? rest.join('/') : name;
  const isLocal = /^(?:localhost|127\.0\.0\.1)(?::|$)/.test(host);
  const isOfficial = host === 'registry-1.docker.io' && !path.includes('/');
  return {
    registry: `${isLocal ? 'http' : 'https'}://${host}`,
    name: isOfficial ? `library/${path}` : path,
    tag: version !== null && !version.startsWith('sha256:') ? version : null,
  };
}

function optionIn(args: readonly string[], names: readonly string[]): string | undefined {
  for (const [at, arg] of args.entries()) {
    if (names.includes(arg)) return args[at + 1];
    const [, name = '', value] = /^(--?[\w-]+)=(.*)$/s.exec(arg) ?? [];
    if (names.includes(name)) return value;
  }
  return undefined;
}

function checked(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '')
    return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  throw refused({ kind: 'pin-no-registry', address });
}
