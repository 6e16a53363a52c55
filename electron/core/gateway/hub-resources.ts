// What the hub tells an agent of itself, as resources: each is read as the call of the tool that tells the same, through the same gates.
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { aboutCallables } from '../tools/own-tools.ts';
import { RpcError } from '../wire/rpc-error.ts';
import type { ToolResult } from '../../../contract/schemas/messages.ts';
import type { CallAnswer } from '../router/agent-call.ts';
import type { Router } from '../router/router.ts';
import type { IncomingRequest } from '../wire/incoming-request.ts';
import type { AgentSession } from './agent-session.ts';
import type { Listed } from './resource-names.ts';

const prefix = 'pilothouse://hub/';
const mimeType = 'application/json';

const byUri = new Map(aboutCallables.map(({ id, tool }) => [`${prefix}${id.replace(/^hub_/, '')}`, tool]));

export const hubResources: readonly Listed[] = [...byUri].map(([uri, { name, title, description }]) => ({
  uri,
  name,
  title,
  description,
  mimeType,
}));

export function isHubResource(uri: string): boolean {
  return byUri.has(uri);
}

/** A refusal is the answer's; what the tool says is wrong is thrown. */
export async function readHubResource(
  router: Pick<Router, 'call'>,
  session: AgentSession,
  uri: string,
  request: IncomingRequest,
): Promise<CallAnswer<unknown>> {
  const name = byUri.get(uri)?.name ?? '';
  const answer = await router.call({ agentOf: () => session.agent(), params: { name }, request, policy: {} });
  if (answer.kind !== 'result') return answer;
  return { ...answer, result: { contents: [{ uri, mimeType, text: textOf(answer.result) }] } };
}

function textOf({ content }: ToolResult): string {
  const [block] = content;
  return typeof block?.text === 'string' ? block.text : '';
}

export function unwatched(uri: string): RpcError {
  return new RpcError(
    rpcErrors.invalidParams,
    `${uri} is told anew at each read and announces no changes; read it again.`,
  );
}
