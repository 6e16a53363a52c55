// One request of an agent at a server, over all its rounds: a server of the stateless era may ask for input in its results.
import { isRecord } from '../../../contract/json.ts';
import type { McpClient } from '../servers/client/mcp-client.ts';
import type { StatelessRequestOptions } from '../servers/stateless/stateless-server.ts';
import type { IncomingRequest } from '../wire/incoming-request.ts';
import type { Flight } from './flights.ts';
import type { Guest } from './guest.ts';

export interface Passage {
  readonly client: McpClient;
  readonly guest: Guest | undefined;
  readonly flight: Flight | undefined;
  /** Whether the run is the agent's own, and so was told what the agent can. */
  readonly isOwnRun: boolean;
  readonly method: string;
  readonly params: unknown;
  readonly request: IncomingRequest;
  readonly timeoutMs: number;
  readonly tool: string | undefined;
  /** A run that all agents share was asked for what only one agent can answer. */
  readonly onNeed: (method: string) => void;
}

/** Resolves with the server's result as it came. Rejects with HubError. */
export async function passRequest(passage: Passage): Promise<unknown> {
  const { client, guest, flight, isOwnRun, method, params, request, timeoutMs, tool, onNeed } = passage;
  const declares = isOwnRun ? undefined : declaredWithCall(guest);
  const options: StatelessRequestOptions = {
    parent: request.seq,
    signal: request.signal,
    timeoutMs,
    declares,
    ...(tool !== undefined && { tool }),
    ...(flight && { onClock: clock => (flight.clock = clock) }),
  };
  const first = await client.request(method, params, options);
  if (!client.isStateless || !guest) return first;
  const mayAsk = isOwnRun || declares !== undefined;
  const again = (more: Readonly<Record<string, unknown>>) =>
    client.request(method, { ...(isRecord(params) ? params : {}), ...more }, options);
  return guest.answerRounds(first, { request, mayAsk, again, onNeed });
}

/** What a call on a run that all agents share may declare: only an agent of the stateless era says so with each call. */
function declaredWithCall(guest: Guest | undefined): Readonly<Record<string, unknown>> | undefined {
  const introduction = guest?.view.seat.introduction();
  return introduction?.isStateless ? introduction.declares : undefined;
}
