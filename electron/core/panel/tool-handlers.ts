// What the panel asks about tools: their definitions, for whom they are on, and what waits for a review.
import type { PanelHandlers } from '../../contract/panel-requests.ts';
import type { PanelServices } from './panel-handlers.ts';

type ToolRequest = 'tools:get' | 'tools:set' | 'tools:reviews' | 'tools:review';
type Services = Pick<PanelServices, 'clients' | 'catalogue' | 'toolPins' | 'toolSwitches'>;

export function createToolHandlers({
  clients,
  catalogue,
  toolPins,
  toolSwitches,
}: Services): Pick<PanelHandlers, ToolRequest> {
  return {
    'tools:get': ({ toolId }) => ({ definition: catalogue.definition(toolId) }),
    'tools:set': async ({ toolId, clientId, on }) => {
      if (clientId !== undefined) clients.expect(clientId);
      const { id } = catalogue.find(toolId);
      await toolSwitches.set(id, clientId ?? null, on);
      catalogue.changed(id);
      return {};
    },
    'tools:reviews': () => ({ reviews: toolPins.reviews() }),
    'tools:review': async ({ toolId, hash, accept }) => {
      catalogue.setHeld(toolId, await toolPins.review(toolId, hash, accept));
      return {};
    },
  };
}
