// Why a server is not met: its time is over, and then what it wrote tells more, or its answer is none.
import { HubError } from '../../../../contract/errors.ts';
import { reasonOf } from '../../../../contract/reason.ts';
import { isLoop } from '../../wire/hops.ts';
import { failureIn, lastWords } from '../failures/tell-failure.ts';
import type { Reason } from '../../../../contract/reasons.ts';

const maxSaid = 500;

/** `wrote` are the newest lines of its stderr, oldest first, without secrets; it was waited for so many ms. */
export function whyNoHandshake(error: unknown, wrote: readonly string[], waitedMs: number): Reason {
  if (isLoop(error)) return { kind: 'own-hub-behind' };
  if (!(error instanceof HubError) || error.code !== 'ERR_TOOL_TIMEOUT')
    return { kind: 'handshake-failed', why: reasonOf(error) };
  const seconds = Math.round(waitedMs / 100) / 10;
  const said = lastWords(wrote)?.slice(0, maxSaid).replace(/\.$/, '') ?? null;
  return { kind: 'handshake-timed-out', seconds, why: failureIn(wrote), said };
}
