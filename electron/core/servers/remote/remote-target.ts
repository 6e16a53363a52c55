// A stored server as something to sign in to: behind an address, with its secrets in place.
import { hubError } from '../../../../words/hub-error.ts';
import type { ServerSecrets } from '../../secrets/server-secrets.ts';
import type { ServerRow } from '../lifecycle/server-row.ts';
import type { SignInTarget } from './sign-in/sign-ins.ts';

/** Throws HubError for a server that runs on this machine, and where a secret is missing. */
export function remoteTarget(
  { id, name, config: stored }: ServerRow,
  secrets: Pick<ServerSecrets, 'resolve'> | undefined,
): SignInTarget {
  const resolved = secrets?.resolve(stored) ?? { config: stored };
  if ('missing' in resolved)
    throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'server-needs-secret', server: name, secret: resolved.missing });
  const { config } = resolved;
  if ('url' in config) return { id, name, config };
  throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'server-no-sign-in', server: name });
}
