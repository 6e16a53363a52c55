// Why a call failed at the hub, in German, for the user.
import { taskSteps } from '../task-steps.ts';
import type { CallWait, FailureReasons, TaskStep } from '../../contract/failure-reasons.ts';
import type { Words } from '../reason.ts';

const held: Readonly<Record<FailureReasons['tool-held']['held'], string>> = {
  new: 'hat sein Server nach der Zulassung hinzugefügt; unter Tools lässt es sich ansehen.',
  changed: 'ist nicht mehr, was zugelassen wurde, denn sein Server hat es geändert; unter Tools lässt es sich ansehen.',
  refused: 'wurde so abgelehnt, wie sein Server es jetzt beschreibt; unter Tools lässt sich das ändern.',
};

/** How far a call came whose page changed. */
const progress: Readonly<Record<FailureReasons['page-moved']['how'], string>> = {
  dropped: 'er wurde nicht ausgeführt',
  read: 'seine Antwort wird zurückgehalten',
  begun: 'seine Antwort wird zurückgehalten, und vielleicht ist er ausgeführt; die Seite ansehen',
};

const uploadFaults: Readonly<Record<FailureReasons['upload-refused']['so'], string>> = {
  hidden: 'sie ist versteckt oder liegt in einem versteckten Ordner; sie in einen sichtbaren kopieren',
  ours: 'sie gehört Pilothouse selbst',
  system: 'das System hält sie für Programme bereit',
  'not-there': 'es gibt sie nicht',
  'not-readable': 'sie darf nicht gelesen werden',
  'no-file': 'es ist keine Datei',
};

const gifFaults: Readonly<Record<FailureReasons['gif-withheld']['so'], string>> = {
  unknown: 'nicht bekannt ist, was aufgenommen wurde',
  'other-agent': 'ein anderer Agent seit Beginn der Aufnahme in diesem Browser gearbeitet hat',
  'no-site': 'es Bilder einer Seite ohne Website hat, die dieser Agent jetzt nicht aufnehmen darf',
  site: 'es Bilder von {origin} hat, was dieser Agent jetzt nicht aufnehmen darf',
};

const pagesBefore: Readonly<Record<FailureReasons['kept-withheld']['so'], string>> = {
  unknown: 'was Tab {tab} vorher gezeigt hat, ist nicht bekannt',
  'no-site': 'Tab {tab} hat eine Seite ohne Website gezeigt, die dieser Agent jetzt nicht lesen darf',
  site: 'Tab {tab} hat {origin} gezeigt, was dieser Agent jetzt nicht lesen darf',
};

const keptWords = { 'console messages': 'Konsolenmeldungen', requests: 'Anfragen' } as const;

const waits: Readonly<Record<CallWait, string>> = {
  question: 'die Antwort auf eine Frage gewartet hat; sie ist jetzt geschlossen',
  pause: 'das Ende der Pause gewartet hat',
  browser: 'den Browser gewartet hat, der ihn vielleicht begonnen hat',
  server: 'den Server gewartet hat, der ihn vielleicht ausgeführt hat',
  plugin: 'das Plugin gewartet hat, das ihn vielleicht ausgeführt hat',
};

const steps: Readonly<Record<TaskStep, string>> = {
  created: 'begonnen',
  working: 'in Arbeit',
  input_required: 'braucht eine Eingabe',
  completed: 'fertig',
  failed: 'fehlgeschlagen',
  cancelled: 'abgebrochen',
  unknown: 'unbekannt',
  lost: 'verloren',
  expired: 'abgelaufen',
  withdrawn: 'nicht mehr erlaubt',
};

