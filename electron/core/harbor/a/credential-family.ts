// Credentials of servers: names and times are told, values never. They are the secrets of the server's own variables.
import { tokenIn } from '../../secrets/token-references.ts';
import { failingAs, needText, textIn } from './asked.ts';
import { secretVariables, setSecrets } from './server-secrets.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';
import type { Asked, Family } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';
import type { HubServers } from './hub-servers.ts';

const types = ['api_key', 'password', 'oauth', 'header'] as const;

export function credentialFamily(services: HarborAServices, hub: HubServers): Family {
  const server = (asked: Asked) => hub.expect(needText(asked, 'server_id'));
  const kept = (of: Server) => [...secretVariables(services, of.id).keys()].map(key => factOf(hub, of, key));
  return {
    set_credential: failingAs('credential_error', async asked => {
      const of = server(asked);
      const key = needText(asked, 'key');
      const type = types.find(known => known === textIn(asked, 'credential_type')) ?? 'api_key';
      await setSecrets(services, hub, asked, of, { [key]: needText(asked, 'value') });
      const setAt = services.platform.now();
      const credentials = { ...hub.fact(of)?.credentials, [key]: { type, setAt } };
      await services.facts.set(of.id, { credentials });
      return { success: true, credential: { key, type, setAt } };
    }),
    get_credential_status: failingAs('credential_error', asked => {
      const of = server(asked);
      const missing = hub.missing(of).map(key => ({ key, label: key, type: 'api_key', required: true }));
      const configured = kept(of).map(fact => ({ ...fact, isExpired: false }));
      const status = { serverId: hub.wireId(of), isComplete: missing.length === 0, configured, missing, expired: [] };
      return { status };
    }),
    validate_credentials: failingAs('credential_error', asked => {
      const errors = hub.missing(server(asked)).map(key => `Missing required credential: ${key}`);
      return { valid: errors.length === 0, errors };
    }),
    delete_credential: failingAs('credential_error', async asked => {
      const of = server(asked);
      const key = needText(asked, 'key');
      if (secretVariables(services, of.id).has(key))
        await hub.manage(asked, of, 'secrets', () => forget(services, of, key));
      return { success: true };
    }),
    list_credentials: failingAs('credential_error', asked => ({
      credentials: kept(server(asked)).map(fact => ({ ...fact, hasUsername: false, isExpired: false })),
    })),
  };
}

function factOf(hub: HubServers, of: Server, key: string) {
  const { type = 'api_key', setAt = 0 } = hub.fact(of)?.credentials?.[key] ?? {};
  return { key, type, setAt };
}

/**
 * The value alone: the variable stays, and its server asks for it again. One that another server needs too stays. Which secret it is and who
 * uses it is looked up now, because the question about it may have stood for a while. A token is given up with its sign-in.
 */
async function forget({ servers, secretStore, oauth }: HarborAServices, of: Server, key: string): Promise<void> {
  const secret = secretVariables({ servers }, of.id).get(key);
  if (secret === undefined) return;
  const users = servers.configs.secretUsers().get(secret) ?? [];
  if (users.some(id => id !== of.id)) throw new Error(`Another server uses ${secret} too; remove it in Pilothouse.`);
  const token = tokenIn(secret);
  await (token ? oauth.revoke(token.key) : secretStore.remove(secret));
  servers.refresh(of.id);
}
