// What the extension asks for and is the user's to decide: confirmed in the panel, made, and written into the audit.
import { confirmedInTime, extensionAsker } from '../confirmed-in-time.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Widening } from '../../../../contract/schemas/rule-changes.ts';
import type { Asked } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';

/** The extension gives up after 30 s. */
const waitMs = 25_000;

/** Rejects with ERR_PERMISSION_DENIED where the user refuses it or does not answer in time. */
export function confirmed(
  { changes }: Pick<HarborAServices, 'changes'>,
  { request: { signal } }: Asked,
  change: Widening,
): ReturnType<typeof confirmedInTime> {
  return confirmedInTime(changes, change, { signal, waitMs });
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
