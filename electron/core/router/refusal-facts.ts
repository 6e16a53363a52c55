// What a refusal names of the page that its call was about: all of it to the user, and to its agent what that may read by itself.
import { originOf } from '../../../contract/sites.ts';
import { describedFacts } from './call-description.ts';
import { decidedPlace } from './decided-page.ts';
import type { GatedCall, GateVerdict } from '../gates/gate.ts';
import type { Refusal } from '../gates/refusal.ts';
import type { Described } from './call-description.ts';
import type { DecidedPlace } from './plan-call.ts';

/** Whether its agent may read a page of that origin, or null for none, where the call goes, without asking anybody. */
export type MayRead = (origin: string | null, at: DecidedPlace | undefined) => boolean;

export interface Seen {
  /** What the browser told of the page that was asked about; null where it was not asked. */
  readonly described: Described | null;
  /** The same where the call is about that page still. */
  readonly shown: Described | null;
  readonly mayRead: MayRead;
}

/** By a rule, without a question. */
export function isDenied(said: GateVerdict): boolean {
  return said.kind === 'deny' && (said.refusal.kind === 'denied' || said.refusal.kind === 'read-only-client');
}

/** Names what it was about; to the agent only what it may read by itself, in the page and in each frame of it. */
export function withFacts({ described, shown, mayRead }: Seen, call: GatedCall, why: Refusal): Refusal {
  // The user has read of it, and its agent is told nothing.
  if (why.kind === 'this-use' || why.kind === 'undecided') return { ...why, ...describedFacts(described) };
  if (shown === null || (why.kind !== 'denied' && why.kind !== 'read-only-client')) return why;
  const page = call.target.kind === 'browser' && call.target.tab ? originOf(call.target.tab.url) : null;
  const frames = shown.shown.elements.flatMap(element => (element?.frame ? [element.frame] : []));
  const isTold = [page, ...frames].every(origin => mayRead(origin, decidedPlace(call)));
  return { ...why, ...describedFacts(shown), ...(isTold && { isTold }) };
}
