// A failure as pages are told of it: one of their codes, a sentence, and any details from the hub.
import { isRecord } from '../../../contract/json.ts';
import { pageErrorCodes } from '../../../contract/web-agent.ts';
import { RpcRefusal } from '../rpc-refusal.ts';
import type { PageError, PageErrorCode } from '../../../contract/web-agent.ts';

type Details = PageError['details'];

export class PageFault extends Error {
  readonly code: PageErrorCode;
  readonly details: Details;

  constructor(code: PageErrorCode, message: string, details?: Details) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

export function toPageError(error: unknown): PageError {
  if (error instanceof PageFault) return errorWith(error.code, error.message, error.details);
  if (!(error instanceof RpcRefusal)) return errorWith('ERR_INTERNAL', describe(error));
  const { code, details } = isRecord(error.data) ? error.data : {};
  return errorWith(codeIn(code) ?? 'ERR_INTERNAL', error.message, isRecord(details) ? details : undefined);
}

/** What a page says of its own failure; `usual` where it names no known code. */
export function pageFaultIn(said: unknown, usual: PageErrorCode): PageFault {
  const { code, message, details } = isRecord(said) ? said : { message: said };
  const sentence =
    typeof message === 'string' && message !== '' ? message.slice(0, maxChars) : 'The page gave no reason.';
  return new PageFault(codeIn(code) ?? usual, sentence, isRecord(details) ? details : undefined);
}

const maxChars = 10_000;

function codeIn(code: unknown): PageErrorCode | undefined {
  return pageErrorCodes.find(one => one === code);
}

function errorWith(code: PageErrorCode, message: string, details?: Details): PageError {
  return { code, message, ...(details && { details }) };
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
