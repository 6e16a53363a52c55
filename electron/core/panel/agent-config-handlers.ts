// The panel's requests about agents' configurations: no program is looked for yet, so that none is known.
import { hubError } from '../../../words/hub-error.ts';
import type { agentConfigRequests } from '../../../contract/schemas/agent-config-requests.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';

export function createAgentConfigHandlers(): Pick<PanelHandlers, keyof typeof agentConfigRequests> {
  const unknown = (agent: string) => hubError('ERR_INVALID_ARGUMENTS', { kind: 'agent-unknown', agent, known: [] });
  const refuse = ({ agent }: { readonly agent: string }) => Promise.reject(unknown(agent));
  return {
    'agent-configs:list': () => ({ rows: [] }),
    'agent-configs:preview': refuse,
    'agent-configs:connect': refuse,
    'agent-configs:disconnect': refuse,
    'agent-configs:restore': refuse,
    'agent-configs:snippets': of => Promise.reject(unknown('agent' in of ? of.agent : of.clientId)),
    'clients:new-token': ({ clientId }) => Promise.reject(unknown(clientId)),
  };
}
