// What the panel asks of agents' configurations, and the new secret of a client.
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { PanelServices } from './panel-services.ts';

type Services = Pick<PanelServices, 'agentConfigs' | 'clients' | 'agents'>;
type Handled = Extract<keyof PanelHandlers, `agent-configs:${string}`> | 'clients:new-token';

export function createAgentConfigHandlers({ agentConfigs, clients, agents }: Services): Pick<PanelHandlers, Handled> {
  return {
    'agent-configs:list': async () => ({ rows: await agentConfigs.all() }),
    'agent-configs:preview': change => agentConfigs.preview(change),
    'agent-configs:connect': ({ hash, ...wish }) => agentConfigs.connect(wish, wish, hash),
    'agent-configs:disconnect': ({ hash, ...name }) => agentConfigs.disconnect(name, hash),
    'agent-configs:restore': ({ hash, version, ...name }) => agentConfigs.restore(name, version, hash),
    'agent-configs:snippets': asked => agentConfigs.snippets(asked),
    'clients:new-token': async ({ clientId }) => {
      const made = await clients.renew(clientId);
      agents.disconnectClient(clientId, { kind: 'user-renewed-secret' });
      // A file that holds the old token is out of date by now.
      await agentConfigs.all();
      return made;
    },
  };
}
