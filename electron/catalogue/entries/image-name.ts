// The name of an image without its tag but with where it lies, and what fixes which one is meant.
import { UnusableWay } from './asked-fields.ts';

/** All the same place, which is meant where no host is named. */
const dockerHosts = /^(?:(?:index\.|registry-1\.)?docker\.io|(?:registry\.)?hub\.docker\.com)$/;

/** `registry` is where the image lies if its name has no host: otherwise docker takes it for one of Docker Hub, where that name is somebody else's. `version` is a tag, or a digest such as `sha256:…`, which fixes more; null where there is neither. */
export function imageOf(
  identifier: string,
  version: string | undefined,
  registry?: string,
): { readonly name: string; readonly version: string | null } {
  const [beforeDigest = identifier, digest] = identifier.split('@', 2);
  // A colon in front of a slash belongs to the port of a host.
  const tagged = /^(.+?):([\w][\w.-]{0,127})$/.exec(beforeDigest);
  const hasTag = tagged !== null && !tagged[2]?.includes('/');
  const name = placed(hasTag ? (tagged[1] ?? beforeDigest) : beforeDigest, registry);
  const tag = hasTag ? tagged[2] : version;
  if (digest !== undefined && /^sha256:[0-9a-f]{64}$/.test(digest)) return { name, version: digest };
  return { name, version: tag === undefined || tag === '' || tag === 'latest' ? null : tag };
}

function placed(name: string, registry: string | undefined): string {
  const [first = '', ...rest] = name.split('/');
  const hasHost = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  if (hasHost || registry === undefined || registry === '') return name;
  if (!URL.canParse(registry) || !/^https?:/.test(registry)) throw new UnusableWay(registry);
  const { host, pathname } = new URL(registry);
  return dockerHosts.test(host) ? name : `${host}${pathname.replace(/\/+$/, '')}/${name}`;
}
