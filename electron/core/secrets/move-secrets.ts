// Secrets in a config, whole values or parts of them, leave it for the store: the config keeps a reference in the place of each.
import { placeholdersIn } from '../../../contract/placeholders.ts';
import { isSecretKey } from '../redaction/redact.ts';
import { mapSecretPlaces, referenceTo } from './references.ts';
import { isSecretName, isSwitch, looksSecret, scheme } from './secret-looks.ts';
import { secretPartsIn, secretPartsOfArgument } from './secret-parts.ts';
import type { ServerConfig } from '../../../contract/schemas/servers.ts';
import type { SecretPlace } from './references.ts';
import type { SecretPart } from './secret-parts.ts';

/** A part of a config that leaves it. */
export interface MovedSecret {
  readonly place: SecretPlace['kind'];
  /** Of the variable or header; the number of the argument, from 1; else empty. */
  readonly name: string;
  /** What it is called within that; empty where it is all of it. */
  readonly label: string;
  /** The name that it has in the store. */
  readonly secret: string;
  readonly value: string;
}

export interface MovedSecrets {
  readonly config: ServerConfig;
  /** What the references stand for and is not in the store yet. */
  readonly values: ReadonlyMap<string, string>;
  readonly moved: readonly MovedSecret[];
}

export interface MovingOptions {
  /** Variables and headers that hold secrets whatever they look like. */
  readonly always?: ReadonlySet<string> | undefined;
  /** Texts that stay as they stand. */
  readonly literals?: readonly string[] | undefined;
  /** Whether what every program of this machine can read is left alone: arguments, and the address. */
  readonly hiddenOnly?: boolean;
}

const hasReference = /\$\{secret:[^}]*\}/;

/** `valueOf` tells what a name of the store stands for already. */
export function moveSecrets(
  serverName: string,
  config: ServerConfig,
  valueOf: (name: string) => string | undefined,
  { always = new Set(), literals = [], hiddenOnly = false }: MovingOptions = {},
): MovedSecrets {
  const values = new Map<string, string>();
  const moved: MovedSecret[] = [];
  const taken = (name: string) => values.get(name) ?? valueOf(name);
  const exchanged = mapSecretPlaces(config, (place, text) => {
    if (hiddenOnly && (place.kind === 'argument' || place.kind === 'address')) return text;
    const parts = secretsAt(place, text, always.has(place.name)).filter(
      ({ at, end }) => !literals.includes(text.slice(at, end)),
    );
    let kept = '';
    let from = 0;
    for (const { at, end, label } of parts) {
      const value = text.slice(at, end);
      const secret = secretNameFor(candidatesFor(serverName, place, label), value, taken);
      if (valueOf(secret) !== value) values.set(secret, value);
      moved.push({ place: place.kind, name: place.name, label, secret, value });
      kept += text.slice(from, at) + referenceTo(secret);
      from = end;
    }
    return kept + text.slice(from);
  });
  return { config: exchanged, values, moved };
}

/** What stands openly in a config at one place and opens something. A value is taken as it stands, escaped or not, so that the text stays exact. */
export function secretsAt(place: SecretPlace, text: string, isMeant = false): SecretPart[] {
  const { kind, name, before = '' } = place;
  if (kind === 'argument') return secretPartsOfArgument(text, before);
  if (kind === 'address') return secretPartsIn('', text, 1);
  const isWhole = isMeant && text !== '' && !hasReference.test(text) && placeholdersIn(text).length === 0;
  const parts = isWhole ? [] : secretPartsIn(name, text);
  if (parts.length > 0) return parts;
  if (!isWhole && (hasReference.test(text) || !holdsSecret(name, text))) return [];
  return [{ at: scheme.exec(text)?.[0].length ?? 0, end: text.length, label: '' }];
}

/** A variable has its own name where that is free: several servers may share it. */
function candidatesFor(serverName: string, { kind, name }: SecretPlace, label: string): string[] {
  if (kind === 'variable') return label === '' ? [name, `${serverName}_${name}`] : [`${serverName}_${name}_${label}`];
  if (kind === 'argument') return [`${serverName}_${label || `argument_${name}`}`];
  if (kind === 'address') return [`${serverName}_${label || 'address'}`];
  return [`${serverName}_${name}${label === '' ? '' : `_${label}`}`];
}

/** Secrets that stand in a config itself, which were there before there was a store. */
export function plainSecretsIn(config: ServerConfig): string[] {
  return Object.entries('env' in config ? config.env : config.headers).flatMap(([name, value]) =>
    isSecretKey(name) && !value.includes('${secret:') && holdsSecret(name, value) ? [value] : [],
  );
}

/** Whether the value of this variable or header opens something. A placeholder does not, and what stands around it seldom. */
export function holdsSecret(name: string, text: string): boolean {
  const found = placeholdersIn(text);
  if (found.length === 0)
    return text !== '' && !isSwitch(text) && (isSecretName(name) || secretPartsIn(name, text).length > 0);
  const around = found.reduceRight((rest, { at, text: own }) => rest.slice(0, at) + rest.slice(at + own.length), text);
  return looksSecret(around) || (isSecretKey(name) && /^(?=.*\d)(?=(?:.*[A-Za-z0-9]){6})/s.test(around));
}

/** Of the candidates and then with numbers, the first that is free or stands for this value already. */
export function secretNameFor(
  candidates: readonly string[],
  value: string,
  taken: (name: string) => string | undefined,
): string {
  const plain = candidates.map(candidate => {
    const name = candidate
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .toUpperCase();
    return (/^[A-Z]/.test(name) ? name : `S_${name}`).slice(0, 90);
  });
  const fits = (name: string) => taken(name) === undefined || taken(name) === value;
  const found = plain.find(fits);
  if (found !== undefined) return found;
  for (let number = 2; ; number += 1) {
    const name = `${plain.at(-1)}_${number}`;
    if (fits(name)) return name;
  }
}
