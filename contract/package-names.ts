// One form for each name of a package and of its registry, so that what is the same is known however it is written. Pure.
import type { WayKind } from './catalogue.ts';

/** As its registry tells names apart. */
export function packageName(kind: WayKind, identifier: string): string {
  switch (kind) {
    case 'pypi':
      // PEP 503, without the extras behind it.
      return identifier
        .replace(/\[[^\]]*\](\*?)$/, '$1')
        .replace(/[-_.]+/g, '-')
        .toLowerCase();
    case 'nuget':
      return identifier.toLowerCase();
    case 'oci':
      return imageName(identifier);
    case 'remote':
    case 'mcpb':
      return addressName(identifier);
    case 'npm':
      return identifier;
    default:
      return kind satisfies never;
  }
}

const usualRegistries: Readonly<Partial<Record<WayKind, readonly string[]>>> = {
  npm: ['https://registry.npmjs.org'],
  pypi: ['https://pypi.org', 'https://pypi.org/simple'],
  nuget: ['https://api.nuget.org', 'https://api.nuget.org/v3/index.json'],
};

/** Where a package is from; null for the usual place of its kind, and where its name says it by itself. */
export function registryName(kind: WayKind, registry: string | null): string | null {
  if (registry === null || kind === 'mcpb' || kind === 'remote' || kind === 'oci') return null;
  const name = addressName(registry).replace(/\/+$/, '');
  return usualRegistries[kind]?.includes(name) ? null : name;
}

/** Its host in lower case, without user, fragment and a slash that stands alone behind it; what is no address stays as it is. */
export function addressName(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  url.hash = '';
  url.username = '';
  url.password = '';
  // A host that ends in a dot is the same.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  return url.pathname === '/' && url.search === '' ? url.href.replace(/\/$/, '') : url.href;
}

/** `docker.io/library/node` is `node`. */
function imageName(image: string): string {
  const name = image.toLowerCase().replace(/^(?:(?:index|registry-1)\.)?docker\.io\//, '');
  return name.replace(/^library\/(?=[^/]+$)/, '');
}
