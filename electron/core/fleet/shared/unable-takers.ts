// Hubs of a group that have said of a call that their server cannot run: whom it is offered to then, and what is said where none is left. Pure.
import type { ShareUnable } from '../../../../contract/fleet.ts';
import type { Reason } from '../../../../contract/reasons.ts';

export interface UnableTakers {
  /** By hub: of a group alone. */
  readonly unable: Map<string, ShareUnable>;
  /** Those that were silent were asked too. */
  isLast: boolean;
  /** Nobody could begin it at once: it is offered also to those whose server is on its way. */
  isPatient: boolean;
}

/** False where nobody is left to be asked who would have it wait for a server. */
export function becomesPatient(call: Pick<UnableTakers, 'unable' | 'isPatient'>): boolean {
  const coming = [...call.unable].flatMap(([hub, so]) => (so === 'starting' ? [hub] : []));
  if (call.isPatient || coming.length === 0) return false;
  call.isPatient = true;
  for (const hub of coming) call.unable.delete(hub);
  return true;
}

/** One hub is named of those that could be mended. */
export function nobodyTakes({
  share,
  hub,
  unable,
}: Pick<UnableTakers, 'unable'> & { readonly share: string; readonly hub: string | null }): Reason {
  const [first] = [...unable].toSorted(([, a], [, b]) => Number(a === 'unshared') - Number(b === 'unshared'));
  if (!first) return { kind: 'fleet-nobody-takes', share, hub };
  return { kind: 'fleet-share-unable', share, hub: first[0], so: first[1], ofGroup: true };
}
