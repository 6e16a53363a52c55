// What is said of audit and traces on their way to the fleet, in German.
import type { FleetOutboxKind, FleetOutboxReasons } from '../../contract/fleet-outbox-reasons.ts';
import type { Words } from '../reason.ts';

const things = { audit: 'Das Protokoll', trace: 'Die Aufzeichnung' } as const;
const stay = (of: FleetOutboxKind) => `${things[of]} wartet hier`;

export const fleetOutboxWords: Words<FleetOutboxReasons> = {
  'fleet-outbox-refused': ({ of }) =>
    `Der Stream {stream} nimmt nicht an, was dieser Hub sendet ({said}). ${stay(of)} und wird wieder versucht; fragen Sie, wer die Flotte betreibt.`,
  'fleet-outbox-full': ({ of }) =>
    `Der Stream {stream} hat keinen Platz ({said}). ${stay(of)}, bis es welchen gibt: erhöhen Sie seine Grenzen oder kürzen Sie, wie lange er aufbewahrt, mit pilothouse fleet retention.`,
  'fleet-outbox-no-stream': ({ of }) =>
    `In der Flotte gibt es keinen Stream {stream}. ${stay(of)}, bis pilothouse fleet init ihn angelegt hat.`,
  'fleet-outbox-too-large': ({ of }) =>
    `Ein Eintrag von {bytes} Bytes ist größer, als der Stream {stream} annimmt. ${stay(of)}; erhöhen Sie max_payload des NATS-Servers oder max_msg_size des Streams.`,
  'fleet-outbox-silent': ({ of }) =>
    `Der Stream {stream} hat nicht rechtzeitig geantwortet. ${stay(of)} und wird wieder versucht; prüfen Sie, ob JetStream läuft und das Konto es benutzen darf.`,
  'fleet-audit-waits':
    '{entries} Einträge des Protokolls warten auf die Flotte und werden länger als eingestellt aufbewahrt; prüfen Sie die Verbindung, oder verlassen Sie die Flotte.',
  'fleet-outbox-branched': ({ of }) =>
    `Die Flotte kennt ${of === 'audit' ? 'ein Protokoll' : 'eine Aufzeichnung'} dieses Hubs, die er selbst nicht hat: Er wurde aus einer Sicherung wiederhergestellt oder kopiert. Was neu ist, geht als Epoche {epoch} weiter.`,
  'fleet-retention-refused':
    'Der Stream {stream} wurde nicht geändert ({said}); nehmen Sie Zugangsdaten der Flotte, die Streams ändern dürfen.',
  'fleet-read-refused':
    'Der Stream {stream} kann nicht gelesen werden ({said}); fragen Sie, wer die Flotte betreibt, ob dieser Hub es darf und ob sie eingerichtet ist.',
  'fleet-outbox-none':
    'Von hier wird nichts an eine Flotte gesendet, weil dieser Hub in keiner ist; treten Sie zuerst einer bei.',

  'fleet-retention-set': ({ auditDays, traceDays }) =>
    [
      ...(auditDays === null ? [] : ['das Protokoll der Flotte {auditDays} Tage lang aufbewahren']),
      ...(traceDays === null ? [] : ['ihre Aufzeichnung {traceDays} Tage lang aufbewahren']),
    ].join(', '),
  'fleet-outbox-set': 'was an die Flotte geht: {options}',
};
