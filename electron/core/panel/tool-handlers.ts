// What the panel asks about tools: their definitions, for whom they are on, and what waits for a review.
import { done } from './done.ts';
import { PanelToolCalls } from './panel-tool-calls.ts';
import { actsOn } from './replay-plan.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { PanelServices } from './panel-services.ts';

type ToolRequest = Extract<keyof PanelHandlers, `tools:${string}`>;
type Services = Pick<PanelServices, 'clients' | 'catalogue' | 'toolPins' | 'toolSwitches' | 'userCalls' | 'mask'>;

export function createToolHandlers({
  clients,
  catalogue,
  toolPins,
  toolSwitches,
  userCalls,
  mask,
}: Services): Pick<PanelHandlers, ToolRequest> {
  const callableOf = (name: string) => catalogue.lookUp(name);
  const calls = new PanelToolCalls({
    calls: userCalls,
    acts: params => actsOn('tools/call', params, callableOf),
    mask,
  });
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
    'tools:accept-seen': async ({ serverId, seen }) => {
      for (const [id, held] of await toolPins.acceptSeen(serverId, seen)) catalogue.setHeld(id, held);
      return {};
    },
    'tools:call': async (ask, asker) => ({ answer: await calls.call(ask, asker) }),
    'tools:cancel': ({ callId }, asker) => done(calls.cancel(callId, asker)),
  };
}
