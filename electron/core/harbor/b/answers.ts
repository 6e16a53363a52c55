// What the methods of Harbor's second generation share: params read with care, failures in its own words and codes.
import { toErrorValue } from '../../../../contract/errors.ts';
import { rpcErrors } from '../../../../contract/rpc-errors.ts';
import { faultOf } from '../../../../contract/schemas/value-fault.ts';
import { harborFailure } from '../../../../native-host/dialects/harbor/harbor-b.ts';
import { inEnglish } from '../../../../words/english.ts';
import { requestReply } from '../../agent-connections/mcp-reply.ts';
import { RpcError } from '../../wire/rpc-error.ts';
import type { z } from 'zod';
import type { CallAnswer } from '../../router/agent-call.ts';
import type { CallPolicy, Reply } from '../../wire/incoming-request.ts';

/** The extension gives up after 120 s; a question to the user is given up before that, so that it hears of it. */
export const extensionPatienceMs = 110_000;
export const extensionPolicy: CallPolicy = { patienceMs: extensionPatienceMs };

/** Throws what the real bridge answers to params that it cannot read. */
export function paramsOf<T>(schema: z.ZodType<T>, params: unknown): T {
  const parsed = schema.safeParse(params ?? {});
  if (parsed.success) return parsed.data;
  throw invalid(`Invalid params: ${inEnglish(faultOf(parsed.error, params))}`);
}

export function invalid(message: string): RpcError {
  return new RpcError(rpcErrors.invalidParams, message);
}

/** A failure of a server. `said` stands in front of the reason. */
export function failed(said: string, error: unknown): RpcError {
  return new RpcError(harborFailure, `${said}: ${toErrorValue(error).message}`);
}

/** The answer in the form of the wire; what failed is worded by `word`. */
export function replyOf<T>(
  answer: CallAnswer<T>,
  tell: (result: T) => unknown,
  word?: (error: unknown) => Error,
): Reply {
  const reply = requestReply(answer);
  const verdict = reply.verdict && { verdict: reply.verdict };
  if (answer.kind === 'result') return { result: tell(answer.result), ...verdict };
  if ('result' in reply) return reply;
  return { error: word ? word(reply.error) : reply.error, ...verdict };
}
