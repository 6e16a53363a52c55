// A stored server as something to sign in to: behind an address, with its secrets in place.
import { HubError } from '../../../../contract/errors.ts';
import type { ServerSecrets } from '../../secrets/server-secrets.ts';
import type { ServerRow } from '../lifecycle/server-entry.ts';
import type { SignInTarget } from './sign-in/sign-ins.ts';

/** Throws HubError for a server that runs on this machine, and where a secret is missing. */
export function remoteTarget(
  { id, name, config: stored }: ServerRow,
  secrets: Pick<ServerSecrets, 'resolve'> | undefined,
): SignInTarget {
  const resolved = secrets?.resolve(stored) ?? { config: stored };
  if ('missing' in resolved)
    throw new HubError(
      'ERR_SERVER_UNAVAILABLE',
      `${JSON.stringify(name)} needs the secret ${JSON.stringify(resolved.missing)}; set it in Settings, under Secrets.`,
    );
  const { config } = resolved;
  if ('url' in config) return { id, name, config };
  throw new HubError(
    'ERR_INVALID_ARGUMENTS',
    `${JSON.stringify(name)} runs on this machine and asks for no sign-in; give it what it needs as a secret.`,
  );
}
