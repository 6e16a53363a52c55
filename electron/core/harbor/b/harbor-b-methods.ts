// The methods of Harbor's second generation, by name: a file for each family.
import { rpcErrors } from '../../../../contract/rpc-errors.ts';
import { RpcError } from '../../wire/rpc-error.ts';
import { fsMethods } from './fs-methods.ts';
import type { Agent } from '../../../../contract/schemas/entities.ts';
import type { IncomingRequest, Reply } from '../../wire/incoming-request.ts';
import type { HarborServices } from '../harbor-services.ts';

/** Who asks, and what of the hub its methods use. */
export interface HarborBSession {
  readonly services: HarborServices;
  readonly agent: () => Agent;
}

/** Throws an RpcError with the code that its programs know, or a HubError. */
export type HarborBMethod = (session: HarborBSession, request: IncomingRequest) => Promise<Reply>;

const methods: Readonly<Record<string, HarborBMethod>> = {
  'system.health': async () => ({ result: { status: 'ok' } }),
  ...fsMethods,
};

export function answerHarborB(session: HarborBSession, request: IncomingRequest): Promise<Reply> {
  const { method } = request;
  const answer = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!answer) throw new RpcError(rpcErrors.methodNotFound, `Unknown method: ${method}`);
  return answer(session, request);
}
