// What is said of the hub itself, in German.
import { tokenRemedies } from './values.ts';
import type { HubReasons } from '../../contract/reasons.ts';
import type { Words } from '../reason.ts';

const consequences = {
  'no-start': 'kann kein Browser sie starten',
  'no-load': 'soll kein Browser sie laden',
  'no-server': 'läuft kein Server damit',
} as const;

const databaseFaults: Readonly<Record<string, string>> = {
  SQLITE_BUSY:
    '{file} ist von einem anderen Programm gesperrt; dieses schließen oder die Datei wegräumen, dann neu starten.',
  SQLITE_CORRUPT: '{file} ist beschädigt; die Datei wegräumen und neu anfangen oder eine Kopie zurückholen.',
  SQLITE_FULL: 'Der Datenträger mit {file} ist voll; Platz schaffen, dann noch einmal versuchen.',
  SQLITE_READONLY: '{file} lässt sich nicht schreiben; Datei und Ordner beschreibbar machen, dann neu starten.',
  SQLITE_IOERR:
    'Der Datenträger hat bei {file} einen Fehler gemeldet; ihn und seinen freien Platz prüfen, dann neu starten.',
  SQLITE_CANTOPEN:
    '{file} lässt sich nicht öffnen; dafür sorgen, dass es den Ordner gibt und er dem eigenen Konto gehört, dann neu starten.',
  ENOENT: 'Den Ordner von {file} gibt es nicht; ihn anlegen, dann neu starten.',
  ENOTDIR: 'Ein Teil des Pfads {file} ist eine Datei und kein Ordner; diese wegräumen, dann neu starten.',
  EISDIR: '{file} ist ein Ordner und keine Datei; ihn wegräumen, dann neu starten.',
  EACCES:
    '{file} darf von diesem Konto nicht gelesen und geschrieben werden; Datei und Ordner diesem Konto geben (Modi 0600 und 0700), dann neu starten.',
  EROFS:
    '{file} liegt auf einem Dateisystem, das nur gelesen werden kann; es beschreibbar machen oder mit PILOTHOUSE_HOME einen anderen Datenordner wählen, dann neu starten.',
};

const proposed =
  'Was er gesehen hat, ist unter Berechtigungen, Lernen vorgeschlagen; dort neu starten, damit er mehr sieht.';

