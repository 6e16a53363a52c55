// What `pilothouse fleet` says, in German.
import { counted } from '../counted.ts';
import type { FleetWords } from '../fleet-words.ts';

const states = { joining: 'tritt bei', online: 'verbunden', offline: 'offline', refused: 'abgewiesen' } as const;

export const fleetCliWords: FleetWords = {
  noFleet: 'Dieser Hub ist in keinem Verbund; pilothouse fleet join bringt ihn in einen.',
  fleetLeft: 'Dieser Hub hat den Verbund verlassen.',
  fleetAt: (name, address, prefix, roles) =>
    `${name} an ${address}, Präfix ${prefix}${roles.length === 0 ? '' : `, Rollen ${roles.join(', ')}`}`,
  fleetState: (state, since, ms) =>
    `${states[state]} seit ${since}${ms === null ? '' : `, ${ms} ms zum Server und zurück`}`,
  fleetOnline: hubs => `${counted(hubs, 'Hub ist', 'Hubs sind')} da.`,
  fleetPolicy: (version, signer) => `Es gelten die Regeln ${version}, signiert von ${signer}.`,
  fleetWaiting: (audit, traces) => `${audit} Einträge des Protokolls und ${traces} Spuren warten auf den Versand.`,
  fleetModes: { running: 'läuft', 'read-only': 'nur lesen', paused: 'angehalten', stopped: 'gestoppt' },
  offlineSince: since => `offline seit ${since}`,
  fleetFreed: (name, freed) =>
    freed
      ? `Ein anderer Hub kann jetzt als ${name} beitreten.`
      : `Kein Hub hat den Namen ${name}; nichts wurde geändert.`,
  fleetSetUp: (made, found) =>
    [
      ...(made.length === 0 ? [] : [`Angelegt: ${made.join(', ')}.`]),
      ...(found.length === 0 ? [] : [`Schon da: ${found.join(', ')}.`]),
    ].join(' '),
  noFleetName: name =>
    `${name} ist kein Name in einem Verbund; Kleinbuchstaben, Ziffern und Bindestriche nehmen, höchstens 40, an keinem Ende ein Bindestrich.`,
  secretInAddress: address =>
    `Andere auf diesem Rechner können die Argumente eines Programms lesen; ${address} schreiben, mit --user oder --token-stdin.`,
  typePassword: user => `Passwort von ${user}: `,
  typeToken: 'Token: ',
  noFleetSecret: 'Es wurde nichts eingegeben; mit dem Geheimnis auf der Standardeingabe noch einmal ausführen.',
  oneProof: 'Eines von --creds, --nkey, --user und --token-stdin angeben.',
  noSigner: text => `${text} nennt niemanden, der signiert; so schreiben: --signer Jun=jun.pem.`,
};
