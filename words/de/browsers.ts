// What is said of the browsers of this machine, in German.
import type { BrowserReasons } from '../../contract/reasons.ts';
import type { Words } from '../reason.ts';

const viewed = {
  question: 'Diese Frage',
  grant: 'Diese Erlaubnis',
  tab: 'Dieser Tab',
  site: 'Diese Website',
  chat: 'Dieser Chat',
};

export const browserWords: Words<BrowserReasons> = {
  'not-in-this-view': ({ what }) =>
    `${viewed[what]} gehört nicht zu der Seite, die hier gezeigt wird, oder der Tab ist inzwischen weiter; noch einmal hinsehen oder es in Pilothouse tun.`,
  'too-many-views': 'Dieser Browser zeigt schon {most} Seiten von Pilothouse; einige davon schließen.',
  'browser-not-let-in': '{browser} ist nicht zugelassen; in Pilothouse zulassen.',

  'manifest-overwritten': ({ program, at }) =>
    `${program === null ? 'Ein anderes Programm' : '{program}'} hat${at === null ? '' : ' um {at}'} seine eigene Datei über unsere geschrieben: {path}. Reparieren bewahrt eine Kopie davon auf und schreibt unsere wieder.`,
  'manifest-bom': '{path} beginnt mit einer Bytereihenfolge-Marke, die Browser ablehnen. Reparieren schreibt sie neu.',

  'claim-taken': '{browser} nimmt diese.',
  'claim-after': '{browser} nimmt {place}, das zuerst kommt.',
  'claim-hidden': '{browser} kommt nicht bis hierher: {place} ist da und verdeckt es.',
  'claim-forbidden': 'Eine Richtlinie in {file} verbietet Hosts des Benutzers.',
  'claim-no-file': ({ file }) =>
    file === null ? 'Der Schlüssel führt zu keiner Datei.' : 'Der Schlüssel führt zu {file}, die fehlt.',
  'claim-no-manifest': '{path} ist kein Manifest, das ein Browser versteht.',
  'claim-starts-with-bom': '{path} beginnt mit einer Bytereihenfolge-Marke, die Browser ablehnen.',
  'claim-field': 'Das Feld „{field}“ ist nicht, was ein Browser verlangt.',
  'claim-no-program': '{program} gibt es nicht.',
  'claim-not-executable': '{program} ist nicht ausführbar.',
  'claim-not-for': 'Sie ist nicht für {extension}.',
  'claim-not-read': '{path} ließ sich nicht lesen: {why}.',

  'answers-pilothouse': 'Pilothouse antwortet {extension} in {browser}.',
  'answers-other': '{program} antwortet {extension} in {browser}.',
  'answers-nobody': 'Niemand antwortet {extension} in {browser}.',
  'answers-not': 'Niemand antwortet {extension} in {browser}: {why}',

  'policy-no-user-hosts': 'Die Richtlinie in {file} verbietet Native-Messaging-Hosts des Benutzers.',
  'policy-blocks-host': 'Die Richtlinie in {file} sperrt Native-Messaging-Hosts, auf die „{pattern}“ passt.',
  'policy-allows-host': 'Die Richtlinie in {file} nennt diesen Native-Messaging-Host als erlaubt.',
  'policy-file-not-read': 'Die Richtlinie in {file} ließ sich nicht lesen.',

  'browser-off': '{browser} ist nicht eingeschaltet.',
  'browser-closed': '{browser} ist eingeschaltet und geschlossen. Ihn starten.',
  'browser-no-extension': '{browser} läuft, und sein Begleiter hat sich nie gemeldet. Den Begleiter laden.',
  'browser-extension-waits': 'Der Begleiter in {browser} wartet auf deine Freigabe, mit dem Code {code}.',
  'browser-extension-denied':
    'Du hast den Begleiter in {browser} abgelehnt. Ihn vergessen, um wieder gefragt zu werden.',
  'browser-extension-away':
    'Der Begleiter in {browser} hat sich zuletzt um {at} gemeldet. Dort nachsehen, ob er eingeschaltet ist.',
  'browser-extension-old':
    'Der Begleiter in {browser} hat die Version {version}, der Hub {wanted}. Auf der Seite der Erweiterungen „Neu laden“ drücken.',
  'browser-answers': 'Der Begleiter {version} in {browser} ist verbunden.',
  'browser-reads-folder': '{browser} liest den Ordner von {other}: was für ihn eingeschaltet ist, antwortet in beiden.',
  'browser-forbidden':
    '{browser} darf das Relay nicht starten: {why} Seinen Begleiter mit einem Code verbinden oder den fragen, der diesen Rechner verwaltet.',
  'profiles-not-read': '{path} darf nicht gelesen werden, also sind die Profile unbekannt.',
  'browser-unanswered': '{extension} in {browser} erreicht Pilothouse nicht mehr: {why}',

  'needs-administrator':
    'Für den ganzen Rechner zu schreiben verlangt einen Administrator. Für {browser} ausführen: {command}',
  'no-system-place': '{browser} hat keinen Ort für den ganzen Rechner. Ihn für dich selbst einschalten.',
  'folder-not-absolute': '{folder} ist kein absoluter Pfad; den ganzen Pfad des Ordners angeben.',
  'folder-not-there': 'Den Ordner {folder} gibt es nicht; den angeben, mit dem der Browser gestartet wurde.',
  'folder-no-profiles':
    '{folder} enthält keine Profile eines Chromium-Browsers; den Ordner angeben, der hinter --user-data-dir steht.',
  'folder-of-browser': '{folder} ist schon der Ordner von {browser}; diesen einschalten.',
  'folder-by-registry':
    'Unter Windows findet ein Browser seine Manifeste über die Registrierung, wo auch immer seine Profile liegen.',
  'no-named-folder': '„{browser}“ ist kein hinzugefügter Ordner; einen von diesen nennen.',
  'browser-no-program': 'Das Programm von {browser} wurde nicht gefunden; ihn selbst starten.',
  'browser-not-started': '{browser} ließ sich nicht starten: {why}. Ihn selbst starten.',
  'no-such-profile': '{browser} hat kein Profil „{profile}“; ein anderes wählen.',
};
