// Why a set-up file cannot be taken: the file, the member of it, and what is wrong with that.
import { reasonOf } from '../../../contract/reason.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { HubError } from '../../../contract/errors.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { SetupFault } from '../../../contract/setup-reasons.ts';

/** `at` names a member, as `fleet.nkey`; empty where it is about the file as a whole. */
export function setupFault(file: string, at: readonly PropertyKey[], why: Reason): HubError {
  const place = at.length === 0 ? file : `${file}, ${at.map(String).join('.')}`;
  return hubError('ERR_INVALID_ARGUMENTS', { kind: 'value-at', at: place, why });
}

export function notSo(so: SetupFault, thing = ''): Reason {
  return { kind: 'setup-not-so', so, thing };
}

/** What fails in `act` is said of this member. */
export async function saidAt<T>(file: string, at: readonly PropertyKey[], act: () => T | Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const why = reasonOf(error);
    throw why.kind === 'value-at' && why.at.startsWith(file) ? error : setupFault(file, at, why);
  }
}
