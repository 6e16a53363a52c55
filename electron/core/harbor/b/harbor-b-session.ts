// One connection of the extension as its methods see it.
import type { Agent } from '../../../../contract/schemas/entities.ts';
import type { IncomingRequest, Reply } from '../../wire/incoming-request.ts';
import type { HarborBServices } from './harbor-b-services.ts';
import type { OwnTools } from './own-tools.ts';
import type { ServerCalls } from './server-calls.ts';

/** Who asks, and what of the hub its methods use. */
export interface HarborBSession {
  readonly services: HarborBServices;
  readonly agent: () => Agent;
  readonly ownTools: OwnTools;
  readonly calls: ServerCalls;
  /** Scripts that this connection has started and not stopped, by the extension's ids. */
  readonly started: Set<string>;
  /** Sends what was not asked for: the `stream` of a request. */
  readonly tell: (type: string, params: Record<string, unknown>, parent: number) => void;
}

/** Throws an RpcError with the code that its programs know, or a HubError. */
export type HarborBMethod = (session: HarborBSession, request: IncomingRequest) => Promise<Reply>;
