// A model that is asked for an extension or a page: decided as every use is, in its name, and among its calls under way.
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { ModelEvent, ModelRequest } from '../models/model-answer.ts';
import type { Models } from '../models/models.ts';
import type { CallAnswer } from '../router/agent-call.ts';
import type { CallPolicy, IncomingRequest } from '../wire/incoming-request.ts';
import type { AgentServices } from './agent-services.ts';

export type WantedOfModel = Omit<ModelRequest, 'asker' | 'signal' | 'use'>;

interface ModelUse {
  /** As it is now. */
  readonly agent: () => Agent;
  readonly request: IncomingRequest;
  readonly params: unknown;
  readonly policy: CallPolicy;
}

interface Services {
  readonly agentServices: Pick<AgentServices, 'router'>;
  readonly models: Models;
}

/** `read` makes one of the answer; it asks for each piece whether it may still be told, because a model writes for long. */
export function useModel<T>(
  { agentServices, models }: Services,
  { agent, request, params, policy }: ModelUse,
  wanted: WantedOfModel,
  read: (events: AsyncIterable<ModelEvent>, expectAllowed: () => void) => Promise<T>,
): Promise<CallAnswer<T>> {
  const what = { kind: 'at-model', model: wanted.model } as const;
  const use = { scope: 'model:prompt', id: 'models/chat', what, params, request, policy } as const;
  return agentServices.router.use(agent, use, async (expectAllowed, signal) => {
    const { id: agentId, clientId, origin } = agent();
    const who =
      origin === undefined ? ({ kind: 'client', id: clientId } as const) : ({ kind: 'origin', id: origin } as const);
    const asker = { ...who, agentId, parent: request.seq };
    expectAllowed();
    return read(models.parts.calls.stream({ ...wanted, use: 'sites', asker, signal }), expectAllowed);
  });
}
