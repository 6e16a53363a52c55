// What stands above the lists of `pilothouse fleet`, and what it says of names that nobody has heard of, in English.
import { counted } from '../counted.ts';
import type { FleetListWords } from '../fleet-list-words.ts';

const none = (names: readonly string[]) => (names.length === 0 ? 'none' : names.join(', '));

export const fleetListCliWords: FleetListWords = {
  fleetHeads: {
    hubs: ['HUB', 'VERSION', 'ROLES', 'CALLS ITSELF', 'AGENTS', 'SERVERS', 'QUESTIONS', 'STATE'],
    roles: ['HUB', 'ROLES'],
    keys: ['KEY', 'FINGERPRINT', 'USE'],
    versions: ['VERSION', 'SIGNED BY', 'SIGNED AT', 'RULES', 'PAUSES', 'STOPPED AGENTS'],
    rules: ['RULE', 'EFFECT', 'SCOPES', 'ABOUT', 'REASON'],
    servers: ['SERVER', 'TOOLS', 'FOR READING', 'HERE'],
    clients: ['CLIENT', 'STATE', 'SIGNED AT', 'MAY USE'],
    audit: ['TIME', 'HUB', 'WHO', 'OUTCOME', 'WHAT', 'RULE', 'WHERE'],
    trace: ['TIME', 'HUB', 'FROM → TO', 'WHAT', 'OUTCOME', 'TOOK'],
  },
  fleetNoVersions: 'No policy has been published in this fleet.',
  fleetLastKnown: mode => `${mode} when last heard of`,
  fleetLastSeen: hubs => `${counted(hubs, 'hub was', 'hubs were')} here when this one was connected last.`,
  fleetKeyUses: {
    trusted: 'what it signs holds here',
    own: 'can sign here; what it signs does not hold here',
    both: 'can sign here, and what it signs holds here',
  },
  fleetHubsUnknown: (names, known) =>
    `No hub of the fleet is called ${names.join(', ')} so far; others that have been seen: ${none(known)}.`,
  fleetRolesUnknown: (names, known) =>
    `The policy in force gives no hub the role ${names.join(', ')}; the roles that it gives: ${none(known)}.`,
  fleetAgentUnknown: (agent, known) =>
    `No agent ${agent} is to be seen from here; one of that name is stopped as soon as it connects. Agents here and in the fleet: ${none(known)}.`,
  fleetNotYet: seconds =>
    `The hub has joined but is not connected after ${seconds} s; it keeps trying, see pilothouse fleet status.`,
};