export const hubWords: Words<HubReasons> = {
  'home-unusable':
    'Der Datenordner {home} ist nicht brauchbar ({why}). Ihn dem eigenen Konto geben und beschreibbar machen, oder mit --home DIR starten.',
  'home-folder-none': '{folder} ist kein Ordner',
  'home-folder-of-other': '{folder} gehört Benutzer {uid}',
  'hub-key-none':
    'Der Schlüssel des Hubs in {file} besteht nicht aus 64 Hex-Zeichen; entfernen und Pilothouse neu starten, dann entsteht ein neuer.',
  'home-held': ({ pid }) =>
    `Auf dem Datenordner {home} läuft schon ein Hub (${pid === null ? 'ein anderer Prozess' : 'Prozess {pid}'}). Diesen nutzen, oder mit --home DIR starten.`,
  'other-hub': 'Der Hub auf {home} ist von einer anderen Version von Pilothouse; ihn beenden, dann neu starten.',
  'file-not-packed': ({ so }) =>
    `Die Datei {file} ist nicht die, die mit diesem Pilothouse gepackt wurde, also ${consequences[so]}; Pilothouse neu installieren.`,
  'relay-not-built':
    'Das Relay {file} ist nicht das, das mit diesem Pilothouse gebaut wurde, also kann kein Browser es starten; Pilothouse neu installieren oder neu bauen.',

  'database-failed': ({ code }) =>
    databaseFaults[code] ??
    '{file} war nicht zu gebrauchen ({cause}); neu starten oder die Datei wegräumen und neu anfangen.',
  'database-closed': 'Die Datenbank {file} ist geschlossen; Pilothouse neu starten.',
  'database-newer':
    '{file} hat Version {version} und ist von einem neueren Pilothouse, während dieses {newest} kennt; Pilothouse aktualisieren, oder die Datei wegräumen, um neu zu beginnen.',
  'database-other':
    '{file} ist eine Datenbank eines anderen Programms; sie wegräumen, dann neu starten (nichts darin wurde geändert).',
  'database-link': '{path} ist ein symbolischer Link, dem nicht gefolgt wird; ihn wegräumen, dann neu starten.',
  'row-left-out': '{why} ({sql}): diese Zeile fehlt nun; das bitte als Fehler von Pilothouse melden.',
  'entry-unreadable':
    'Der Eintrag „{name}“ von {table} in {file} ist nicht lesbar ({why}) und wird ausgelassen; ihn neu anlegen oder eine Kopie der Datei zurückholen.',

  'trace-behind':
    'Der Trace hängt {entries} Einträge zurück und lässt Nachrichten aus, bis er aufgeholt hat; sonst ist nichts betroffen.',
  'trace-began-anew': 'Der Trace ist stehengeblieben ({why}); er hat neu begonnen, ohne die Einträge davor.',
  'trace-off': 'Der Trace ist zu oft stehengeblieben und ist aus ({why}); Pilothouse neu starten, um ihn zu haben.',
  'recording-ended': ({ why }) =>
    `Die Aufzeichnung auf die Festplatte hat von selbst geendet (${
      why === null ? 'der Trace hat neu begonnen' : '{why}'
    }). Was bis dahin geschrieben war, bleibt; unter Traces wieder einschalten.`,

  'secrets-in-keychain': ({ backend }) =>
    `Sie sind vom Schlüsselbund des Systems verschlüsselt${backend === null ? '' : ' ({backend})'}.`,
  'secrets-in-file': 'Sie liegen unverschlüsselt in {file}; nur das eigene Konto kann das lesen.',
  'secrets-locked':
    'Die in {file} brauchen den Schlüsselbund der Desktop-App; sie neu setzen, um sie hier zu benutzen.',
  'no-keychain':
    'In dieser Sitzung läuft kein Schlüsselbund; GNOME Keyring oder KWallet starten, dann Pilothouse neu starten.',
  'keychain-unusable': ({ backend }) =>
    `Der Schlüsselbund des Systems${
      backend === null ? '' : ' ({backend})'
    } ist nicht zu gebrauchen: er ist gesperrt oder läuft nicht. Ihn entsperren, dann Pilothouse neu starten.`,
  'keychain-does-not-open':
    'Der Schlüsselbund des Systems öffnet {file} nicht; ihn entsperren oder die Datei wegräumen und ihre Geheimnisse neu setzen.',
  'secrets-unreadable':
    '{file} ist nicht als Geheimnisse dieser Version lesbar; die Datei wegräumen, dann die Geheimnisse neu setzen.',
  'secrets-no-file': '{file} ist keine gewöhnliche Datei, und ihr wird nicht gefolgt; sie wegräumen, dann neu starten.',
  'secrets-of-other': '{file} gehört dem Benutzer {uid}; die Datei dem eigenen Konto geben.',
  'secrets-open-to-others':
    '{file} können andere lesen; „chmod 600“ darauf ausführen und die Geheimnisse darin wechseln.',

  'port-held':
    'Port {port} ist von {by} belegt. Dieses Programm beenden oder mit einem anderen --mcp-port starten; Agenten über stdio sind nicht betroffen.',
  'prometheus-not-counted': 'Metriken für Prometheus sind eingeschaltet und werden nicht gezählt: {why}.',
  'mcp-not-open': 'MCP über HTTP ließ sich auf Port {port} nicht öffnen: {why}.',
  'weak-token': ({ lacks }) =>
    `CLAUDE_BROWSER_AUTH_TOKEN wird nicht angenommen, weil es sich erraten oder von niemandem senden lässt: ${tokenRemedies[lacks]} und neu starten.`,
  'tokens-guessed':
    'Jemand auf diesem Rechner probiert Tokens für MCP über HTTP: mehr als 20 falsche kamen in einer Minute, und weitere werden gebremst. Nachsehen, welches Programm ein altes Token hat, oder diesen Zugang unter Verbinden ausschalten.',
  process: 'Prozess {pid} ({program})',
  'another-process': 'einem anderen Prozess',
  'stop-or-other-port': 'Es beenden oder mit einem anderen --mcp-port starten',
  'quit-or-leave-off': 'Es beenden oder diesen Zugang auslassen',
  'place-held': '{place} ist von {by} belegt.',
  'place-is-link': '{path} ist ein Link, dem nicht gefolgt wird; ihn entfernen und dies wieder einschalten.',
  'place-no-socket': '{path} ist kein Socket; es entfernen und dies wieder einschalten.',
  'place-is-folder':
    '{path} ist der Ordner, in dem neuere Versionen von Claude Code suchen. Eine Socket-Datei kann nicht an seiner Stelle sein: den Socket-Ordner ausschalten, andere Programme mit einem Socket darin beenden und dies wieder einschalten.',
  'place-no-folder': '{path} ist kein eigener Ordner; es entfernen und dies wieder einschalten.',
  'place-of-other': '{path} gehört dem Benutzer {uid}; ihn bitten, es zu entfernen.',
  'place-wrong-mode': '{path} ist mit dem Modus {octal} und nicht 600 entstanden.',
  'token-not-written':
    'Das Token ließ sich nicht nach {file} schreiben ({why}); dort Platz schaffen und noch einmal versuchen.',

  'learning-ended': `Der Lernmodus hat mit dem letzten Lauf geendet. ${proposed}`,
  'learning-full': `Der Lernmodus hat früher geendet: er hat {calls} verschiedene Aufrufe gesehen. ${proposed}`,
  'stray-data':
    'Daten des Servers „{server}“ liegen in {file}, wo er sie nicht mehr findet oder verliert; den Server öffnen, um sie zu kopieren.',

  'at-server': 'Server {server}',
  'at-model': ({ model }) => (model === null ? 'das Modell für Websites' : 'Modell {model}'),
  'at-page': '{member}, für die eigene Seite',
  'at-page-site': ({ from }) => (from === null ? '{member}, an {site}' : '{member}, an {site}, umgeleitet von {from}'),
  'at-page-near': ({ host, isThisMachine }) => {
    const place = isThisMachine ? 'dieses Gerät' : 'ein privates Netz';
    return host === null ? `{member}, an {address}: ${place}` : `{member}; {host} bedeutet ${place} ({address})`;
  },
  'at-own-browser': ({ url }) => (url === null ? '{method} in seinem Browser' : '{method} in seinem Browser: {url}'),
  'at-own-tools': '{tools} eigene Werkzeuge, als Server {server}',
  'at-browser': ({ site, browser }) => {
    if (site === null) return browser === null ? 'kein Browser' : '{browser}';
    return browser === null ? 'Website {site}' : 'Website {site}, in {browser}';
  },
  'at-tab': ({ site, inFrame, page, browser, element, title }) => {
    const what = element === undefined ? '' : '{element}, ';
    const tab = title === undefined ? 'Tab {tab}' : 'Tab „{title}“';
    const inPage = page === null ? '' : ' in {page}';
    const before = page === null || page === site ? '' : ' (bisher {page})';
    const at = inFrame ? `, ein Frame von {site}${inPage}` : `${site === null ? '' : ', {site}'}${before}`;
    return `${what}${tab}${at}${browser === null ? '' : ', in {browser}'}`;
  },
};
