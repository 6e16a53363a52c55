// A request of a script for the extension's browser: to open a page, to read cookies, to sign in there. The user is asked about each, unless a rule
// names that very method.
import { z } from 'zod';
import { requestReply } from '../../agent-connections/mcp-reply.ts';
import { extensionPolicy, invalid } from './answers.ts';
import type { Agent } from '../../../../contract/schemas/entities.ts';
import type { IncomingRequest } from '../../wire/incoming-request.ts';
import type { RequestOptions } from '../../wire/outgoing.ts';
import type { HarborBServices } from './harbor-b-services.ts';

/** Asks the extension. Rejects with what it answers. */
export type AskExtension = (method: string, params: unknown, options: RequestOptions) => Promise<unknown>;

export interface HostRequestOptions {
  readonly services: HarborBServices;
  readonly agent: () => Agent;
  readonly ask: AskExtension;
  /** From where the call came that the script is about, as the extension said. */
  readonly context: Readonly<Record<string, unknown>>;
}

const AskedSchema = z.object({
  method: z.string().min(1).max(100),
  params: z.record(z.string(), z.unknown()).default({}),
});

/** As long as the extension itself takes for a page at most. */
const timeoutMs = 60_000;

export async function serveHostRequest(options: HostRequestOptions, request: IncomingRequest): Promise<unknown> {
  const { services, agent, ask, context } = options;
  const parsed = AskedSchema.safeParse(request.params);
  if (!parsed.success) throw invalid('MCP.requestHost takes the name of a method and its params.');
  const { method, params } = parsed.data;
  const { url } = params;
  const what = { kind: 'at-own-browser', method, url: typeof url === 'string' ? url.slice(0, 500) : null } as const;
  const use = { scope: 'browser:script', id: `harbor/${method}`, what, params, request } as const;
  const answer = await services.agentServices.router.use(
    agent,
    { ...use, policy: extensionPolicy },
    async (expectAllowed, signal) => {
      expectAllowed();
      return await ask(method, { params, context }, { parent: request.seq, timeoutMs, signal });
    },
  );
  const reply = requestReply(answer);
  if ('error' in reply) throw reply.error;
  return reply.result;
}
