// What stands above the lists of `pilothouse fleet`, and what it says of names that nobody has heard of, in German.
import { counted } from '../counted.ts';
import type { FleetListWords } from '../fleet-list-words.ts';

const none = (names: readonly string[]) => (names.length === 0 ? 'keine' : names.join(', '));

export const fleetListCliWords: FleetListWords = {
  fleetHeads: {
    hubs: ['HUB', 'VERSION', 'ROLLEN', 'NENNT SICH', 'AGENTEN', 'SERVER', 'FRAGEN', 'ZUSTAND'],
    roles: ['HUB', 'ROLLEN'],
    keys: ['SCHLÜSSEL', 'FINGERABDRUCK', 'ZWECK'],
    versions: ['VERSION', 'SIGNIERT VON', 'SIGNIERT AM', 'REGELN', 'PAUSIERT', 'GESTOPPTE AGENTEN'],
    rules: ['REGEL', 'WIRKUNG', 'BEREICHE', 'WORÜBER', 'GRUND'],
    servers: ['SERVER', 'TOOLS', 'ZUM LESEN', 'HIER'],
    clients: ['CLIENT', 'ZUSTAND', 'SIGNIERT AM', 'DARF VERWENDEN'],
    audit: ['ZEIT', 'HUB', 'WER', 'ERGEBNIS', 'WAS', 'REGEL', 'WO'],
    trace: ['ZEIT', 'HUB', 'VON → AN', 'WAS', 'ERGEBNIS', 'DAUER'],
  },
  fleetNoVersions: 'In dieser Flotte wurde noch keine Richtlinie veröffentlicht.',
  fleetLastKnown: mode => `${mode}, zuletzt`,
  fleetLastSeen: hubs => `${counted(hubs, 'Hub war', 'Hubs waren')} da, als dieser zuletzt verbunden war.`,
  fleetKeyUses: {
    trusted: 'was er signiert, gilt hier',
    own: 'signiert von hier aus; was er signiert, gilt hier nicht',
    both: 'signiert von hier aus, und es gilt hier',
  },
  fleetHubsUnknown: (names, known) =>
    `Bisher heißt kein Hub der Flotte ${names.join(', ')}; andere, die schon da waren: ${none(known)}.`,
  fleetRolesUnknown: (names, known) =>
    `Die Richtlinie in Kraft gibt keinem Hub die Rolle ${names.join(', ')}; Rollen, die sie vergibt: ${none(known)}.`,
  fleetAgentUnknown: (agent, known) =>
    `Ein Agent ${agent} ist von hier aus nicht zu sehen; verbindet sich einer dieses Namens, wird er gestoppt. Agenten hier und in der Flotte: ${none(known)}.`,
  fleetNotYet: seconds =>
    `Der Hub ist beigetreten, aber nach ${seconds} s noch nicht verbunden; er versucht es weiter, siehe pilothouse fleet status.`,
};
