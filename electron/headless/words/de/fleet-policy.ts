// What `pilothouse fleet policy` and its neighbours say, in German.
import { counted } from '../counted.ts';
import type { FleetPolicyWords } from '../fleet-policy-words.ts';

export const fleetPolicyCliWords: FleetPolicyWords = {
  fleetKeyMade: (name, key, fingerprint) =>
    `Der Schlüssel ${name} ist erzeugt und liegt bei den Geheimnissen. Beim Beitritt der Hubs seine öffentliche Hälfte nennen: ${key} (${fingerprint})`,
  noFleetPolicy: 'Hier ist keine Richtlinie einer Flotte in Kraft.',
  noFleetSigners:
    'Hier ist kein Schlüssel genannt, also gilt keine Richtlinie der Flotte; einen mit pilothouse fleet keys trust NAME=DATEI nennen.',
  fleetPolicyInForce: (version, signer, signed, rules) =>
    `Version ${version} ist in Kraft, signiert von ${signer} um ${signed}: ${counted(rules, 'Regel', 'Regeln')}.`,
  fleetRules: rules => counted(rules, 'Regel', 'Regeln'),
  fleetPausesAll: 'Alle Agenten sind pausiert.',
  fleetStops: (agent, reason) => `Gestoppt: ${agent}${reason === null ? '' : `, ${reason}`}`,
  fleetVersionsRefused: count =>
    `${counted(count, 'weitere ist', 'weitere sind')} ausgelassen, mit keinem hier genannten Schlüssel signiert.`,
  fleetNarrowsNothing: 'Sie nimmt keiner Freigabe hier etwas.',
  fleetNarrows: grants => `Sie nimmt ${counted(grants, 'Freigabe', 'Freigaben')} hier etwas:`,
  fleetPolicySigned: (version, signer) =>
    `Version ${version} ist von ${signer} signiert; pilothouse fleet policy publish setzt sie in Kraft.`,
  fleetPolicyPublished: (version, signer) => `Version ${version}, signiert von ${signer}, ist veröffentlicht.`,
  noFleetPolicyFile: (file, why) => `${file} ist keine Richtlinie, die sich signieren lässt: ${why}`,
};
