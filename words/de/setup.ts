// What is wrong with the file that a hub is set up by, in German.
import type { SetupFault, SetupReasons } from '../../contract/setup-reasons.ts';
import type { Words } from '../reason.ts';

const faults: Readonly<Record<SetupFault, string>> = {
  open: 'Alle auf diesem Rechner dürfen in {thing} schreiben und könnten so ändern, was dieser Hub ausführt oder wem er vertraut; das abstellen mit: chmod o-w {thing}',
  large: '{thing} ist größer als 1 MB; weglassen, was nicht hineingehört.',
  empty: '{thing} ist leer; hineinschreiben, was darin stehen soll.',
  token:
    'In {thing} steht kein Token für Metriken; eines aus 16 bis 500 sichtbaren ASCII-Zeichen ohne Leerzeichen hineinschreiben, zum Beispiel mit: openssl rand -hex 32',
  'no-endpoint':
    'Es fehlt die Adresse, an die gesendet wird; sie unter "endpoint" nennen, hier oder für alles unter "telemetry".',
  'plain-http':
    '{thing} ist ein anderer Rechner, und was ohne TLS dorthin geht, lässt sich unterwegs mitlesen; https verwenden oder unter "telemetry" "allowPlainHttp": true schreiben.',
  proofs:
    'Einen Nachweis nennen, wer dieser Hub ist: "creds" oder "nkey" oder "token" oder "user" mit "password", jeweils außer "user" eine Datei.',
  'no-fleet':
    'Einen Server kann nur teilen, wer in einer Flotte ist; sie unter "fleet" nennen oder "shares" weglassen.',
  'no-server': 'Unter "mcpServers" steht kein Server {thing}; ihn dort eintragen oder einen nennen, der dort steht.',
  nobody: 'Er wird mit niemandem geteilt; Hubs unter "hubs" nennen oder Rollen der Richtlinie unter "roles".',
  'shared-twice': 'Der Server {thing} wird auch unter einem anderen Namen geteilt; ein Server kann nur einen haben.',
  runs: 'Auf {thing} läuft schon ein Hub, der die Datei nicht übernommen hat; ihn mit pilothouse stop beenden, dann mit der Datei starten.',
  'policy-unread':
    'Der Hub ist der Flotte {thing} beigetreten, konnte ihre Richtlinie aber nicht lesen, und ohne sie ist nicht bekannt, was sie verbietet; prüfen, ob NATS antwortet, dann den Hub noch einmal starten.',
  placeholder:
    '{thing} hat keinen Wert; den Wert an seine Stelle schreiben oder ${secret:NAME} mit der Datei von NAME unter "secrets".',
};

export const setupWords: Words<SetupReasons> = {
  'setup-no-file':
    '{path} ist nicht lesbar ({cause}); die Datei dorthin legen, lesbar für den Benutzer, unter dem der Hub läuft.',
  'setup-not-so': ({ so }) => faults[so],
};
