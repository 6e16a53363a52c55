// What the user should know of a config before it is added or approved, beside what it runs.
import { secretsAt } from '../../secrets/move-secrets.ts';
import { referencesIn } from '../../secrets/references.ts';
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

/** Arguments are no place for a secret: every program of the machine can list them while the server runs, wherever they are kept. */
function openSecret(config: ServerConfig): Reason | null {
  if ('url' in config)
    return secretsAt({ kind: 'address', name: '' }, config.url).length > 0 ? { kind: 'secret-in-address' } : null;
  const referred = new Set(
    referencesIn(config).flatMap(({ place }) => (place.kind === 'argument' ? [place.name] : [])),
  );
  const args = 'args' in config ? config.args : [];
  const at = args.findIndex((arg, index) => {
    const name = String(index + 1);
    return referred.has(name) || secretsAt({ kind: 'argument', name, before: args[index - 1] ?? '' }, arg).length > 0;
  });
  return at < 0 ? null : { kind: 'secret-in-argument', at: at + 1 };
}

/** The command alone does not tell then what runs. */
function steeringWarning(config: ServerConfig): Reason | null {
  const names = risksOf(config).map(({ place, name }) =>
    place === 'folder' ? ({ kind: 'its-folder' } as const) : name,
  );
  return names.length === 0 ? null : { kind: 'runs-other-code', names };
}
