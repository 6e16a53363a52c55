// Between the hub's errors with string codes and JSON-RPC's with numbers.
import { HubError, toErrorValue } from '../../../contract/errors.ts';
import { isRecord } from '../../../contract/json.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { Message, MessageError } from '../../../contract/schemas/messages.ts';

/** A HubError keeps its string code in `data.code`; JSON-RPC knows numbers only. */
export function toRpcError(error: unknown): MessageError {
  if (error instanceof RpcError) {
    const { rpcCode, message, data } = error;
    return { code: rpcCode, message, ...(data === undefined ? {} : { data }) };
  }
  if (error instanceof AnsweredError) return error.answer;
  const { code, message, data } = toErrorValue(error);
  return {
    code: code === 'ERR_INVALID_ARGUMENTS' ? rpcErrors.invalidParams : rpcErrors.internal,
    message,
    data: { code, ...data },
  };
}

/** How an answer itself says that it failed; undefined where it does not. */
export function failedAs(answer: Message & { kind: 'result' | 'error' }): number | 'in-result' | undefined {
  if (answer.kind === 'error') return answer.error.code;
  return isRecord(answer.result) && answer.result.isError === true ? 'in-result' : undefined;
}

/** An error whose JSON-RPC number matters, such as "method not found". */
export class RpcError extends Error {
  readonly rpcCode: number;
  readonly data: unknown;
  constructor(rpcCode: number, message: string, data?: unknown) {
    super(message);
    this.rpcCode = rpcCode;
    this.data = data;
  }
}

/** The words of an extension of others, which may be those of a page. */
export class QuotedError extends HubError {}

/** The other side answered that it knows nothing by the name that it was asked about. */
export function isInvalidParams(error: unknown): boolean {
  return error instanceof AnsweredError && error.answer.code === rpcErrors.invalidParams;
}

/** The other side answered with an error: whoever is asked on behalf of somebody hands `answer` on as it is. */
export class AnsweredError extends HubError {
  readonly answer: MessageError;
  constructor(code: ErrorCode, answer: MessageError, data: Record<string, unknown>) {
    super(code, answer.message, data);
    this.answer = answer;
  }
}
