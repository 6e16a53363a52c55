// `${secret:NAME}` in the config of a server: where it may stand, and the value in its place when the server starts.
import { hubError } from '../../../words/hub-error.ts';
import type { ServerConfig } from '../../../contract/schemas/servers.ts';

const reference = /\$\{secret:([^}]*)\}/g;

export type Resolved = { readonly config: ServerConfig } | { readonly missing: string };

export function referenceTo(name: string): string {
  return `\${secret:${name}}`;
}

/** The names in order of their appearance, each once. */
export function secretNamesIn(config: ServerConfig): string[] {
  const texts = Object.values(secretPlaces(config));
  return [...new Set(texts.flatMap(text => [...text.matchAll(reference)].map(([, name = '']) => name)))];
}

/** The config with values in place of references, or the first name that has none. */
export function resolveSecrets(config: ServerConfig, valueOf: (name: string) => string | undefined): Resolved {
  const missing = secretNamesIn(config).find(name => valueOf(name) === undefined);
  if (missing !== undefined) return { missing };
  return {
    config: mapSecretPlaces(config, (_name, text) => text.replace(reference, (_all, name) => valueOf(name) ?? '')),
  };
}

/** Each variable, header and client secret of a config, exchanged. */
export function mapSecretPlaces<C extends ServerConfig>(config: C, change: (name: string, text: string) => string): C {
  const mapped = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change(name, text)]));
  if ('env' in config) return { ...config, env: mapped(config.env) };
  const { headers, oauth } = config;
  if (oauth?.clientSecret === undefined) return { ...config, headers: mapped(headers) };
  return {
    ...config,
    headers: mapped(headers),
    oauth: { ...oauth, clientSecret: change(clientSecretName, oauth.clientSecret) },
  };
}

/** Throws HubError where a reference stands in what every program of this machine, or the panel, can read. */
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

const clientSecretName = 'client_secret';

function secretPlaces(config: ServerConfig): Record<string, string> {
  if ('env' in config) return config.env;
  const secret = config.oauth?.clientSecret;
  return secret === undefined ? config.headers : { ...config.headers, [clientSecretName]: secret };
}
