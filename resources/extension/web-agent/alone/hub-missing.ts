// What a page is told that the companion cannot do alone: why no hub is there, and what its user can do about it.
import { PageFault } from '../page-fault.ts';
import type { State } from '../../state.ts';

/** How this browser stands to the hub, as the pop-up says it. */
export type HubState = State['kind'];

const remedies: Readonly<Record<HubState, string>> = {
  connecting: 'Start Pilothouse, then try again',
  'no-relay': 'Install and start Pilothouse, and switch this browser on there under Connect; then try again',
  'hub-away': 'Start Pilothouse, then try again',
  'not-the-hub': 'Connect this browser with a new code of Pilothouse, then try again',
  pending: 'Approve this browser in Pilothouse, then try again',
  approved: 'Try again',
  denied: 'Forget this browser in Pilothouse, which then asks about it anew',
  refused: 'Load the companion that belongs to the version of Pilothouse',
};

/** What is missing altogether; for `agent.capabilities()`. */
export function whatIsMissing(state: HubState): string {
  return `Pilothouse is not connected: the models and MCP servers there, runs, tabs, chats and agents of other pages are missing. ${remedies[state]}.`;
}

/** ERR_SERVER_UNAVAILABLE, with what is missing as details. */
export function hubMissing(type: string, state: HubState, also = ''): PageFault {
  const text = `Pilothouse is not connected, so ${type} cannot be answered${also}. ${remedies[state]}.`;
  return new PageFault('ERR_SERVER_UNAVAILABLE', text, {
    missing: 'Pilothouse',
    member: type,
    remedy: remedies[state],
  });
}

/** The hub has come: who waited is served by it from now on. */
export class HubCame extends Error {}

/** For what was under way, and may have done half of its work. */
export function hubCameFault(type: string): PageFault {
  return new PageFault('ERR_CANCELLED', `Pilothouse is connected again and serves this page; call ${type} again.`);
}
