// Why a request was cancelled, in the words of whoever did it (MCP 2025-11-25 "Cancellation", `reason`): from one wire to the next.
import { HubError } from '../../../contract/errors.ts';
import { cutEnd, visibleText } from '../../../contract/visible-text.ts';
import { hubError } from '../../../words/hub-error.ts';
import { cancelled } from '../platform/wait.ts';

/** In characters, as it is shown and passed on. */
const maxSaid = 500;

/** ERR_CANCELLED with what came along, where that is text: one line, bounded, without anything unseen. */
export function cancelledSaying(words: unknown, begun?: boolean): HubError {
  // A long one is not looked through whole to be cut afterwards.
  const said = typeof words === 'string' ? cutEnd(visibleText(words.slice(0, maxSaid * 2).trim()), maxSaid) : '';
  if (said === '') return cancelled(begun);
  const data = begun === undefined ? undefined : { details: { begun } };
  return hubError('ERR_CANCELLED', { kind: 'call-cancelled-saying', said }, data);
}

/** The words with which the asker of this signal cancelled, or null. */
export function saidWith(signal: AbortSignal | undefined): string | null {
  const reason: unknown = signal?.reason;
  const why = reason instanceof HubError ? reason.reason : undefined;
  return why?.kind === 'call-cancelled-saying' ? why.said : null;
}

/** The error of a request that ends by its signal; `begun` as for `cancelled`. */
export function cancelledBy(signal: AbortSignal | undefined, begun?: boolean): HubError {
  return cancelledSaying(saidWith(signal), begun);
}
