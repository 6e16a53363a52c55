// What the gates would say of a call by now, for one that was allowed before or that waits.
import { toErrorValue } from '../../../contract/errors.ts';
import { runGates } from '../gates/gates.ts';
import { Refused } from '../gates/refusal.ts';
import { unanswered } from '../gates/unanswered.ts';
import { decidedPlace, frameOf, programOf, siteOf } from './decided-page.ts';
import { unlimited } from './plan-call.ts';
import type { GatedCall } from '../gates/gate.ts';
import type { Refusal } from '../gates/refusal.ts';
import type { PageSeen } from './plan-call.ts';

/** What was decided stays decided for its page, in its tab of its browser; what allowed it may have ended. */
export function refusalNow(
  plan: (page?: PageSeen) => GatedCall,
  decided: GatedCall,
  isByRules: boolean,
): Refusal | null {
  try {
    const inFrame = frameOf(decided) !== null;
    const at = decidedPlace(decided);
    const call = { ...plan({ origin: siteOf(decided), inFrame, at }), limits: unlimited };
    // Its tab has closed, perhaps by this very call; what is still under way there ends by itself.
    if (call.target.kind === 'browser' && call.target.needsTab && !call.target.tab) return null;
    const said = runGates(call, isByRules ? null : { kind: 'pass' });
    // An answer was given for one program; a rule is for whatever the server runs.
    const isAnother = !isByRules && programOf(call) !== programOf(decided);
    if (said.kind === 'pass') return isAnother ? unanswered(call, 'not-allowed-any-more') : null;
    return said.kind === 'ask' ? unanswered(call, 'not-allowed-any-more') : said.refusal;
  } catch (error) {
    return error instanceof Refused ? error.refusal : { kind: 'no-target', error: toErrorValue(error) };
  }
}

/** What cannot be planned any more goes on, to be refused with the reason. */
export function isPaused(plan: () => GatedCall): boolean {
  try {
    return runGates(plan()).kind === 'wait';
  } catch {
    return false;
  }
}
