// Values that are secrets, by their name or by their look, leave a config for the store: the config keeps a reference.
import { placeholdersIn } from '../../../contract/placeholders.ts';
import { isSecretKey } from '../redaction/redact.ts';
import { mapSecretPlaces, referenceTo } from './references.ts';
import type { ServerConfig } from '../../../contract/schemas/servers.ts';

export interface MovedSecrets {
  readonly config: ServerConfig;
  /** What the references stand for and is not in the store yet. */
  readonly values: ReadonlyMap<string, string>;
}

const hasReference = /\$\{secret:[^}]*\}/;
const scheme = /^(bearer|basic|token)\s+/i;
/** How issuers mark their tokens, so that scanners find them. */
const marked =
  /^(sk-|rk_|pk_live|sk_live|gh[pousr]_|github_pat_|glpat-|xox[abposr]-|xapp-|AKIA|ASIA|AIza|ya29\.|npm_|hf_|lin_api_|ntn_|secret_|shpat_|dop_v1_|SG\.|eyJ[\w-]+\.eyJ)/;
const passwordInAddress = /^[a-z][a-z0-9+.-]*:\/\/[^/@\s]*:[^/@\s]+@/i;
const oneWord = /^[A-Za-z0-9_+/=.-]{24,}$/;
/** Bits for each character: words and paths lie below, random letters and digits above. */
const minEntropy = 3.6;

/** `valueOf` tells what a name of the store stands for already, `always` which variables and headers hold secrets whatever they look like. */
export function moveSecrets(
  serverName: string,
  config: ServerConfig,
  valueOf: (name: string) => string | undefined,
  always: ReadonlySet<string> = new Set(),
): MovedSecrets {
  const values = new Map<string, string>();
  const taken = (name: string) => values.get(name) ?? valueOf(name);
  const moved = mapSecretPlaces(config, (name, text) => {
    const isMeant = always.has(name) && text !== '' && !hasReference.test(text) && placeholdersIn(text).length === 0;
    if (!isMeant && !isSecret(name, text)) return text;
    const [start = ''] = scheme.exec(text) ?? [];
    const value = text.slice(start.length);
    const candidates = 'env' in config ? [name, `${serverName}_${name}`] : [`${serverName}_${name}`];
    const secret = secretNameFor(candidates, value, taken);
    if (valueOf(secret) !== value) values.set(secret, value);
    return start + referenceTo(secret);
  });
  return { config: moved, values };
}

function isSecret(name: string, text: string): boolean {
  if (hasReference.test(text)) return false;
  return holdsSecret(name, text);
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
  if (found.length === 0) return text !== '' && (isSecretKey(name) || looksSecret(text));
  const around = found.reduceRight((rest, { at, text: own }) => rest.slice(0, at) + rest.slice(at + own.length), text);
  return looksSecret(around) || (isSecretKey(name) && /^(?=.*\d)(?=(?:.*[A-Za-z0-9]){6})/s.test(around));
}

/** Whether a value alone tells that it opens something. */
export function looksSecret(text: string): boolean {
  const value = text.replace(scheme, '');
  if (marked.test(value) || passwordInAddress.test(value) || value.includes('PRIVATE KEY-----')) return true;
  const isMixed = /[0-9]/.test(value) && /[A-Za-z]/.test(value);
  // Paths and host names are words in a row.
  const isPath = value.startsWith('/') || (value.match(/[/.]/g)?.length ?? 0) > 2;
  return oneWord.test(value) && isMixed && !isPath && entropyOf(value) >= minEntropy;
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

function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}
