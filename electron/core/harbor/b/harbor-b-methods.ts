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
import type { IncomingRequest, Reply } from '../../wire/incoming-request.ts';
import type { HarborBMethod, HarborBSession } from './harbor-b-session.ts';

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
