// A change that the extension asks for and that is the user's to make: it waits for a click in the panel, as one from a shell does.
import { confirmedInTime, extensionAsker } from '../confirmed-in-time.ts';
import { expectAdmitted } from './admission.ts';
import { extensionPatienceMs } from './answers.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { IncomingRequest } from '../../wire/incoming-request.ts';
import type { HarborBSession } from './harbor-b-session.ts';

/** Rejects with ERR_PERMISSION_DENIED where the user does not confirm it. `what` names the change, for the user and the audit. */
export async function whenConfirmed<T>(
  session: HarborBSession,
  { method, signal }: Pick<IncomingRequest, 'method' | 'signal'>,
  what: Reason,
  act: () => Promise<T>,
): Promise<T> {
  const { changes } = session.services.harborA;
  const change = { kind: 'request' as const, request: `harbor:${method}`, what, shown: null };
  const note = await confirmedInTime(changes, change, { signal, waitMs: extensionPatienceMs });
  expectAdmitted(session);
  const result = await act();
  changes.made(extensionAsker, change.request, what, { note });
  return result;
}
