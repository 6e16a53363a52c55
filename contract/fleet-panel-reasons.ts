// Why the panel of another hub is not shown, or no longer.

export interface FleetPanelReasons {
  /** Its owner has not allowed it, or does not any more. `hub` looks at `whose`. */
  'panel-of-hub-not-allowed': { hub: string; whose: string };
  /** What its owner alone may do there. */
  'panel-request-of-owner': { whose: string };
  /** It may look and not answer. */
  'panel-answer-not-allowed': { hub: string; whose: string };
  /** It would hold longer than the agent stays. */
  'panel-answer-of-owner': { whose: string };
  'panel-of-other-version': { whose: string; there: string; here: string };
  'panel-views-full': { whose: string; most: number };
  /** Nobody of that name answers. */
  'panel-of-hub-away': { whose: string };
  /** It has stopped, left the fleet, or is silent. */
  'panel-of-hub-gone': { whose: string };
  /** Something of it was lost on the way; the panel asks anew. */
  'panel-of-hub-behind': { whose: string };
  /** It said what no hub of this version says. */
  'panel-of-hub-unreadable': { whose: string };
  'no-fleet': object;
}
