// How many agents may be here over HTTP: no credential takes the places of the others.
import { ConnectionQuota } from '../../../native-host/framing/connection-quota.ts';
import { HttpError } from './replies.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Client } from '../../../contract/schemas/entities.ts';
import type { Crowded } from '../../../native-host/framing/connection-quota.ts';
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { McpAccess } from './mcp-access.ts';
import type { Front } from './stateless/front.ts';

export interface HttpAgentsOptions {
  readonly agentServices: AgentServices;
  readonly access: Pick<McpAccess, 'seen'>;
  readonly randomBytes: (size: number) => Buffer;
  /** An agent was ended or refused, because there are too many. */
  readonly onCrowded?: (() => void) | undefined;
  /** At a gateway without a state of its own. */
  readonly front?: Front | undefined;
}

/** A session, or an agent of the era without sessions. */
export interface HttpAgent {
  readonly clientId: string;
  /** Whether a response to it is open. */
  readonly isBusy: boolean;
  end(reason: Reason): void;
}

/** Of one way in. */
const maxAgents = 1_000;
/** Of one credential; it has many only where its programs end without saying so. */
export const maxAgentsOfClient = 50;

export function agentQuota<T extends HttpAgent>(onCrowded: (() => void) | undefined): ConnectionQuota<T> {
  return new ConnectionQuota<T>({
    max: maxAgents,
    maxOfOwner: maxAgentsOfClient,
    ownerOf: ({ clientId }) => clientId,
    isIdle: ({ isBusy }) => !isBusy,
    end: agent => agent.end({ kind: 'made-room', most: maxAgentsOfClient }),
    ...(onCrowded && { onCrowded }),
  });
}

export function noRoom(crowded: Crowded, { name }: Client): HttpError {
  const headers = { 'retry-after': '10' };
  if (crowded === 'all')
    return new HttpError(503, `${maxAgents} HTTP clients are connected and busy; end some.`, undefined, { headers });
  const sentence = `${name} has ${maxAgentsOfClient} connections, and all of them wait for something; end some.`;
  return new HttpError(429, sentence, undefined, { headers });
}
