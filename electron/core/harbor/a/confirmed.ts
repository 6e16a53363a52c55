// What the extension asks for and is the user's to decide waits for a click in the panel, for less than the extension has patience.
import { hubError } from '../../../../words/hub-error.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { RuleAsker, Widening } from '../../../../contract/schemas/rule-changes.ts';
import type { Asked } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';

export const extensionAsker: RuleAsker = { via: 'extension', processes: [] };

const waitMs = 25_000;

/** Rejects with ERR_PERMISSION_DENIED where the user refuses it or does not answer in time. */
export async function confirmed(
  { changes }: Pick<HarborAServices, 'changes'>,
  { request }: Asked,
  change: Widening,
): ReturnType<HarborAServices['changes']['confirm']> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(waitMs)]);
  try {
    return await changes.confirm(change, { asker: extensionAsker, signal, told: () => {} });
  } catch (error) {
    if (request.signal.aborted || !signal.aborted) throw error;
    throw hubError('ERR_PERMISSION_DENIED', { kind: 'site-not-confirmed', seconds: waitMs / 1_000 });
  }
}

/** A change of the hub's own settings: confirmed, made, and written into the audit. `what` names it and holds no secret. */
export async function changedWhenConfirmed<T>(
  services: Pick<HarborAServices, 'changes'>,
  asked: Asked,
  what: Reason,
  act: () => Promise<T>,
): Promise<T> {
  const request = `harbor:${asked.type}`;
  const note = await confirmed(services, asked, { kind: 'request', request, what, shown: null });
  const result = await act();
  services.changes.made(extensionAsker, request, what, { note });
  return result;
}
