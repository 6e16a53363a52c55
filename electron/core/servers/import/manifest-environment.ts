// What a manifest of Harbor says of a server's variables: their values, the secrets and the sign-in that it asks for.
import { isRecord } from '../../../../contract/json.ts';
import { cutEnd } from '../../../../contract/visible-text.ts';
import { referenceTo } from '../../secrets/references.ts';
import { tokenKey, tokenName } from '../../secrets/token-references.ts';
import { refused } from './read-entry.ts';
import type { AskedInput } from '../../../../contract/schemas/adding.ts';
import type { Account } from '../../../../contract/schemas/servers.ts';

export interface ManifestEnvironment {
  readonly env: Record<string, string>;
  /** What has to be asked for. */
  readonly inputs: AskedInput[];
  /** Variables whose values are secrets whatever they look like. */
  readonly secret: Set<string>;
  readonly account: Account | undefined;
}

type Manifest = Record<string, unknown>;

const maxVariables = 100;
const namePattern = /^[A-Za-z_]\w{0,99}$/;
const maxText = 500;

/** `id` is that of the server, by which its sign-in is named. Throws HubError for a name that is none. */
export function environmentIn(name: string, id: string, manifest: Manifest): ManifestEnvironment {
  const found: ManifestEnvironment = { env: {}, inputs: [], secret: new Set(), account: accountOf(name, id, manifest) };
  const { environment, env, secrets, secretsDecl } = manifest;
  // A list of names to be passed on is followed by no program of Harbor.
  if (isRecord(env)) addValues(name, found, env, false);
  if (Array.isArray(environment)) for (const asked of environment) addAsked(name, found, asked, 'plain');
  for (const list of [secretsDecl, secrets])
    if (Array.isArray(list)) for (const asked of list) addAsked(name, found, asked, 'secret');
  if (isRecord(secrets)) addValues(name, found, secrets, true);
  addTokens(name, found, manifest);
  if (Object.keys(found.env).length > maxVariables)
    throw refused({ kind: 'manifest-member', name, member: 'environment' });
  return found;
}

function addValues(name: string, found: ManifestEnvironment, values: Manifest, isSecret: boolean): void {
  for (const [variable, value] of Object.entries(values)) {
    if (!isText(value)) throw refused({ kind: 'manifest-member', name, member: isSecret ? 'secrets' : 'env' });
    found.env[expectName(name, variable)] = String(value);
    if (isSecret) found.secret.add(variable);
    const at = found.inputs.findIndex(({ id }) => id === variable);
    if (at >= 0) found.inputs.splice(at, 1);
  }
}

/** What is not needed stays away, until the user adds it. */
function addAsked(name: string, found: ManifestEnvironment, asked: unknown, of: 'plain' | 'secret'): void {
  const member = of === 'secret' ? 'secrets' : 'environment';
  if (!isRecord(asked)) throw refused({ kind: 'manifest-member', name, member });
  const variable = expectName(name, asked.name);
  const given = asked.value ?? asked.default;
  if (isText(given)) {
    found.env[variable] = String(given);
    return;
  }
  const isNeeded = of === 'secret' ? asked.optional !== true && asked.required !== false : asked.required === true;
  if (!isNeeded || found.env[variable] !== undefined) return;
  const said = [asked.label, asked.description].find(text => typeof text === 'string' && text !== '');
  const choices = Array.isArray(asked.choices) ? asked.choices.filter(choice => typeof choice === 'string') : [];
  found.env[variable] = `\${input:${variable}}`;
  found.inputs.push({
    id: variable,
    password: of === 'secret' && asked.type !== 'text',
    ...(typeof said === 'string' && { description: cutEnd(said, maxText) }),
    ...(choices.length > 0 && {
      choices: choices.slice(0, 100).map(value => ({ value, label: cutEnd(value, maxText) })),
    }),
  });
}

function accountOf(name: string, id: string, { oauth }: Manifest): Account | undefined {
  if (!isRecord(oauth)) return undefined;
  const { provider, scopes } = oauth;
  if (typeof provider !== 'string' || provider === '')
    throw refused({ kind: 'manifest-member', name, member: 'oauth.provider' });
  const isList = Array.isArray(scopes) && scopes.length > 0 && scopes.length <= 100;
  if (!isList || !scopes.every(scope => typeof scope === 'string' && /^[\x21-\x7e]{1,500}$/.test(scope)))
    throw refused({ kind: 'manifest-member', name, member: 'oauth.scopes' });
  return { provider: provider.slice(0, 500), scopes: [...scopes], key: tokenKey(id) };
}

/** The newer manifests name the variables at the sign-in itself, the older ones in a mode of it. */
function addTokens(name: string, { env, account }: ManifestEnvironment, { oauth }: Manifest): void {
  if (!account || !isRecord(oauth)) return;
  const mode = isRecord(oauth.hostMode) ? oauth.hostMode : oauth;
  const access = mode.tokenEnvVar ?? oauth.tokenEnvVar;
  if (access === undefined) throw refused({ kind: 'manifest-member', name, member: 'oauth.tokenEnvVar' });
  env[expectName(name, access)] = referenceTo(tokenName(account.key, 'access_token'));
  if (mode.refreshTokenEnvVar !== undefined)
    env[expectName(name, mode.refreshTokenEnvVar)] = referenceTo(tokenName(account.key, 'refresh_token'));
}

function expectName(name: string, variable: unknown): string {
  if (typeof variable === 'string' && namePattern.test(variable) && variable !== '__proto__') return variable;
  throw refused({ kind: 'manifest-member', name, member: 'name of a variable' });
}

function isText(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value) && !String(value).includes('\0');
}
