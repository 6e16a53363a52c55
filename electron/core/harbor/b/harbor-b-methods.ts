// The methods of Harbor's second generation, by name: a file for each family.
import { rpcErrors } from '../../../../contract/rpc-errors.ts';
import { RpcError } from '../../wire/rpc-error.ts';
import { expectAdmitted } from './admission.ts';
import { fsMethods } from './fs-methods.ts';
import { jsMethods } from './js-methods.ts';
import { llmChatMethods } from './llm-chat-methods.ts';
import { llmConfigMethods } from './llm-config-methods.ts';
import { llmMethods } from './llm-methods.ts';
import { mcpMethods } from './mcp-methods.ts';
import { oauthMethods } from './oauth-methods.ts';
import type { Agent } from '../../../../contract/schemas/entities.ts';
import type { IncomingRequest, Reply } from '../../wire/incoming-request.ts';
import type { HarborBServices } from './harbor-b-services.ts';
import type { OwnTools } from './own-tools.ts';
import type { ServerCalls } from './server-calls.ts';

/** One connection: who asks, and what of the hub its methods use. */
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

const methods: Readonly<Record<string, HarborBMethod>> = {
  'system.health': async () => ({ result: { status: 'ok' } }),
  ...llmMethods,
  ...llmChatMethods,
  ...llmConfigMethods,
  ...jsMethods,
  ...mcpMethods,
  ...oauthMethods,
  ...fsMethods,
};

export async function answerHarborB(session: HarborBSession, request: IncomingRequest): Promise<Reply> {
  const { method } = request;
  const answer = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!answer) throw new RpcError(rpcErrors.methodNotFound, `Unknown method: ${method}`);
  // Whether the hub runs is nobody's secret.
  if (method !== 'system.health') expectAdmitted(session);
  return answer(session, request);
}
