// What `pilothouse fleet` says, in German.
import { counted } from '../counted.ts';
import type { FleetWords } from '../fleet-words.ts';

const states = { joining: 'tritt bei', online: 'verbunden', offline: 'offline', refused: 'abgewiesen' } as const;

export const fleetCliWords: FleetWords = {
  noFleet: 'Dieser Hub ist in keiner Flotte; pilothouse fleet join bringt ihn in eine.',
  fleetLeft: 'Dieser Hub hat die Flotte verlassen.',
  fleetAt: (name, address, prefix, roles) =>
    `${name} an ${address}, Präfix ${prefix}${roles.length === 0 ? '' : `, Rollen ${roles.join(', ')}`}`,
  fleetState: (state, since, ms) =>
    `${states[state]} seit ${since}${ms === null ? '' : `, ${ms} ms zum Server und zurück`}`,
  fleetOnline: hubs => `${counted(hubs, 'Hub ist', 'Hubs sind')} da.`,
  fleetPolicy: (version, signer) => `Richtlinie ${version} ist in Kraft, signiert von ${signer}.`,
  fleetWaiting: (audit, traces) =>
    `${counted(audit, 'Eintrag', 'Einträge')} des Audits und ${counted(traces, 'Trace', 'Traces')} warten auf den Versand.`,
  fleetModes: { running: 'läuft', 'read-only': 'nur lesen', paused: 'pausiert', stopped: 'gestoppt' },
  offlineSince: since => `offline seit ${since}`,
  fleetAdministrators: 'wer pilothouse fleet init ausführt',
  fleetUsers: 'jeder Hub, mit dem als Rechten, was pilothouse fleet rights NAME ausgibt',
  fleetFreed: (name, freed) =>
    freed
      ? `Ein anderer Hub kann jetzt als ${name} beitreten.`
      : `Kein Hub hat den Namen ${name}; nichts wurde geändert.`,
  fleetDiffers: (name, option, is, asked) =>
    `${name} war schon da, mit ${option} ${is === 0 ? 'ohne Ende' : is} statt der verlangten ${asked}; das wurde nicht geändert.`,
  fleetChangeSizes:
    'Die Tage ändert pilothouse fleet retention --nats ADRESSE, Bytes und Kopien nats stream edit, ein Befehl von NATS.',
  fleetSetUp: (made, found) =>
    [
      ...(made.length === 0 ? [] : [`Angelegt: ${made.join(', ')}.`]),
      ...(found.length === 0 ? [] : [`Schon da: ${found.join(', ')}.`]),
    ].join(' '),
  noFleetName: name =>
    `${name} ist kein Name in einer Flotte; Kleinbuchstaben, Ziffern und Bindestriche nehmen, höchstens 40, an keinem Ende ein Bindestrich.`,
  secretInAddress: address =>
    `Andere auf diesem Rechner können die Argumente eines Programms lesen; ${address} schreiben, mit --user oder --token-stdin.`,
  typePassword: user => `Passwort von ${user}: `,
  typeToken: 'Token: ',
  noFleetSecret: 'Es wurde nichts eingegeben; mit dem Geheimnis auf der Standardeingabe noch einmal ausführen.',
  oneProof: 'Eines von --creds, --nkey, --user und --token-stdin angeben.',
  fleetNkey: (name, file) => `${name}, dessen Seed in ${file} liegt; als Benutzer eines Kontos von NATS:`,
  fleetNkeyThere: file =>
    `${file} gibt es schon und bleibt, wie es ist, denn es kann der einzige Seed eines Benutzers sein; mit --out eine andere nennen.`,
  fleetNkeyNotWritten: (file, cause) => `${file} lässt sich nicht schreiben (${cause}); mit --out eine andere nennen.`,
  noSigner: text => `${text} nennt niemanden, der signiert; so schreiben: --signer Jun=jun.pem.`,
};
