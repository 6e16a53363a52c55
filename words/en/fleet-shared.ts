// Why a call to a server of another hub is not carried out, in English.
import type { ShareUnable } from '../../contract/fleet.ts';
import type { FleetSharedReasons } from '../../contract/fleet-shared-reasons.ts';
import type { Words } from '../reason.ts';

const unable: Readonly<Record<ShareUnable, string>> = {
  starting: 'does not run yet on hub {hub}; try again soon, or look there, under Servers, why it does not start',
  stopped: 'is stopped on hub {hub}; start it there, under Servers',
  failed: 'has failed on hub {hub}; look there, under Servers, why, and start it again',
  blocked: 'cannot run on hub {hub}; look there, under Servers, what it lacks',
  unapproved: 'waits for approval on hub {hub}; approve it there, under Servers',
  installing: 'is being installed on hub {hub}; try again once it runs there',
  unauthorized: 'needs a sign-in on hub {hub}; sign in there, under Servers',
  unshared: 'is not shared with this hub by hub {hub}; ask its owner to',
};

export const fleetSharedWords: Words<FleetSharedReasons> = {
  'fleet-not-joined': 'This hub is in no fleet, or does not reach it; join one, or wait until it is online again.',
  'fleet-cut-off': 'The fleet cannot be reached; nothing was begun, try again once this hub is online.',
  'fleet-busy': '{most} calls to servers of other hubs are under way; wait for answers.',
  'fleet-clients-full':
    '{most} agents of {whose} are known here, and none of them makes room; the owner of this hub can revoke those that are gone, under Agents; one that was allowed or denied nothing makes room after a month away.',
  'fleet-agents-busy': '{most} agents of this hub are at work at "{share}"; wait for one to end.',
  'fleet-taker-busy': '{hub} carries out {most} of these calls already; this one was not begun, wait for answers.',
  'fleet-too-large': 'The call has more than 64 MB, which is not sent to another hub; send less.',
  'fleet-nobody-takes': ({ hub }) =>
    hub === null
      ? 'No hub that shares "{share}" has taken the call; nothing was begun, try again.'
      : '{hub} does not take the call to "{share}"; try again once it is online and shares it.',
  'fleet-not-in-group':
    'The account does not let {hub} take calls to the group "{share}", so it gets none from NATS; others reach it as {hub}/{share}. Where it is to be one of the group, give it the rights that pilothouse fleet rights {hub} --serves {share}{flags} prints.',
  'fleet-share-unable': ({ so, ofGroup }) =>
    `${ofGroup ? 'No hub that shares "{share}" can take the call; it' : '"{share}"'} ${unable[so]}.`,
  'fleet-taker-gone':
    'The call to "{share}" had begun on {hub}, which has gone; it was not run again. Look at what it has done before you repeat it.',
  'fleet-answer-lost':
    'The call to "{share}" was sent to {hub}, which has no answer for it; it was not run again. Look at what it has done before you repeat it.',
  'fleet-not-shared': '{hub} does not share "{share}" with this hub; ask its owner to.',
  'fleet-tool-not-shared': '"{tool}" of "{share}" is not shared; use a tool that is listed.',
  'fleet-only-tools': 'Of "{share}" only some tools are shared, and no resources, prompts or anything else.',
  'fleet-share-only-reads': '"{share}" is shared for reading only, and "{tool}" does not say that it only reads.',
  'fleet-unshared': '"{share}" is not shared any more; what was under way has ended.',
  'fleet-share-address': 'Write fleet://HUB/SHARE, or fleet://-/SHARE for whichever hub shares it.',
  'fleet-share-headers': 'A server of another hub is called without headers; leave them out.',
  'fleet-share-loop': '"{server}" is a server of another hub, which alone shares it; ask its owner to.',
  'fleet-share-nobody': 'Nobody could use "{share}"; name a hub or a role that may.',
  'fleet-share-none': 'Nothing is shared as "{share}"; pilothouse fleet servers lists what is.',
  'fleet-share-own': '"{share}" is shared by this hub itself; use that server itself.',
  'fleet-use-none': ({ hub }) =>
    hub === null
      ? 'The group "{share}" is not used here; pilothouse fleet servers lists what is.'
      : '"{share}" of {hub} is not used here; pilothouse fleet servers lists what is.',
  'fleet-use-unknown': ({ hub, known }) =>
    [
      hub === null ? 'No other hub shares "{share}"' : '{hub} shares no "{share}"',
      known.length === 0 ? 'no other hub shares anything yet.' : 'what others share is {known}.',
    ].join('; '),
  'fleet-tools-unknown': '{server} has no tool {tools}; it has {known}.',

  'fleet-share-set': ({ hubs, roles, tools, readOnly }) =>
    [
      'sharing {server} as "{share}"',
      hubs.length > 0 && 'with {hubs}',
      roles.length > 0 && `${hubs.length > 0 ? 'and ' : ''}with the roles {roles}`,
      tools.length > 0 && 'with only its tools {tools}',
      readOnly && 'for reading only',
    ]
      .filter(Boolean)
      .join(' '),
  'fleet-share-ended': 'no longer sharing "{share}"',
  'fleet-share-used': ({ hub }) => (hub === null ? 'using the group "{share}"' : 'using "{share}" of {hub}'),
  'fleet-share-unused': ({ hub }) =>
    hub === null ? 'no longer using the group "{share}"' : 'no longer using "{share}" of {hub}',
};
