// In English: why the panel of another hub is not shown.
import type { FleetPanelReasons } from '../../contract/fleet-panel-reasons.ts';
import type { Words } from '../reason.ts';

export const fleetPanelWords: Words<FleetPanelReasons> = {
  'panel-of-hub-not-allowed':
    '{whose} does not show its panel to {hub}; its owner can allow that there, with `pilothouse grants allow --hub {hub} --scope hub:panel`.',
  'panel-request-of-owner': 'This is the panel of {whose}; only its owner can do that, on that machine.',
  'panel-answer-not-allowed':
    '{hub} may look at the panel of {whose} but may not answer its questions; its owner can allow that there, with `pilothouse grants allow --hub {hub} --scope hub:answer`.',
  'panel-answer-of-owner':
    'Only the owner of {whose} can give an answer that lasts, on that machine; answer for this use, once, or until the agent leaves.',
  'panel-of-other-version':
    '{whose} runs Pilothouse {there} and this hub {here}; panels open between hubs of one version, so update the older one.',
  'panel-views-full': '{whose} shows {most} of these at once; close another one, then try again.',
  'panel-of-hub-away': '{whose} does not answer; it may be asleep or offline. Try again once it is online under Fleet.',
  'panel-of-hub-gone': '{whose} has stopped showing its panel; it has stopped, or has left the fleet.',
  'panel-of-hub-behind': 'Something from {whose} was lost on the way; the panel asks for it anew.',
  'panel-of-hub-unreadable': 'What {whose} said cannot be read here; update both hubs to one version.',
  'no-fleet': 'This hub is in no fleet; join one under Fleet, or with `pilothouse fleet join`.',
};
