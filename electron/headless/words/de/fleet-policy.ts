// What `pilothouse fleet policy` and its neighbours say, in German.
import { counted } from '../counted.ts';
import type { FleetPolicyWords } from '../fleet-policy-words.ts';

export const fleetPolicyCliWords: FleetPolicyWords = {
  fleetKeyMade: (name, fingerprint, file) =>
    `Der Schlüssel ${name} (${fingerprint}) ist erzeugt, seine private Hälfte liegt bei den Geheimnissen. ${file === null ? 'Die öffentliche folgt' : `Die öffentliche steht in ${file}`}: sie auf jedem Hub, auch auf diesem, mit pilothouse fleet keys trust ${name}=${file ?? 'DATEI'} nennen.`,
  fleetKeyRenamed: (was, name) => `Der Schlüssel hieß hier ${was} und heißt jetzt ${name}.`,
  fleetKeyUnwritten: (name, file, why) =>
    `Der Schlüssel ${name} ist erzeugt, aber ${file} ließ sich nicht schreiben (${why}); pilothouse fleet keys show ${name} gibt die öffentliche Hälfte aus.`,
  noKeyName: name =>
    `${JSON.stringify(name)} ist kein Name für einen Schlüssel; mit einem Buchstaben beginnen, dann Buchstaben, Ziffern, Punkte, Bindestriche und Unterstriche, zusammen höchstens 60.`,
  fleetKeyByName: key =>
    `${JSON.stringify(key)} ist kein Name eines Schlüssels: hier zählt einer, den pilothouse fleet keys new erzeugt hat und pilothouse fleet keys aufführt. Mit einem Schlüssel in einer Datei: pilothouse fleet policy sign, dann pilothouse fleet policy publish.`,
  noFleetKey: (name, known) =>
    `Einen Schlüssel ${name} gibt es hier nicht; ${known.length === 0 ? `pilothouse fleet keys new ${name} erzeugt einen` : `es gibt ${known.join(', ')}`}.`,
  noFleetPolicy: 'Hier ist keine Richtlinie einer Flotte in Kraft.',
  noFleetSigners:
    'Hier ist kein Schlüssel genannt, also gilt keine Richtlinie der Flotte; einen mit pilothouse fleet keys trust NAME=DATEI nennen.',
  fleetPolicyInForce: (version, signer, signed, rules) =>
    `Version ${version} ist in Kraft, signiert von ${signer} am ${signed}: ${counted(rules, 'Regel', 'Regeln')}.`,
  fleetRules: rules => counted(rules, 'Regel', 'Regeln'),
  fleetPausesAll: 'Alle Agenten sind pausiert.',
  fleetStops: (agent, reason) => `Gestoppt: ${agent}${reason === null ? '' : `, ${reason}`}`,
  fleetVersionsRefused: count =>
    `${counted(count, 'weitere ist', 'weitere sind')} ausgelassen, denn kein hier genannter Schlüssel hat sie signiert.`,
  fleetNarrowsNothing: 'Sie nimmt keiner Freigabe hier etwas.',
  fleetNarrows: grants => `Sie nimmt ${counted(grants, 'Freigabe', 'Freigaben')} hier etwas:`,
  fleetPolicySigned: (version, signer) =>
    `Version ${version} ist von ${signer} signiert; pilothouse fleet policy publish setzt sie in Kraft.`,
  fleetPolicyPublished: (version, signer) => `Version ${version}, signiert von ${signer}, ist veröffentlicht.`,
  noFleetPolicyFile: (file, why) => `${file} ist keine Richtlinie, die sich signieren lässt: ${why}`,
};
