// What an extension asks for and is the user's to decide waits for a click in the panel, for less than the extension has patience: it hears how
// that ended, and nothing is asked any more for which nobody waits.
import { hubError } from '../../../words/hub-error.ts';
import type { RuleAsker, Widening } from '../../../contract/schemas/rule-changes.ts';
import type { RuleChanges } from '../permissions/rule-changes.ts';

export const extensionAsker: RuleAsker = { via: 'extension', processes: [] };

export interface Patient {
  /** Of the request: its asker is gone when it is aborted. */
  readonly signal: AbortSignal;
  readonly waitMs: number;
}

/** Rejects with ERR_PERMISSION_DENIED where the user refuses it or does not answer in time; then the question is gone. */
export async function confirmedInTime(
  changes: Pick<RuleChanges, 'confirm'>,
  change: Widening,
  { signal: asker, waitMs }: Patient,
): ReturnType<RuleChanges['confirm']> {
  const signal = AbortSignal.any([asker, AbortSignal.timeout(waitMs)]);
  try {
    return await changes.confirm(change, { asker: extensionAsker, signal, told: () => {} });
  } catch (error) {
    if (asker.aborted || !signal.aborted) throw error;
    const kind = change.kind === 'grant' ? 'site-not-confirmed' : 'harbor-not-confirmed';
    throw hubError('ERR_PERMISSION_DENIED', { kind, seconds: waitMs / 1_000 });
  }
}
