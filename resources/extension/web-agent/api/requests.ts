// Requests of the page: each is posted under an id of its own, and answered by the content script.
import { listen, newId, OwnPromise, unlisten } from './captured.ts';
import { aborted, apiError, messageOf, toldError } from './errors.ts';
import { hear, say } from './messages.ts';
import { isText, nothing, own, type Values } from './values.ts';
import type { PageMemberName } from '../../../../contract/web-agent.ts';

/** What becomes of a request. After `ended` or `failed` nothing more comes. */
export interface Outcome {
  readonly ended: (result: unknown) => void;
  readonly failed: (error: unknown) => void;
  readonly event: ((event: unknown) => void) | null;
}

interface Pending extends Outcome {
  readonly forget: () => void;
}

const pending = nothing<Pending>();
let before: () => void = () => {};

/** What is said before the next request, because it may be about that. */
export function sayFirst(first: () => void): void {
  before = first;
}

export function startRequests(): void {
  hear('response', told => {
    const waiting = taken(own(told, 'id'));
    if (!waiting) return;
    if (own(told, 'ok') === true) waiting.ended(own(told, 'result'));
    else waiting.failed(toldError(own(told, 'error')));
  });
  hear('streamEvent', told => {
    const id = own(told, 'id');
    const event = own(told, 'event');
    if (event !== undefined && isText(id)) pending[id]?.event?.(event);
    if (own(told, 'done') === true) taken(id)?.ended(undefined);
  });
}

function taken(id: unknown): Pending | undefined {
  if (!isText(id)) return;
  const waiting = pending[id];
  delete pending[id];
  waiting?.forget();
  return waiting;
}

/** Posts a request. What it returns aborts it, after which nothing of it is heard. */
export function begin(type: PageMemberName, payload: Values, outcome: Outcome, signal?: unknown): () => void {
  const id = newId();
  const abort = (): void => {
    if (taken(id)) say({ abort: { id } });
  };
  const whenAborted = (): void => {
    abort();
    outcome.failed(aborted());
  };
  const heeded = signal as AbortSignal | undefined;
  const forget = (): void => {
    if (heeded) unlisten(heeded, 'abort', whenAborted);
  };
  try {
    if (heeded?.aborted) throw aborted();
    if (heeded) listen(heeded, 'abort', whenAborted);
  } catch (error) {
    // By then, or because it is no signal, as the browser has said.
    outcome.failed(error);
    return abort;
  }
  pending[id] = { ...outcome, forget };
  try {
    before();
    say({ request: { id, type, payload } });
  } catch (error) {
    taken(id);
    outcome.failed(uncopied(type, error));
  }
  return abort;
}

function uncopied(type: string, error: unknown): Error {
  const why = messageOf(error, '');
  return apiError('ERR_INVALID_REQUEST', `What ${type} was given cannot be sent: ${why}`);
}

/** A request with one answer, which `read` makes into what the page gets. */
export function request(
  type: PageMemberName,
  payload: Values,
  read?: (result: unknown) => unknown,
  signal?: unknown,
): Promise<unknown> {
  return new OwnPromise((resolve, reject) => {
    const ended = (result: unknown): void => {
      try {
        resolve(read ? read(result) : result);
      } catch (error) {
        reject(error);
      }
    };
    begin(type, payload, { ended, failed: reject, event: null }, signal);
  });
}
