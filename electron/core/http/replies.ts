// What the HTTP ways in answer with: JSON, JSON-RPC errors, and the error body of spec 004.
import { HubError } from '../../../contract/errors.ts';
import type { ServerResponse } from 'node:http';
import type { MessageId } from '../../../contract/schemas/messages.ts';

/** What a refusal carries beside its status and sentence. */
export interface ErrorDetails {
  readonly headers?: Readonly<Record<string, string>>;
  readonly data?: unknown;
  /** The request that is refused, where its id is known. */
  readonly requestId?: MessageId | null;
}

/** An HTTP status that a request is refused with, and the JSON-RPC error inside. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: number;
  readonly details: ErrorDetails;

  constructor(status: number, message: string, code = implementationError, details: ErrorDetails = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** JSON-RPC 2.0 section 5.1: the first of the numbers that a server gives a meaning of its own. */
export const implementationError = -32000;

/** How a route words its errors: MCP's wants a JSON-RPC message, spec 004 ("Error Responses") the bare error. */
export type ErrorForm = 'json-rpc' | 'bare';

export function answerJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  answerText(response, status, JSON.stringify(value), headers);
}

/** The same for what is JSON text already. */
export function answerText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response
    .writeHead(status, {
      'content-type': 'application/json',
      // Without it Node sends the body in chunks, which cost both ends more than all the rest of a small answer.
      'content-length': Buffer.byteLength(text),
      'x-content-type-options': 'nosniff',
      ...headers,
    })
    .end(text);
}

/** Ends a response that has begun: what is said then could be read as part of it. */
export function answerError(response: ServerResponse, thrown: unknown, form: ErrorForm): void {
  if (response.headersSent) return void response.end();
  const error = httpErrorOf(thrown);
  const { headers = {}, data, requestId: id = null } = error.details;
  const said = { code: error.code, message: error.message, ...(data !== undefined && { data }) };
  // Past a limit every way answers alike.
  const value = form === 'bare' && error.status !== 429 ? { error: said } : { jsonrpc: '2.0', id, error: said };
  answerJson(response, error.status, value, headers);
}

const internalError = -32603;

/** A refusal of the hub is none of its faults: who is told of those tries again. */
function httpErrorOf(thrown: unknown): HttpError {
  if (thrown instanceof HttpError) return thrown;
  if (thrown instanceof HubError && thrown.code === 'ERR_PERMISSION_DENIED')
    return new HttpError(403, thrown.message, implementationError, { data: { code: thrown.code } });
  return new HttpError(500, sentenceOf(thrown), internalError);
}

function sentenceOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
