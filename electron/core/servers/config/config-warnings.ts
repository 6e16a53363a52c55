// What the user should know of a config before it is added or approved, beside what it runs.
import { visibleText } from '../../../../contract/visible-text.ts';
import { isSecretKey } from '../../redaction/redact.ts';
import { looksSecret } from '../../secrets/move-secrets.ts';
import { packageIn } from './package-in-command.ts';
import { risksOf } from './steering.ts';
import type { ServerConfig } from '../../../../contract/schemas/servers.ts';

/** Sentences in a row, or null. Values are never repeated. */
export function warningOf(config: ServerConfig): string | null {
  return inARow([packageIn(config)?.warning ?? null, riskOf(config)]);
}

/** The same without what is said of its package. */
export function riskOf(config: ServerConfig): string | null {
  return inARow([openSecret(config), steeringSentence(config)]);
}

function inARow(found: readonly (string | null)[]): string | null {
  const sentences = found.filter(sentence => sentence !== null);
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** Arguments are no place for a secret: every program of the machine can list them. */
function openSecret(config: ServerConfig): string | null {
  if ('url' in config) return looksSecret(config.url) || hasSecretInQuery(config.url) ? secretInAddress : null;
  const args = 'args' in config ? config.args : [];
  const at = args.findIndex((arg, index) => isOpenSecret(arg, args[index - 1] ?? ''));
  if (at < 0) return null;
  return `Argument ${at + 1} looks like a secret, and every program of this machine can read it; move it into a variable if the server takes one.`;
}

/** The command alone does not tell then what runs. */
function steeringSentence(config: ServerConfig): string | null {
  const names = risksOf(config).map(({ place, name }) => (place === 'folder' ? 'its folder' : visibleText(name)));
  if (names.length === 0) return null;
  const all = names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return `${all} can make its program run other code than its command shows; read what is given before you approve.`;
}

const secretInAddress =
  'Its address holds what looks like a secret, which is shown with it; move it into a header if you can.';

function isOpenSecret(arg: string, before: string): boolean {
  if (/^-{1,2}[A-Za-z]/.test(before) && isSecretKey(before) && !arg.startsWith('-')) return true;
  const [, name, value] = /^(?:-{1,2})?([A-Za-z][\w.-]*)=(.+)$/s.exec(arg) ?? [];
  if (name !== undefined && value !== undefined) return isSecretKey(name) || looksSecret(value);
  return looksSecret(arg);
}

function hasSecretInQuery(url: string): boolean {
  return [...new URL(url).searchParams.keys()].some(isSecretKey);
}
