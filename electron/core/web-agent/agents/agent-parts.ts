// What those who answer agent.agents.* share.
import { use } from '../carry-out.ts';
import type { PageAsked, PageHandler } from '../page-asked.ts';
import type { PageServices } from '../page-services.ts';
import type { AgentDirectory } from './agent-directory.ts';
import type { AgentMessages } from './agent-messages.ts';
import type { Invocations } from './invocations.ts';
import type { RemoteAgents } from './remote-agents.ts';

export interface AgentParts {
  readonly services: PageServices;
  readonly directory: AgentDirectory;
  readonly remotes: RemoteAgents;
  readonly messages: AgentMessages;
  readonly invocations: Invocations;
}

/** Decided as every use of the hub is. */
export function decided(
  { services }: Pick<AgentParts, 'services'>,
  act: (asked: PageAsked, signal: AbortSignal) => unknown,
): PageHandler {
  return asked =>
    use(services, asked, {}, async (expectAllowed, signal) => {
      expectAllowed();
      return act(asked, signal);
    });
}