export const failureWords: Words<FailureReasons> = {
  'call-cancelled': 'Der Aufruf wurde abgebrochen.',
  'call-cancelled-saying': 'Der Aufruf wurde abgebrochen: {said}',
  'cancelled-or-left': 'Wer gefragt hatte, hat abgebrochen oder ist gegangen.',
  'task-life': ({ life }) => `Er lief als Aufgabe weiter: ${taskSteps(life, steps)}.`,
  'own-call-cancelled': 'Der Aufruf wurde hier abgebrochen.',
  'not-answered-in-time': '{peer} hat {method} nicht innerhalb von {seconds} s beantwortet.',
  'call-timed-out': ({ waitsFor }) =>
    `Der Aufruf von {tool} hatte {seconds} s Zeit, und sie war um, während er auf ${waits[waitsFor]}.`,
  'not-connected-any-more': '{peer} ist nicht mehr verbunden.',
  'no-browser-for-call': 'Kein Browser war verbunden.',
  'no-connected-browser': ({ connected }) =>
    `Kein verbundener Browser heißt {found}; ${connected === '' ? 'keiner ist da' : 'da sind {connected}'}.`,
  'browser-cannot': '{tool} hat in der Erweiterung von {browser} kein Gegenstück.',
  'for-agents':
    '{tool} ist für Agenten: Es ändert, wie der weitermacht, der es aufruft. Was Sie an einem Agenten ändern können, steht unter Agenten.',
  'not-one-call': '{tool} besteht aus mehreren Aufrufen und kann keiner davon sein.',
  'browser-disconnected': '{browser} hat sich getrennt; nachsehen, ob er noch läuft.',
  'calls-wait-for-browser': 'Auf {browser} warteten schon {most} Aufrufe.',
  'browser-was-busy':
    '{browser} nimmt einen Aufruf nach dem anderen und war {seconds} s lang mit früheren beschäftigt.',
  'message-too-large': ({ waiting }) =>
    `Die Nachricht hat {bytes} Byte, und ein Browser nimmt höchstens {most} auf einmal.${waiting === 0 ? '' : ' {waiting} Byte warteten schon auf ihn.'}`,
  'request-too-large': 'Die Anfrage hat {bytes} Byte; ein Browser nimmt höchstens {most}.',
  'upload-too-large': '{file} hat {bytes} Byte, und ein Aufruf nimmt Dateien von zusammen höchstens {most} Byte.',
  'page-moved': ({ decided, url, how }) =>
    `Der Aufruf von {tool} wurde für ${decided === null ? 'eine Seite ohne Website' : '{decided}'} entschieden, und ${url === null ? '{browser} sagt nicht, wo Tab {tab} ist' : 'Tab {tab} zeigt {url}'}: ${progress[how]}.`,
  'picture-of-other-tab':
    '{browser} hat beim Aufnehmen einen anderen Tab als {tab} gezeigt, also wird das Bild zurückgehalten.',
  'tab-list-unreadable':
    'Die Erweiterung nennt ihre Tabs in einer Form, die der Hub nicht kennt, also wird die Liste zurückgehalten; stattdessen die Begleiter-Erweiterung verwenden.',
  'kept-withheld': ({ kept, so, emptied }) =>
    `{browser} sagt nicht, von welcher Seite die ${keptWords[kept]} sind, und ${pagesBefore[so]}, also werden sie zurückgehalten${emptied ? ' und sind jetzt vergessen' : ''}.`,
  'gif-withheld': ({ so }) =>
    `Das GIF von {browser} wird nicht exportiert, weil ${gifFaults[so]}; es verwerfen und neu aufnehmen.`,
  'other-companion':
    'Die Erweiterung spricht Protokoll {said}, dieser Hub {spoken}. Die Erweiterung dieser Version neu laden.',
  'upload-no-paths': 'paths muss 1 bis {most} absolute Pfade von Dateien enthalten.',
  'upload-refused': ({ so }) => `{file} kann keiner Seite gegeben werden: ${uploadFaults[so]}.`,
  'undeclared-ability': ({ by }) =>
    `Der Server hat nach „{method}“ gefragt, was ${by === 'agent' ? 'dieser Agent nicht kann' : 'ein Lauf für alle Agenten nicht hat'}.`,
  'hub-asks-itself':
    'Diese Anfrage ist zu dem Pilothouse zurückgekommen, das sie geschickt hat; Pilothouse aus den Servern des Programms dazwischen herausnehmen.',
  'too-many-hops':
    'Diese Anfrage ist über {hops} Vermittler wie Pilothouse gekommen, erlaubt sind höchstens {most}; weniger davon hintereinander schalten.',

  'id-in-use': 'Die Kennung {id} hat schon eine Anfrage, die noch läuft; eine neue nehmen.',
  'too-many-in-flight': '{most} Anfragen laufen schon; auf Antworten warten.',
  'message-no-utf8': 'Das ist kein UTF-8.',
  'message-no-json': 'Das ist als JSON nicht lesbar: {cause}',
  'no-such-tool': ({ server }) =>
    `Es gibt kein Tool „{tool}“; angeboten werden {others}${server === null ? '' : ' von „{server}“'}.`,
  'no-such-group': 'Es gibt keine Gruppe „{group}“ von Tools; es gibt {groups}.',
  'argument-missing': '{tool} braucht das Argument {argument}, so wie seine Definition es nennt.',
  'tool-off': '„{tool}“ ist ausgeschaltet; unter Tools lässt es sich einschalten.',
  'tool-held': facts => `„{tool}“ ${held[facts.held]}`,
  'no-content': 'Die Antwort auf „{tool}“ hat keinen Inhalt und ist nicht zu gebrauchen.',
  'asked-too-often': 'Der Server hat {rounds}-mal nach Eingaben gefragt und war nicht zufrieden.',
  'asked-without-method': 'Der Server hat nach einer Eingabe gefragt („{key}“) und keine Methode genannt.',
  'not-openable': '„{found}“ lässt sich nicht öffnen; es geht um eine Adresse mit http oder https oder um about:blank.',
  'no-timeout': 'timeout von {tool} ist {found}; es muss eine Zahl von Millisekunden von {least} bis {most} sein.',
  'no-such-action': 'action von {tool} ist {found}; bekannt sind {known}.',
  'no-tab-number': 'tabId ist {found}; es muss eine einzige ganze Zahl sein, aus der Liste deiner Tabs.',
  'no-shortcut': ({ known }) =>
    `Einen Kurzbefehl {found} gibt es nicht; ${known === '' ? 'es ist keiner gespeichert' : 'es gibt {known}'}.`,
  'shortcut-changed':
    'Der Kurzbefehl {command} wurde geändert oder entfernt, seit er aufgerufen wurde; shortcuts_list nennt die jetzigen.',
  'no-allowed-domains': 'allowed_domains ist {found}; es muss eine Liste von höchstens 200 Domains sein.',
  'declined-by-program':
    'Das Programm, das aufgerufen hat, hat den Aufruf zurückgezogen (permission_response); er wurde nicht ausgeführt.',
  'no-plan':
    'Ein Plan braucht domains, 1 bis 50 wie „example.com“, und approach, eine Liste von Texten; in domains steht {found}.',
  'no-run': '_meta["{name}"] ist {found}; gemeint ist etwas wie {"id": "any text", "maxCalls": 5}.',
};
