// What is said of audit and traces on their way to the fleet, in German.
import type { FleetOutboxKind, FleetOutboxReasons } from '../../contract/fleet-outbox-reasons.ts';
import type { Words } from '../reason.ts';

const stay = (of: FleetOutboxKind) => (of === 'audit' ? 'Das Audit wartet hier' : 'Traces warten hier');
const again = (of: FleetOutboxKind) => `${stay(of)} und ${of === 'audit' ? 'wird' : 'werden'} wieder versucht`;

export const fleetOutboxWords: Words<FleetOutboxReasons> = {
  'fleet-outbox-refused': ({ of }) =>
    `Der Stream {stream} nimmt nicht an, was dieser Hub sendet ({said}). ${again(of)}; bei denen nachfragen, die die Flotte betreiben.`,
  'fleet-outbox-full': ({ of }) =>
    `Der Stream {stream} hat keinen Platz ({said}). ${stay(of)}, bis es welchen gibt: seine Grenzen erhöhen oder mit pilothouse fleet retention kürzen, wie lange er aufbewahrt.`,
  'fleet-outbox-no-stream': ({ of }) =>
    `In der Flotte gibt es keinen Stream {stream}. ${stay(of)}, bis pilothouse fleet init ihn angelegt hat.`,
  'fleet-outbox-too-large': ({ of }) =>
    `Ein Eintrag von {bytes} Bytes ist größer, als der Stream {stream} annimmt. ${stay(of)}; max_payload des NATS-Servers oder max_msg_size des Streams erhöhen.`,
  'fleet-outbox-silent': ({ of }) =>
    `Der Stream {stream} hat nicht rechtzeitig geantwortet. ${again(of)}; prüfen, ob JetStream läuft, auf seinem Datenträger Platz hat und vom Konto benutzt werden darf.`,
  'fleet-audit-waits': ({ entries }) =>
    `{entries} ${entries === 1 ? 'Eintrag des Audits wartet auf die Flotte und wird' : 'Einträge des Audits warten auf die Flotte und werden'} länger als eingestellt aufbewahrt; die Verbindung prüfen oder die Flotte verlassen.`,
  'fleet-outbox-branched': ({ of }) =>
    `Die Flotte kennt ${of === 'audit' ? 'ein Audit dieses Hubs, das' : 'Traces dieses Hubs, die'} er selbst nicht hat: Er wurde aus einer Sicherung wiederhergestellt oder kopiert. Was neu ist, geht als Epoche {epoch} weiter.`,
  'fleet-retention-refused':
    'Der Stream {stream} wurde nicht geändert ({said}); kein Hub soll die Rechte dafür haben, also die Zugangsdaten derer verwenden, die die Flotte eingerichtet haben: pilothouse fleet retention --nats ADRESSE.',
  'fleet-read-silent':
    'Der Stream {stream} hat nicht rechtzeitig geantwortet; noch einmal versuchen oder bei denen, die den Server betreiben, nachfragen, ob JetStream läuft.',
  'fleet-read-refused':
    'Der Stream {stream} kann nicht gelesen werden ({said}); bei denen nachfragen, die die Flotte betreiben, ob dieser Hub es darf und ob sie eingerichtet ist.',

  'fleet-retention-set': ({ auditDays, traceDays }) =>
    [
      ...(auditDays === null ? [] : ['das Audit der Flotte {auditDays} Tage lang aufbewahren']),
      ...(traceDays === null ? [] : ['ihre Traces {traceDays} Tage lang aufbewahren']),
    ].join(', '),
  'fleet-outbox-set': 'was an die Flotte geht: {options}',
};
