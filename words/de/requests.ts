// Why a request was refused, in German.
import type { RequestReasons } from '../../contract/reasons.ts';
import type { Words } from '../reason.ts';

/** What a sign means to a shell. */
const shellMeanings: Readonly<Record<string, string>> = {
  '|': 'eine Pipe',
  '>': 'eine Umleitung',
  '<': 'eine Umleitung',
  ';': 'einen zweiten Befehl',
  '&': 'einen Befehl im Hintergrund',
  '`': 'eine eingesetzte Ausgabe',
  '$(': 'eine eingesetzte Ausgabe',
};

const browserStates = {
  deciding: 'darüber wird gerade entschieden',
  connected: 'er ist verbunden',
  away: 'er ist nicht da',
  denied: 'er wurde abgelehnt',
} as const;

/** What stands where JSON is broken. */
const missing: Readonly<Record<RequestReasons['policy-json']['expected'], string>> = {
  value: 'Hier fehlt ein Wert',
  name: 'Hier fehlt ein Name in doppelten Anführungszeichen',
  colon: 'Hier fehlt ein :',
  member: 'Hier fehlt ein , oder }',
  item: 'Hier fehlt ein , oder ]',
  end: 'Nach dem Ende des JSON darf nichts folgen',
  text: 'Dieser Text hat kein Ende oder eine falsche Maskierung',
  escape: 'Dieser Text hat kein Ende oder eine falsche Maskierung',
  depth: 'Hier sind Werte zu tief verschachtelt',
};

const fileVerbs = { read: 'lesen', write: 'schreiben', remove: 'entfernen' };

