// What the user should know of a config before it is added or approved, beside what it runs.
import { isSecretKey } from '../../redaction/redact.ts';
import { looksSecret } from '../../secrets/move-secrets.ts';
import { packageIn } from './package-in-command.ts';
import { risksOf } from './steering.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { ServerConfig } from '../../../../contract/schemas/servers.ts';

/** Null where there is nothing. Values are never repeated. */
export function warningOf(config: ServerConfig): Reason | null {
  return inARow([packageIn(config)?.warning ?? null, riskOf(config)]);
}

/** The same without what is said of its package. */
export function riskOf(config: ServerConfig): Reason | null {
  return inARow([openSecret(config), steeringWarning(config)]);
}

function inARow(found: readonly (Reason | null)[]): Reason | null {
  const reasons = found.filter(reason => reason !== null);
  return reasons.length > 1 ? { kind: 'several', reasons } : (reasons[0] ?? null);
}

/** Arguments are no place for a secret: every program of the machine can list them. */
function openSecret(config: ServerConfig): Reason | null {
  if ('url' in config)
    return looksSecret(config.url) || hasSecretInQuery(config.url) ? { kind: 'secret-in-address' } : null;
  const args = 'args' in config ? config.args : [];
  const at = args.findIndex((arg, index) => isOpenSecret(arg, args[index - 1] ?? ''));
  return at < 0 ? null : { kind: 'secret-in-argument', at: at + 1 };
}

/** The command alone does not tell then what runs. */
function steeringWarning(config: ServerConfig): Reason | null {
  const names = risksOf(config).map(({ place, name }) =>
    place === 'folder' ? ({ kind: 'its-folder' } as const) : name,
  );
  return names.length === 0 ? null : { kind: 'runs-other-code', names };
}

function isOpenSecret(arg: string, before: string): boolean {
  if (/^-{1,2}[A-Za-z]/.test(before) && isSecretKey(before) && !arg.startsWith('-')) return true;
  const [, name, value] = /^(?:-{1,2})?([A-Za-z][\w.-]*)=(.+)$/s.exec(arg) ?? [];
  if (name !== undefined && value !== undefined) return isSecretKey(name) || looksSecret(value);
  return looksSecret(arg);
}

function hasSecretInQuery(url: string): boolean {
  return [...new URL(url).searchParams.keys()].some(isSecretKey);
}
