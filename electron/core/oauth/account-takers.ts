// Takes clients and sign-ins of accounts over from a home of Harbor.
import type { Reason } from '../../../contract/reasons.ts';
import type { ThingTakers } from '../servers/import/harbor-home/home-things.ts';
import type { OAuthSignIns } from './oauth-sign-ins.ts';

export function accountTakers(oauth: OAuthSignIns): Pick<ThingTakers, 'client' | 'sign-in'> {
  const unknown = (provider: string): Reason | null =>
    oauth.knows(provider) ? null : { kind: 'oauth-no-provider', provider: provider.slice(0, 200) };
  return {
    client: {
      take: ({ name, id, secret }) => oauth.setCredentials(name, { id, secret }),
      isHere: ({ name }) => oauth.credentialsStatus()[name]?.isConfigured === true,
      replaces: ({ name }) => oauth.clientMark(name),
      refusal: ({ name }) => unknown(name),
    },
    'sign-in': {
      take: ({ name, signIn }) => oauth.adopt(name, signIn),
      isHere: ({ name }) => oauth.status(name) !== null,
      replaces: ({ name }) => oauth.signInMark(name),
      refusal: ({ signIn }) => unknown(signIn.provider),
    },
  };
}
