// Errors as pages get them: an Error with a `code` of spec 003 and, where there is more to say, `details`.
import { OwnError } from './captured.ts';
import { isText, own, put } from './values.ts';
import type { PageErrorCode, PageFlag } from '../../../../contract/web-agent.ts';

export function apiError(code: PageErrorCode, message: string, details?: unknown): Error {
  const error = new OwnError(message);
  put(error, 'code', code);
  if (details !== undefined) put(error, 'details', details);
  return error;
}

/** The error that came from outside the page: `{code, message, details?}`. */
export function toldError(told: unknown): Error {
  const code = own(told, 'code');
  const message = own(told, 'message');
  return apiError(
    isText(code) ? (code as PageErrorCode) : 'ERR_INTERNAL',
    isText(message) ? message : 'The request failed.',
    own(told, 'details'),
  );
}

export function disabled(flag: PageFlag): Error {
  return apiError(
    'ERR_FEATURE_DISABLED',
    `Feature "${flag}" is not enabled. It can be enabled in the settings of the Web Agent API.`,
  );
}

/** What an aborted call ends with; pages look for the name, as with the browser's own APIs. */
export function aborted(): Error {
  const error = apiError('ERR_CANCELLED', 'The call was aborted by its signal.');
  put(error, 'name', 'AbortError', false);
  return error;
}

/** What an error of the page itself says. */
export function messageOf(error: unknown, otherwise: string): string {
  try {
    const { message } = error as { message?: unknown };
    if (isText(message) && message !== '') return message;
    return isText(error) && error !== '' ? error : otherwise;
  } catch {
    return otherwise;
  }
}
