// The placeholders of a server's config: where each stands and what it asks for, and the config with values in their places.
import { fillText, placeholdersIn } from '../../../../contract/placeholders.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { isSecretKey } from '../../redaction/redact.ts';
import { secretNameFor } from '../../secrets/move-secrets.ts';
import { referencesIn, referenceTo, secretNamesIn } from '../../secrets/references.ts';
import { secretName } from '../import/placeholders.ts';
import type { PlaceholderPlace, PlaceholderRules } from '../../../../contract/placeholders.ts';
import type { AskedInput, Fill, Placeholder } from '../../../../contract/schemas/adding.ts';
import type { ServerConfig } from '../../../../contract/schemas/servers.ts';

export interface FilledConfig {
  readonly config: ServerConfig;
  /** What new references stand for. */
  readonly secrets: ReadonlyMap<string, string>;
  /** Texts that are meant as they stand. */
  readonly literals: readonly string[];
}

interface Known {
  /** Texts that are meant as they stand. */
  readonly literals?: readonly string[] | undefined;
  /** What the file that it comes from says of its `${input:id}`. */
  readonly inputs?: readonly AskedInput[] | undefined;
  /** What a name of the secret store stands for; without it secrets that have no value are none of them. */
  secretOf?(name: string): string | undefined;
}

type Look = (place: PlaceholderPlace, name: string, text: string, rules: PlaceholderRules) => string;

const shells = /^(?:sh|bash|zsh|dash|ksh|fish|cmd|powershell|pwsh)(?:\.exe)?$/i;
const opens = /key|token|secret|pass(?:word|phrase)?\b|credential|bearer/i;
const ofSecret = 'secret/';
const unknownPlace = { kind: 'variable', name: '' } as const;

/** What has no value yet, in the order of reading: placeholders, then secrets that the config refers to. */
export function placeholdersOf(
  config: ServerConfig,
  { literals = [], inputs = [], secretOf }: Known = {},
): Placeholder[] {
  const found = new Map<string, Placeholder>();
  mapPlaces(config, (place, name, text, rules) => {
    for (const { text: own, asks } of placeholdersIn(text, rules)) {
      if (literals.includes(own)) continue;
      const key = keyOf(place, name, own);
      const input = own.startsWith('${input:') ? inputs.find(({ id }) => id === asks) : undefined;
      const opensIt = input?.password || isSecretKey(name) || isSecretKey(asks) || opens.test(asks);
      found.set(key, { key, place, name, text: own, asks, secret: canBeSecret(place) && opensIt, ...saidOf(input) });
    }
    return text;
  });
  const missing = secretOf ? secretNamesIn(config).filter(name => secretOf(name) === undefined) : [];
  const inputOf = (name: string) => inputs.find(({ id }) => secretName(id) === name);
  return [...found.values(), ...missing.map(name => ({ ...missingSecret(config, name), ...saidOf(inputOf(name)) }))];
}

function saidOf(input: AskedInput | undefined): Pick<Placeholder, 'description' | 'choices' | 'value'> {
  const { description, choices, value } = input ?? {};
  return { ...(description && { description }), ...(choices && { choices }), ...(value && { value }) };
}

/**
 * The config with these values. `taken` tells what a name of the secret store stands for already. Throws HubError for what is not asked for,
 * and for a secret where nothing fills one in.
 */
export function fillConfig(
  serverName: string,
  config: ServerConfig,
  fills: readonly Fill[],
  known: Known & { taken(name: string): string | undefined },
): FilledConfig {
  const asked = new Map(placeholdersOf(config, known).map(one => [one.key, one]));
  const given = new Map(fills.map(fill => [fill.key, checked(fill, asked.get(fill.key))]));
  const secrets = new Map<string, string>();
  const taken = (name: string) => secrets.get(name) ?? known.taken(name);
  for (const { key, value } of given.values())
    if (key.startsWith(ofSecret)) secrets.set(key.slice(ofSecret.length), value);
  const filled = mapPlaces(config, (place, name, text, rules) =>
    fillText(
      text,
      own => {
        const fill = given.get(keyOf(place, name, own));
        if (!fill?.secret || fill.value === own) return fill?.value;
        const secret = secretNameFor(candidatesFor(serverName, place, name, asked.get(fill.key)), fill.value, taken);
        secrets.set(secret, fill.value);
        return referenceTo(secret);
      },
      rules,
    ),
  );
  const literals = [...given.values()].flatMap(({ key, value }) => (asked.get(key)?.text === value ? [value] : []));
  return { config: filled, secrets, literals };
}

/** An argument and an address have no name: it is called after what is asked for. */
function candidatesFor(serverName: string, place: PlaceholderPlace, name: string, asked?: Placeholder): string[] {
  const isNamed = place === 'variable' || place === 'header';
  return isNamed ? [name, `${serverName}_${name}`] : [`${serverName}_${asked?.asks || place}`];
}

function checked(fill: Fill, asked: Placeholder | undefined): Fill {
  if (!asked) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'placeholder-gone', placeholder: fill.key });
  if (fill.secret && !canBeSecret(asked.place))
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'placeholder-visible', placeholder: asked.text });
  return fill;
}

function missingSecret(config: ServerConfig, secret: string): Placeholder {
  const { kind, name } = referencesIn(config).find(found => found.secret === secret)?.place ?? unknownPlace;
  // The password of a client goes along with what is sent to the address.
  const place = kind === 'client' ? 'header' : kind;
  return { key: ofSecret + secret, place, name, text: referenceTo(secret), asks: secret, secret: true };
}

function keyOf(place: PlaceholderPlace, name: string, text: string): string {
  return `${place}/${name}/${text}`;
}

function canBeSecret(place: PlaceholderPlace): boolean {
  return place !== 'folder' && place !== 'file';
}

/** Every text of a config in which a person writes a value, exchanged. */
function mapPlaces(config: ServerConfig, look: Look): ServerConfig {
  const pairs = (place: PlaceholderPlace, values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([name, text]) => [name, look(place, name, text, {})]));
  if ('url' in config)
    return { ...config, url: look('address', '', config.url, {}), headers: pairs('header', config.headers) };
  const env = pairs('variable', config.env);
  const rules = { given: Object.keys(config.env), isForShell: 'command' in config && isShell(config.command) };
  const args = 'args' in config ? config.args.map((arg, at) => look('argument', String(at + 1), arg, rules)) : [];
  switch (config.kind) {
    case 'stdio': {
      const { cwd } = config;
      return { ...config, args, env, ...(cwd !== undefined && { cwd: look('folder', '', cwd, {}) }) };
    }
    case 'javascript':
      return { ...config, file: look('file', '', config.file, {}), env };
    case 'wasm': {
      const folders = config.folders.map(({ path, as }) => ({ path: look('folder', as, path, {}), as }));
      return { ...config, file: look('file', '', config.file, {}), args, env, folders };
    }
  }
}

function isShell(command: string): boolean {
  return shells.test(command.split(/[\\/]/).at(-1) ?? '');
}
