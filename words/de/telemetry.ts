// What is said of live export by OTLP, in German.
import type { TelemetryReasons } from '../../contract/telemetry-reasons.ts';
import type { Words } from '../reason.ts';

const saying = (said: string) => (said === '' ? '' : ' ({said})');

export const telemetryWords: Words<TelemetryReasons> = {
  'telemetry-secret-in-address':
    'Die Adresse darf weder Benutzer noch Passwort noch Abfrage haben, denn sie wird gezeigt; Geheimes gehört in einen Header.',
  'telemetry-no-endpoint':
    'Für {signal} gibt es keinen Endpunkt; den gemeinsamen oder einen eigenen setzen, etwa http://127.0.0.1:4318.',
  'telemetry-plain-http':
    '{address} ist ein anderer Rechner, und was ohne TLS dorthin geht, kann unterwegs gelesen werden; https nehmen oder allowPlainHttp erlauben.',
  'telemetry-header-lacks-value': 'Der Header {header} hat keinen Wert mehr, darum wird nichts gesendet; neu setzen.',
  'telemetry-unreachable':
    '{address} antwortet nicht ({said}). Es wird wieder versucht; die Adresse prüfen und ob der Empfänger läuft.',
  'telemetry-busy': ({ said }) =>
    `{address} nimmt gerade nichts an: Status {status}${saying(said)}. Es wird wieder versucht.`,
  'telemetry-refused': ({ said }) =>
    `{address} hat das Gesendete abgelehnt: Status {status}${saying(said)}. Es ist verworfen; Pfad, Protokoll und Header prüfen.`,
  'telemetry-partly': ({ said }) => `{address} hat {rejected} vom Gesendeten ausgelassen${saying(said)}.`,
  'telemetry-not-written': 'Was zu senden war, ließ sich nicht schreiben ({said}) und ist verworfen.',

  'telemetry-set': 'laufender Export über OTLP: {options}',
};
