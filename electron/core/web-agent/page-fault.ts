// A failure with a code of the Web Agent API, and how every other failure of the hub is told to a page.
import { toErrorValue } from '../../../contract/errors.ts';
import { isRecord } from '../../../contract/json.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { pageErrorCodes, passingCauses } from '../../../contract/web-agent.ts';
import { AnsweredError, RpcError } from '../wire/rpc-error.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { PageErrorCode } from '../../../contract/web-agent.ts';

type Details = Readonly<Record<string, unknown>>;

/** Becomes an Error with `code` and `details` in the page. */
export class PageFault extends RpcError {
  readonly code: PageErrorCode;
  readonly details: Details | undefined;

  constructor(code: PageErrorCode, message: string, details?: Details) {
    super(rpcErrors.internal, sayingPermission(code, message), { code, ...(details && { details }) });
    this.code = code;
    this.details = details;
  }
}

/** The hub's codes that pages know under another name. */
const pageCodes: Readonly<Partial<Record<ErrorCode, PageErrorCode>>> = {
  ERR_INVALID_ARGUMENTS: 'ERR_INVALID_REQUEST',
  ERR_TOO_LARGE: 'ERR_INVALID_REQUEST',
  ERR_PAUSED: 'ERR_PERMISSION_DENIED',
  ERR_READ_ONLY: 'ERR_PERMISSION_DENIED',
  ERR_NOT_OWNER: 'ERR_PERMISSION_DENIED',
  ERR_BROWSER_UNAVAILABLE: 'ERR_SERVER_UNAVAILABLE',
  ERR_TAB_MOVED: 'ERR_CANCELLED',
  TOOL_NOT_FOUND: 'ERR_TOOL_NOT_FOUND',
  INVALID_ARGUMENTS: 'ERR_INVALID_REQUEST',
  EXECUTION_FAILED: 'ERR_TOOL_FAILED',
  TIMEOUT: 'ERR_TOOL_TIMEOUT',
  INTERNAL_ERROR: 'ERR_INTERNAL',
  NOT_REGISTERED: 'ERR_TOOL_NOT_FOUND',
  ALREADY_REGISTERED: 'ERR_INVALID_REQUEST',
  PLUGIN_NOT_ALLOWED: 'ERR_TOOL_NOT_ALLOWED',
  PROTOCOL_VERSION_MISMATCH: 'ERR_INTERNAL',
};

/** What the document or its companion answered with, under its own code where pages know that. */
export function answeredFault(error: unknown): PageFault {
  const { code, details } = error instanceof AnsweredError && isRecord(error.answer.data) ? error.answer.data : {};
  const known = pageErrorCodes.find(one => one === code);
  if (!known) return asPageFault(error);
  return new PageFault(known, (error as Error).message, isRecord(details) ? details : undefined);
}

/** The same failure as a page hears of it. What broke inside the hub is told without its words, which may name files and people. */
export function asPageFault(error: unknown): PageFault {
  if (error instanceof PageFault) return error;
  const { code, message, data } = toErrorValue(error);
  const known = pageCodes[code] ?? pageErrorCodes.find(one => one === code) ?? 'ERR_INTERNAL';
  if (known === 'ERR_INTERNAL') return new PageFault(known, 'Pilothouse failed at this; its log tells more.');
  const details = data && isRecord(data.details) ? data.details : undefined;
  const cause = passingCauses.find(one => one === code);
  return new PageFault(known, message, cause ? { ...details, cause } : details);
}

/** Pages of all generations look for this word to tell that they were not allowed. */
function sayingPermission(code: PageErrorCode, message: string): string {
  const isRefused = code === 'ERR_PERMISSION_DENIED' || code === 'ERR_SCOPE_REQUIRED';
  return isRefused && !message.includes('Permission') ? `Permission denied: ${message}` : message;
}
