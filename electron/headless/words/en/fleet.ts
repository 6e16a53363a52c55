// What `pilothouse fleet` says, in English.
import { counted } from '../counted.ts';
import type { FleetWords } from '../fleet-words.ts';

const states = { joining: 'joining', online: 'online', offline: 'offline', refused: 'refused' } as const;

export const fleetCliWords: FleetWords = {
  noFleet: 'This hub is in no fleet; pilothouse fleet join puts it into one.',
  fleetLeft: 'This hub has left the fleet.',
  fleetAt: (name, address, prefix, roles) =>
    `${name} at ${address}, prefix ${prefix}${roles.length === 0 ? '' : `, roles ${roles.join(', ')}`}`,
  fleetState: (state, since, ms) =>
    `${states[state]} since ${since}${ms === null ? '' : `, ${ms} ms to the server and back`}`,
  fleetOnline: hubs => `${counted(hubs, 'hub is', 'hubs are')} here.`,
  fleetPolicy: (version, signer) => `Policy ${version} is in force, signed by ${signer}.`,
  fleetWaiting: (audit, traces) =>
    `${counted(audit, 'audit entry', 'audit entries')} and ${counted(traces, 'trace', 'traces')} wait to be sent.`,
  fleetModes: { running: 'running', 'read-only': 'read-only', paused: 'paused', stopped: 'stopped' },
  offlineSince: since => `offline since ${since}`,
  fleetAdministrators: 'whoever runs pilothouse fleet init',
  fleetUsers: 'each hub, with what pilothouse fleet rights NAME prints as its permissions',
  fleetFreed: (name, freed) =>
    freed ? `Another hub may join as ${name} now.` : `No hub has the name ${name}; nothing was changed.`,
  fleetDiffers: (name, option, is, asked) =>
    `${name} was there already, with ${option} ${is === 0 ? 'without end' : is} instead of the ${asked} asked for; that was not changed.`,
  fleetChangeSizes:
    'pilothouse fleet retention --nats ADDRESS changes the days; nats stream edit, of the command line of NATS, changes bytes and replicas.',
  fleetSetUp: (made, found) =>
    [
      ...(made.length === 0 ? [] : [`Made: ${made.join(', ')}.`]),
      ...(found.length === 0 ? [] : [`There already: ${found.join(', ')}.`]),
    ].join(' '),
  noFleetName: name =>
    `${name} is no name in a fleet; take lower-case letters, digits and hyphens, at most 40, with no hyphen at an end.`,
  secretInAddress: address =>
    `Others on this machine can read the arguments of a program; write ${address}, with --user or --token-stdin.`,
  typePassword: user => `Password of ${user}: `,
  typeToken: 'Token: ',
  noFleetSecret: 'Nothing was typed; run it again with the secret on standard input.',
  oneProof: 'Name one of --creds, --nkey, --user and --token-stdin.',
  fleetNkey: (name, file) => `${name}, whose seed is in ${file}; as a user of an account of NATS:`,
  fleetNkeyThere: file =>
    `${file} is there already and was left alone, as it may be the only seed of a user; name another with --out.`,
  fleetNkeyNotWritten: (file, cause) => `${file} cannot be written (${cause}); name another with --out.`,
  noSigner: text => `${text} names no signer; write it like --signer Jun=jun.pem.`,
};
