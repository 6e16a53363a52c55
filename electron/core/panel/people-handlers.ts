// What the panel does with clients and their agents.

import { stdioCommand } from '../clients/stdio-command.ts';
import { done } from './done.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { PanelServices } from './panel-services.ts';

type Services = Pick<
  PanelServices,
  'clients' | 'agents' | 'binding' | 'clientRevoked' | 'kept' | 'launcher' | 'listings' | 'mcp'
>;
type Handled =
  | Exclude<Extract<keyof PanelHandlers, `clients:${string}`>, 'clients:new-token'>
  | 'agents:disconnect'
  | 'agents:set-browser'
  | 'agents:free'
  | 'agents:figures';

export function createPeopleHandlers(services: Services): Pick<PanelHandlers, Handled> {
  const { clients, agents, binding, launcher, mcp } = services;
  return {
    'clients:create': async ({ name, start }) => {
      const { client, token } = await clients.create(name, start);
      return { client, stdio: stdioCommand(launcher, client.id), http: { url: mcp.url(), token } };
    },
    'clients:rename': async ({ clientId, name }) => {
      await clients.rename(clientId, name);
      agents.renamed(clientId, name);
      return {};
    },
    'clients:admit': async ({ clientId, admitted }) => {
      await clients.admit(clientId, admitted);
      if (!admitted) agents.disconnectClient(clientId, { kind: 'user-shut-out' });
      return {};
    },
    'clients:set-start': ({ clientId, start }) => done(clients.setStart(clientId, start)),
    ...offerHandlers(services),
    'clients:revoke': async ({ clientId }) => {
      await clients.revoke(clientId);
      await services.clientRevoked(clientId);
      return {};
    },
    'agents:disconnect': ({ agentId }) => {
      agents.disconnect(agentId, { kind: 'user-disconnected' });
      return done(services.kept());
    },
    'agents:set-browser': ({ agentId, browserId }) => {
      binding.choose(agentId, browserId);
      return {};
    },
    'agents:free': ({ agentId }) => done(agents.freed(agentId)),
    'agents:figures': () => ({ figures: agents.calls.figures() }),
  };
}

type OfOffer = 'clients:set-listing' | 'clients:set-sees-hub' | 'clients:tool-costs';

function offerHandlers({ clients, agents, listings }: Services): Pick<PanelHandlers, OfOffer> {
  const choose = async (clientId: string, offer: Parameters<typeof clients.setOffer>[1]) => {
    await clients.setOffer(clientId, offer);
    listings.chosen(agents.connected().flatMap(agent => (agent.clientId === clientId ? [agent.id] : [])));
    return {};
  };
  return {
    'clients:set-listing': ({ clientId, listing }) => choose(clientId, { listing }),
    'clients:set-sees-hub': ({ clientId, on }) => choose(clientId, { seesHub: on }),
    'clients:tool-costs': ({ clientId }) => listings.costsFor(clients.expect(clientId).id),
  };
}