export const requestWords: Words<RequestReasons> = {
  'config-broken':
    'Zeile {line}, Spalte {column}: {why}. Die Datei bleibt, wie sie ist; den Fehler beheben, dann noch einmal versuchen.',
  'config-failed': ({ verb }) =>
    `{file} ließ sich nicht ${fileVerbs[verb]}: {why}. Die Ursache beheben, dann noch einmal versuchen.`,
  'value-at': '{at}: {why}.',
  'no-tool-result': ({ why }) =>
    `{browser} hat auf {tool} mit etwas geantwortet, das kein Ergebnis eines Tools ist${why ? ' ({why})' : ''}.`,
  'file-not-read': '{file} wurde nicht gelesen: {why}.',
  'secrets-not-kept': 'Geheimnisse lassen sich nicht aufbewahren. {why}.',
  'too-many-secrets': 'Höchstens {most} Geheimnisse werden aufbewahrt; in den Einstellungen einige entfernen.',
  'endpoint-no-token': 'Der Endpunkt {endpoint} hat kein Token.',
  'endpoint-not-switched': 'Der Endpunkt {endpoint} lässt sich nicht schalten.',
  'prompt-ended': 'Die Frage {prompt} ist beendet; der Agent kann neu fragen.',
  'prompt-not-for': 'Die Frage {prompt} lässt sich nicht für „{answer}“ beantworten; wählbar: {breadths}.',
  'prompt-waits-no-more': 'Der Aufruf wartet nicht mehr auf die Frage {prompt}; der Agent kann neu fragen.',
  'too-many-prompts': '{most} Fragen warten schon; warten, bis einige beantwortet sind.',
  'no-grant': 'Eine Freigabe „{grant}“ gab es nie; pilothouse grants list zeigt die geltenden.',
  'grant-ended': 'Die Freigabe {grant} ist schon beendet; pilothouse grants list zeigt die geltenden.',
  'too-long-to-show':
    'Es hat {chars} Zeichen, und höchstens {most} können zur Bestätigung gezeigt werden; es im Panel tun.',
  'too-many-changes': '{most} Änderungen warten schon; erst diese beantworten.',
  'change-ended': 'Diese Änderung wartet nicht mehr; wer gefragt hat, kann neu fragen.',
  'unknown-client': 'Einen Client „{client}“ gibt es nicht; pilothouse status --json nennt die vorhandenen.',
  'lifetime-agent': 'Die Dauer „agent“, und keine andere, braucht den Agenten, mit dem sie endet.',
  'unknown-agent': 'Einen Agenten „{agent}“ gibt es nicht; pilothouse status --json nennt die vorhandenen.',
  'agent-of-other': 'Der Agent „{agent}“ ist einer von {client}, nicht von {other}.',
  'unknown-server': 'Einen Server „{server}“ gibt es nicht; pilothouse status --json nennt die vorhandenen.',
  'tab-for-always':
    'Ein Tab endet mit seinem Browser, also wird darin nichts für immer freigegeben; einmal wählen oder seine Website.',
  'lock-not-reported':
    'Die Bildschirmsperre wird auf diesem Rechner nicht gemeldet, also würde „bis zur Sperre“ nie enden; etwas anderes wählen.',
  'prompt-ended-ask-audit': 'Die Frage {prompt} ist beendet; nach ihrem Aufruf so fragen, wie er im Audit steht.',
  'not-recorded': ({ why }) =>
    `Nach {folder} lässt sich nichts aufzeichnen: ${why === null ? 'es ist nicht bekannt, warum' : '{why}'}.`,
  'folder-not-private':
    '{folder} ist kein privater Ordner dieses Kontos; ihn wegräumen, dann die Aufzeichnung wieder einschalten.',
  'import-not-kept': 'Dieser importierte Trace ist nicht mehr da; seine Datei neu importieren.',
  'no-import':
    'Es ist kein Trace importiert; erst eine Datei importieren, und Pilothouse neu starten, wenn das nicht beginnt.',
  'entry-twice': 'Eintrag {entry} steht zweimal da.',
  'entry-too-old': 'Eintrag {entry} ist zu alt, um neben den neuesten aufbewahrt zu werden.',
  'entries-leave-out': 'Die Nummern der Einträge lassen zu viel aus.',
  'too-many-pins': '{most} Einträge sind angeheftet, mehr haben keinen Platz; einen lösen.',
  'trace-stopped': 'Der Trace ist beendet; Pilothouse neu starten, um ihn zu haben.',
  'trace-is-off': 'Der Trace ist aus; Pilothouse neu starten, um ihn zu haben.',
  'trace-stopped-while-read': 'Der Trace ist beim Lesen stehengeblieben und hat neu begonnen; noch einmal fragen.',
  'server-removed': 'Einen Server „{server}“ gibt es nicht mehr; er wurde entfernt.',
  'no-agent': 'Einen Agenten „{agent}“ gibt es nicht; er ist gegangen.',
  'panel-gone': 'Das Panel, das gefragt hat, ist weg.',
  'no-browser': 'Einen Browser „{browser}“ gibt es nicht; er ist gegangen.',
  'browser-not-approved': '{browser} ist nicht zugelassen; zuerst unter Verbinden zulassen.',
  'agent-has-left': '{agent} ist gegangen.',
  'browser-name-taken': 'Ein anderer Browser heißt schon {name}; einen anderen Namen wählen.',
  'browser-waits-not': ({ state }) => `{browser} wartet nicht auf Zulassung: ${browserStates[state]}.`,
  'key-of-other-profile':
    'Die Erweiterung hat den Schlüssel eines anderen Profils ihres Browsers; dieses unter „Verbinden“ mit einem eigenen Code koppeln.',
  'no-companion-port': ({ why }) =>
    `Für die Companion-Erweiterung ließ sich kein Port öffnen${why === null ? '' : ': {why}'}; ihren Zugang unter „Verbinden“ aus- und einschalten, dann noch einmal versuchen.`,
  'browser-away': '{browser} ist gerade nicht verbunden. Den Browser starten, dann noch einmal aufrufen.',
  'a-browser-away': 'Der Browser ist gerade nicht verbunden. Ihn starten, dann noch einmal aufrufen.',
  'no-client': 'Einen Client „{client}“ gibt es nicht; vielleicht wurde er widerrufen. Die Liste neu laden.',
  'client-let-in': '{client} kam mit seinem Zugang herein; diesen widerrufen, um ihn auszusperren.',
  'client-of-hub':
    '{client} gehört zu einem anderen Hub der Flotte, der beweist, wer es ist; einen Zugang zum Erneuern gibt es nicht.',
  'client-no-credential': '{client} hat keinen Zugang, der sich widerrufen ließe; seinen Endpunkt ausschalten.',
  'definition-other':
    'Die Beschreibung von „{tool}“ ist nicht mehr die gezeigte; sie noch einmal ansehen, dann antworten.',
  'stray-data-other': 'Die Datei {file} ist nicht die gefundene; noch einmal nachsehen.',
  'stray-data-not-copied': 'Die Daten ließen sich nicht nach {to} kopieren ({why}); sie von Hand kopieren.',
  'command-line-empty': 'Die Befehlszeile ist leer; ein Programm und seine Argumente eingeben.',
  'command-line-assigns':
    '„{variable}=“ setzt eine Umgebungsvariable, was eine Befehlszeile hier nicht kann; ein mcpServers-JSON mit „env“ einfügen.',
  'command-line-shell': ({ sign }) =>
    `Die Befehlszeile enthält an Zeichen {at} {sign}, ${shellMeanings[sign] ?? ''}; sie läuft in keiner Shell, also als '{sign}' schreiben oder weglassen.`,
  'command-line-backslash': 'Die Befehlszeile endet mit einem einzelnen \\; ihn entfernen.',
  'command-line-open': 'Das {quote} an Zeichen {at} der Befehlszeile wird nie geschlossen; es schließen.',
  'no-config': 'Das kann kein Server sein: {why}.',
  'config-nul': 'Es enthält ein NUL-Zeichen, das kein Programm bekommen kann; es entfernen.',
  'config-folder': 'Der Ordner „{folder}“ ist nicht absolut; seinen ganzen Pfad angeben.',
  'variable-name':
    'Eine Variable heißt „{name}“; ein Name darf nicht leer sein und weder „=“ noch ein Leerzeichen enthalten.',
  'variable-no-value': '„{name}“ hat noch keinen Wert; einen angeben.',
  'server-needs-secret':
    '„{server}“ braucht das Geheimnis „{secret}“; es in den Einstellungen unter Geheimnisse setzen.',
  'server-no-sign-in':
    '„{server}“ läuft auf diesem Rechner und verlangt keine Anmeldung; ihm als Geheimnis geben, was er braucht.',
  'sign-in-not-asked': 'Seine Anmeldung wird nicht gefragt: {why}.',
  'sign-in-cannot-begin': 'Die Anmeldung bei „{server}“ kann nicht beginnen: {why}.',
  'sign-out-other':
    'Womit „{server}“ sich anmeldet, ist ein anderes geworden, während er endete, also wurde niemand abgemeldet; ihn ansehen, dann noch einmal abmelden.',
  'command-other': 'Der Befehl von „{server}“ ist nicht mehr der gezeigte; ihn noch einmal lesen, dann freischalten.',
  'too-many-servers': 'Es sind {count} Server, und höchstens {most} passen; einige entfernen.',
  'tab-from-nobody': 'Tab {tab} wurde keinem Agenten abgenommen; den Agenten nennen, der ihn bekommen soll.',
  'tab-agent-gone': 'Dieser Agent ist nicht verbunden, also bleibt Tab {tab}, wie er ist.',
  'tab-other-browser':
    '{agent} arbeitet in einem anderen Browser, also bleibt Tab {tab}, wie er ist; ein Agent bleibt bei einem Browser.',
  'tab-no-picture': 'Der Browser hat kein Bild von Tab {tab} geschickt; den Tab dort ansehen.',
  'tab-not-done': 'Der Browser hat es nicht getan; seinen Eintrag im Trace ansehen.',
  'tab-closed': 'Tab {tab} ist geschlossen.',
  'unknown-request': 'Das Panel hat „{name}“ gefragt, was der Hub nicht kennt. Das Panel neu laden.',
  'command-taken': 'Ein anderer Kurzbefehl heißt schon {command}; einen anderen Befehl nehmen.',
  'too-many-shortcuts': 'Höchstens {most} Kurzbefehle werden aufbewahrt; erst einige entfernen.',
  'no-action-tool':
    'Schritt {action} kann „{tool}“ nicht aufrufen: Schritte sind Aufrufe von Tools des Browsers, ausgenommen solche, die selbst aufrufen.',
  'call-id-in-use': 'Ein Aufruf mit der Kennung „{call}“ läuft schon; eine andere nehmen.',
  'too-many-calls-of-window': '{most} Aufrufe dieses Fensters laufen schon; auf einen warten oder einen abbrechen.',
  'masked-values': 'Der Trace hat Werte dieses Aufrufs verdeckt; die echten einsetzen, dann noch einmal senden.',
  'replay-acts': '{tool} handelt; bestätigen, dann wird es gesendet.',
  'replay-of-notification': 'Eine Benachrichtigung wird nicht beantwortet, also gibt es nichts zu wiederholen.',
  'replay-of-connection':
    '{method} gehört zu der Verbindung, auf der es gesendet wurde; es wird nicht noch einmal gesendet.',
  'replay-of-hub':
    'Danach hat der Hub selbst gefragt; nur Aufrufe von Agenten und von Tools werden noch einmal gesendet.',
  'replay-not-kept': 'Was diese Anfrage enthielt, ist nicht mehr aufgezeichnet.',
  'replay-cut': 'Von dieser Anfrage ist nur ein Teil aufgezeichnet, weil sie für das Ganze zu groß war.',
  'policy-unreadable': 'Die Datei lässt sich nicht lesen: {why}.',
  'policy-no-file': 'es ist keine Datei',
  'policy-too-large': 'sie ist größer als {mib} MB',
  'policy-json': ({ expected }) => `${missing[expected]}.`,
  'policy-name-twice': '{name} steht zweimal da.',
  'policy-name-none': 'Nichts kann {name} heißen; einen anderen Namen wählen.',
  'policy-does-not-fit': ({ at }) => `${at === null ? 'Die Richtlinie' : '{at}'}: {why}.`,
  'replay-unknown-agent':
    '{agent} ist nicht mehr bekannt, und auch nicht, was ihm verboten war; seine Aufrufe werden nicht neu gesendet.',
  'entry-not-kept': 'Eintrag {entry} wird nicht mehr aufbewahrt.',
  'no-server-to-export': 'Es gibt keinen Server zum Exportieren; einen hinzufügen.',
  'no-desktop': 'Dieser Hub läuft ohne Desktop-App; ihn mit npm start starten, um sie zu haben.',
  'no-sign-in-under-way': 'Es läuft keine Anmeldung dort; erst auf „Anmelden“ drücken.',
  'only-desktop-opens': 'Nur die Desktop-App öffnet Adressen; die gezeigte von Hand öffnen.',
  'address-not-opened': '„{address}“ wird nicht geöffnet: nur https-Adressen ohne Benutzer werden es.',
  'no-xdg-open':
    'Dieses System hat kein xdg-open, um Adressen zu öffnen; das Paket „xdg-utils“ installieren oder die gezeigte Adresse von Hand öffnen.',
  'visible-reference': ({ remote }) =>
    `„{server}“ hat {reference} dort, wo nichts es ausfüllt, etwa ${remote ? 'in der Kennung eines Clients' : 'im Namen eines Programms oder Ordners'}; es in ${remote ? 'einen Header oder die Adresse' : 'eine Variable seiner Umgebung oder ein Argument'} legen.`,
};
