// Sessions with a model: what they are asked, and how their answers come in pieces (spec 003 "window.ai").
import { freeze, listen, whenSettled } from './captured.ts';
import { toldError } from './errors.ts';
import { type Ask, type Call, family } from './members.ts';
import { type Sink, stream } from './streams.ts';
import { copyOptions, isObject, isText, own, textWith } from './values.ts';
import type { PageFlag } from '../../../../contract/web-agent.ts';

export const textFlags: readonly PageFlag[] = ['textGeneration'];

/** Asks for a session and makes its object. */
export function openSession(ask: Ask, options?: unknown, sessionId?: unknown): Promise<unknown> {
  const signal = own(options, 'signal');
  const payload = copyOptions(options);
  if (sessionId !== undefined) payload['sessionId'] = sessionId;
  const made = (result: unknown): unknown => {
    const session = textSession(isObject(result) ? own(result, 'sessionId') : result);
    if (signal) listen(signal, 'abort', () => void session['destroy']!());
    return session;
  };
  return ask(payload, made, signal);
}

/** Asking, as sessions of a model and those of an agent have it. */
export function asking(sessionId: unknown): Record<string, Call> {
  const prompt = (ask: Ask, input: unknown, options?: unknown): unknown =>
    ask({ sessionId, input }, undefined, own(options, 'signal'));
  return {
    ...family('session', textFlags, { prompt }),
    promptStreaming: freeze((input: unknown, options?: unknown) =>
      stream('session.promptStreaming', textFlags, { sessionId, input }, own(options, 'signal'), readToken),
    ),
  };
}

function textSession(sessionId: unknown): Record<string, Call> {
  const { clone, destroy } = family('session', textFlags, {
    clone: (ask, options) => openSession(ask, options, sessionId),
    destroy: ask => ask({ sessionId }),
  });
  return freeze({
    sessionId: sessionId as Call,
    ...asking(sessionId),
    clone: clone!,
    destroy: freeze(() => quietly(destroy!() as Promise<unknown>)),
  });
}

/** Pages that do not wait for a session's end hear nothing of its failure either; those that wait do. */
function quietly(ending: Promise<unknown>): Promise<unknown> {
  void whenSettled(ending, null, () => {});
  return ending;
}

/** Of three generations: one reads texts, one `{type: 'token', token}`; both are served by a text with these properties. */
function readToken(event: unknown, to: Sink): void {
  const type = own(event, 'type');
  const token = own(event, 'token');
  if (type === 'error') to.fail(toldError(own(event, 'error')));
  else if (type === 'done') to.end();
  else if (isText(token) && token !== '') to.push(textWith(token, { type: 'token', token }));
}
