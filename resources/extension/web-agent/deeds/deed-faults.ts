// Why something could not be done in a page, as told to the page that wanted it.
import type { PageError } from '../../../../contract/web-agent.ts';
import type { ActEnd } from './act-in-document.ts';

export class DeedFailure extends Error {
  readonly error: PageError;

  constructor(error: PageError) {
    super(error.message);
    this.error = error;
  }
}

export function missing(ref: string): DeedFailure {
  return failure('ERR_ELEMENT_NOT_FOUND', `Nothing in the page matches ${JSON.stringify(ref)}.`, { ref });
}

export function unreadable(ref: string): DeedFailure {
  return failure('ERR_INVALID_REQUEST', `${JSON.stringify(ref)} is no CSS selector.`, { ref });
}

export function actFault(end: Exclude<ActEnd, 'done'>, ref: string): DeedFailure {
  switch (end) {
    case 'missing':
      return missing(ref);
    case 'selector':
      return unreadable(ref);
    case 'kind':
      return failure('ERR_INVALID_REQUEST', `${JSON.stringify(ref)} is nothing that this can be done to.`, { ref });
    case 'option':
      return failure('ERR_ELEMENT_NOT_FOUND', `${JSON.stringify(ref)} has no such option.`, { ref });
  }
}

function failure(code: PageError['code'], message: string, details: Record<string, unknown>): DeedFailure {
  return new DeedFailure({ code, message, details });
}
