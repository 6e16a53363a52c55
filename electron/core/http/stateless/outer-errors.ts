// Errors as the stateless era has them: which HTTP status goes with which, and the one number that changed (MCP 2026-07-28 "Errors").
import { HubError } from '../../../../contract/errors.ts';
import { rpcErrors } from '../../../../contract/rpc-errors.ts';
import { RpcError } from '../../wire/rpc-error.ts';
import type { MessageError } from '../../../../contract/schemas/messages.ts';

/** "Resource not found" of the handshake era; this one says "invalid params". */
const resourceNotFound = -32002;
const missingCapability = -32021;

export function outerError(method: string, error: MessageError): MessageError {
  if (method !== 'resources/read' || error.code !== resourceNotFound) return error;
  return { ...error, code: rpcErrors.invalidParams };
}

/** What handlers answer stands in the body alone, but for these. */
export function statusOf({ code }: MessageError): number {
  if (code === rpcErrors.methodNotFound) return 404;
  return code === missingCapability ? 400 : 200;
}

/** Whether a thrown error is an answer of the hub, not a refusal of the HTTP request. */
export function isInBand(error: unknown): error is HubError | RpcError {
  return error instanceof HubError || error instanceof RpcError;
}
