// What is said of the policy of a fleet, in English.
import type { FleetPolicyDeed, FleetPolicyFault } from '../../contract/fleet-policy-reasons.ts';
import type { FleetPolicyReasons } from '../../contract/reasons.ts';
import type { Words } from '../reason.ts';

const faults: Readonly<Record<FleetPolicyFault, string>> = {
  'too-large': 'The policy of the fleet is larger than {kept} KB; make it shorter.',
  'no-json':
    'The policy of the fleet is not JSON, or says a name twice; sign it again with pilothouse fleet policy sign.',
  unsigned: 'The policy of the fleet carries no signature that can be read; sign it with pilothouse fleet policy sign.',
  'unknown-key':
    'The policy of the fleet was signed by a key that nobody has named here ({thing}); if you trust it, name it with pilothouse fleet keys trust NAME=FILE.',
  'wrong-signature': 'The policy of the fleet is not as {signer} signed it; have it signed and published again.',
  'rolled-back':
    'The policy of the fleet by {signer} is of version {version}, older than {kept}, which is in force; publish a higher one.',
  'same-version':
    'The policy of the fleet by {signer} is another one of the same version {version}; give it a higher version and sign it again.',
  future:
    'The policy of the fleet of version {version} by {signer} was signed at {at}, which has not come yet; set the clock of this machine, or of the one that signed it.',
  expired: 'The policy of the fleet of version {version} by {signer} expired on {at}; publish a newer one.',
  tampered:
    'The policy of the fleet that was kept here has been changed since it came; what is not as it was signed was set aside.',
  withdrawn:
    'Somebody took the policy out of the fleet, which takes no signature, so it stays in force; publish a newer one.',
  none: 'No policy of a fleet is in force here.',
  'not-joined': 'This hub is in no fleet; join one with pilothouse fleet join.',
  offline: 'The fleet cannot be reached now, so nothing can be published; try again when this hub is online.',
  raced:
    'Another policy was published meanwhile, of version {version}; look at it with pilothouse fleet policy show, then sign yours anew.',
  'key-none': 'There is no key {thing} here that signs policies; make one with pilothouse fleet keys new {thing}.',
  'key-there': 'There is a key {thing} already; give the new one another name.',
  'key-not-named':
    'The key {thing} ({at}) is none of those that were named here, so nothing signed by it would be taken here; name it with pilothouse fleet keys trust NAME=FILE.',
  'signer-none': 'No key is named {thing} here; pilothouse fleet keys list shows those that are.',
  'not-stopped': '{thing} is not stopped; pilothouse fleet policy show says who is.',
  'signers-many': 'Only {kept} keys can be named; take one away first with pilothouse fleet keys distrust NAME.',
  seen: 'The policy of the fleet by {signer} is of version {version}, but this hub has had version {kept} by a key that is named here already; whoever keeps the policy has to publish a higher one.',
  'pause-holds':
    "Version {version} of the fleet's policy, signed by {signer}, pauses all agents; a newer version lifts that, or leave the fleet.",
  'not-published': 'The policy could not be published: {why}',
  'locks-out-subject':
    "The policy of the fleet of version {version} by {signer} would lock the owner out: its rule {thing} denies the owner's own calls. None of it was taken.",
  'locks-out-agent':
    'The policy of the fleet of version {version} by {signer} would lock the owner out: it stops {thing}, which is the panel itself. None of it was taken.',
  'locks-out-everything':
    'The policy of the fleet of version {version} by {signer} would lock the owner out: it denies every scope to everybody everywhere, the owner among them; pause all instead. None of it was taken.',
  'does-not-fit': 'The policy of the fleet does not fit: {thing}: {why}',
  'no-moment': 'has to be a moment in UTC as ISO 8601, such as 2027-01-31T12:00:00Z',
};

const deeds: Readonly<Record<Exclude<FleetPolicyDeed, 'taken'>, string>> = {
  ended: "version {version} of the fleet's policy, signed by {signer}, has ended",
  refused: 'a policy of the fleet was not taken: {why}',
  'key-made': 'key {thing} made, which signs policies of the fleet',
  published: "publishing version {version} of the fleet's policy",
  trust: 'the key {thing} may sign the policy of the fleet',
  distrust: 'the key {thing} may no longer sign the policy of the fleet',
  signers: 'keys that sign the policy of the fleet: {thing}',
  replace: 'policy of the fleet, signed by {signer}: a new one',
  pause: 'policy of the fleet, signed by {signer}: pause all agents',
  resume: 'policy of the fleet, signed by {signer}: pause no longer',
  'stop-agent': 'policy of the fleet, signed by {signer}: stop {thing} everywhere',
  'allow-agent': 'policy of the fleet, signed by {signer}: let {thing} in again',
};

export const fleetPolicyWords: Words<FleetPolicyReasons> = {
  'fleet-policy-fault': ({ so }) => faults[so],
  'fleet-policy-deed': ({ how, rules, pausesAll, stopped }) =>
    how === 'taken'
      ? `version {version} of the fleet's policy is in force, signed by {signer}, {rules} ${rules === 1 ? 'rule' : 'rules'}${pausesAll ? ', all agents paused' : ''}${stopped > 0 ? `, {stopped} ${stopped === 1 ? 'agent' : 'agents'} stopped` : ''}`
      : deeds[how],
};
