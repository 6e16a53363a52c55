// `${secret:NAME}` in the config of a server: where it may stand, and the value in its place when the server starts.
import { hubError } from '../../../words/hub-error.ts';
import type { ServerConfig } from '../../../contract/schemas/servers.ts';

const reference = /\$\{secret:([^}]*)\}/g;

export type Resolved = { readonly config: ServerConfig } | { readonly missing: string };

export function referenceTo(name: string): string {
  return `\${secret:${name}}`;
}

/** Where a reference may stand. */
export interface SecretPlace {
  readonly kind: 'variable' | 'header' | 'client' | 'argument' | 'address';
  /** Of the variable or header; the number of the argument, from 1; else empty. */
  readonly name: string;
  /** The argument in front of it. */
  readonly before?: string;
}

/** The names in order of their appearance, each once. */
export function secretNamesIn(config: ServerConfig): string[] {
  return [...new Set(referencesIn(config).map(({ secret }) => secret))];
}

/** Every reference with its place. */
export function referencesIn(config: ServerConfig): { readonly place: SecretPlace; readonly secret: string }[] {
  const found: { place: SecretPlace; secret: string }[] = [];
  mapSecretPlaces(config, (place, text) => {
    for (const [, secret = ''] of text.matchAll(reference)) found.push({ place, secret });
    return text;
  });
  return found;
}

/** The config with values in place of references, or the first name that has none. */
export function resolveSecrets(config: ServerConfig, valueOf: (name: string) => string | undefined): Resolved {
  const missing = secretNamesIn(config).find(name => valueOf(name) === undefined);
  if (missing !== undefined) return { missing };
  return {
    config: mapSecretPlaces(config, (_place, text) => text.replace(reference, (_all, name) => valueOf(name) ?? '')),
  };
}

/**
 * Each variable, header, argument, address and client secret of a config, exchanged. What an argument refers to every program of this machine
 * can read while the server runs, as it could if it stood there: it is the server that wants it so, and no reason to keep it in the database.
 */
export function mapSecretPlaces<C extends ServerConfig>(
  config: C,
  change: (place: SecretPlace, text: string) => string,
): C {
  const mapped = (kind: 'variable' | 'header', texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change({ kind, name }, text)]));
  if ('env' in config) {
    const env = mapped('variable', config.env);
    if (!('args' in config)) return { ...config, env };
    const args = config.args.map((text, at, all) =>
      change({ kind: 'argument', name: String(at + 1), before: all[at - 1] ?? '' }, text),
    );
    return { ...config, env, args };
  }
  // Its address names a hub and a share, and there is nothing else.
  if (config.kind === 'fleet') return config;
  const { url, headers, oauth } = config;
  const reached = {
    ...config,
    headers: mapped('header', headers),
    url: change({ kind: 'address', name: '' }, url),
  };
  if (oauth?.clientSecret === undefined) return reached;
  const clientSecret = change({ kind: 'client', name: 'client_secret' }, oauth.clientSecret);
  return { ...reached, oauth: { ...oauth, clientSecret } };
}

/** Throws HubError where a reference stands in what is not filled in at a start, such as a program or a folder. */
export function refuseVisibleReferences(name: string, config: ServerConfig): void {
  const visible = JSON.stringify(mapSecretPlaces(config, () => ''));
  const [found] = visible.match(reference) ?? [];
  if (found === undefined) return;
  throw hubError('ERR_INVALID_ARGUMENTS', {
    kind: 'visible-reference',
    server: name,
    reference: found,
    remote: 'url' in config,
  });
}
