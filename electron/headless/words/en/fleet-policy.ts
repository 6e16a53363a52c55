// What `pilothouse fleet policy` and its neighbours say, in English.
import { counted } from '../counted.ts';
import type { FleetPolicyWords } from '../fleet-policy-words.ts';

export const fleetPolicyCliWords: FleetPolicyWords = {
  fleetKeyMade: (name, key, fingerprint) =>
    `The key ${name} is made and kept among the secrets. Name its public half when hubs join: ${key} (${fingerprint})`,
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
