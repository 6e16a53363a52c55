// What the panel asks about the clients by which accounts know Pilothouse.
import { done } from './done.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { PanelServices } from './panel-services.ts';

type OAuthRequest = 'accounts:list' | 'accounts:set-client' | 'accounts:remove-client';

export function createOAuthHandlers({ oauth }: Pick<PanelServices, 'oauth'>): Pick<PanelHandlers, OAuthRequest> {
  return {
    'accounts:list': () => {
      const clients = oauth.credentialsStatus();
      return {
        accounts: oauth.providers().map(({ id, name, isConfigured }) => {
          const { clientIdPreview = null, source = null } = clients[id] ?? {};
          return { provider: id, name, isConfigured, clientIdPreview, source };
        }),
      };
    },
    'accounts:set-client': ({ provider, clientId, clientSecret }) =>
      done(oauth.setCredentials(provider, { id: clientId, secret: clientSecret })),
    'accounts:remove-client': ({ provider }) => done(oauth.removeCredentials(provider)),
  };
}
