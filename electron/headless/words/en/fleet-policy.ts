// What `pilothouse fleet policy` and its neighbours say, in English.
import { counted } from '../counted.ts';
import type { FleetPolicyWords } from '../fleet-policy-words.ts';

export const fleetPolicyCliWords: FleetPolicyWords = {
  fleetKeyMade: (name, fingerprint, file) =>
    `The key ${name} (${fingerprint}) is made, and its private half is kept among the secrets. ${file === null ? 'Its public half follows' : `Its public half is in ${file}`}: name it on each hub, on this one too, with pilothouse fleet keys trust ${name}=${file ?? 'FILE'}.`,
  fleetKeyRenamed: (was, name) => `The key was called ${was} here, and is called ${name} from now on.`,
  fleetKeyUnwritten: (name, file, why) =>
    `The key ${name} is made, but ${file} could not be written (${why}); pilothouse fleet keys show ${name} prints its public half.`,
  noKeyName: name =>
    `${JSON.stringify(name)} is no name of a key; use a letter, then letters, digits, dots, hyphens and underscores, at most 60.`,
  fleetKeyByName: key =>
    `${JSON.stringify(key)} is no name of a key: here one counts that pilothouse fleet keys new has made, and pilothouse fleet keys lists. With a key in a file: pilothouse fleet policy sign, then pilothouse fleet policy publish.`,
  noFleetKey: (name, known) =>
    `There is no key ${name} here; ${known.length === 0 ? `pilothouse fleet keys new ${name} makes one` : `there are ${known.join(', ')}`}.`,
  noFleetPolicy: 'No policy of a fleet is in force here.',
  noFleetSigners:
    'No key is named here, so no policy of the fleet is taken; name one with pilothouse fleet keys trust NAME=FILE.',
  fleetPolicyInForce: (version, signer, signed, rules) =>
    `Version ${version} is in force, signed by ${signer} at ${signed}: ${counted(rules, 'rule', 'rules')}.`,
  fleetRules: rules => counted(rules, 'rule', 'rules'),
  fleetPausesAll: 'All agents are paused.',
  fleetStops: (agent, reason) => `Stopped: ${agent}${reason === null ? '' : `, ${reason}`}`,
  fleetVersionsRefused: count =>
    `${counted(count, 'other one is', 'other ones are')} left out, signed by no key that was named here.`,
  fleetNarrowsNothing: 'It takes nothing from any grant here.',
  fleetNarrows: grants => `It takes from ${counted(grants, 'grant', 'grants')} here:`,
  fleetPolicySigned: (version, signer) =>
    `Version ${version} is signed by ${signer}; pilothouse fleet policy publish puts it in force.`,
  fleetPolicyPublished: (version, signer) => `Version ${version}, signed by ${signer}, is published.`,
  noFleetPolicyFile: (file, why) => `${file} is no policy that can be signed: ${why}`,
};
