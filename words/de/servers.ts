// What is said of servers, in German.
import type { ServerReasons } from '../../contract/reasons.ts';
import type { CertificateFault } from '../../contract/remote-reasons.ts';
import type { Words } from '../reason.ts';

const whose = { server: 'Er', runner: 'Sein Runner' } as const;

const away: Readonly<Record<ServerReasons['server-away']['state'], string>> = {
  blocked: 'ist gesperrt: {why}',
  installing: 'wird noch installiert; danach muss er in Pilothouse unter Server freigegeben werden',
  stopped: 'ist gestoppt; in Pilothouse unter Server starten',
  asleep: 'schläft; der nächste Aufruf weckt ihn',
  starting: 'startet gerade; gleich noch einmal versuchen',
  running: 'läuft',
  stopping: 'wird gerade gestoppt; in Pilothouse unter Server neu starten',
  crashed: 'ist abgestürzt ({why}); in Pilothouse unter Server neu starten',
  failed: 'ist fehlgeschlagen ({why}); in Pilothouse unter Server neu starten',
  waiting: 'wartet, bevor er neu startet ({why}); später noch einmal versuchen',
  unauthorized: 'braucht eine Anmeldung ({why}); das geht in Pilothouse unter Server',
};

const entered: Readonly<Record<ServerReasons['server-entered']['state'], string>> = {
  blocked: 'blockiert',
  installing: 'wird installiert',
  stopped: 'gestoppt',
  asleep: 'schläft',
  starting: 'startet',
  running: 'läuft',
  degraded: 'eingeschränkt',
  stopping: 'wird gestoppt',
  crashed: 'abgestürzt',
  waiting: 'wartet auf neuen Versuch',
  failed: 'fehlgeschlagen',
  unauthorized: 'Anmeldung nötig',
};

const answered = (said: string | null) => `{host} hat mit HTTP {status} geantwortet${said === null ? '' : ' ({said})'}`;

const examples = {
  npx: '{name}@1.2.3 mit der gewünschten Version',
  uvx: '{name}==1.2.3 mit der gewünschten Version',
  docker: '{name}@sha256:… oder eine volle Version als Tag',
} as const;

const approvedThings = {
  command: 'Sein Befehl oder eine seiner Variablen',
  address: 'Seine Adresse oder einer seiner Header',
} as const;

const certificates: Readonly<Record<CertificateFault, string>> = {
  expired:
    'Das Zertifikat von {host} ist abgelaufen ({code}); wer den Host betreibt, muss es erneuern, oder die Uhr dieses Rechners geht falsch.',
  'not-yet-valid': 'Das Zertifikat von {host} gilt noch nicht ({code}); die Uhr dieses Rechners prüfen.',
  'self-signed':
    'Das Zertifikat von {host} hat niemand als es selbst unterschrieben ({code}); wer ihm traut, startet Pilothouse mit der Datei dieses Zertifikats in NODE_EXTRA_CA_CERTS.',
  'unknown-issuer':
    'Das Zertifikat von {host} ist von einer Stelle, die hier nicht bekannt ist ({code}); wer ihr traut, startet Pilothouse mit deren Datei in NODE_EXTRA_CA_CERTS.',
  'other-host': 'Das Zertifikat von {host} ist für einen anderen Host{for} ({code}); die Adresse berichtigen.',
  revoked: 'Das Zertifikat von {host} wurde widerrufen ({code}); wer den Host betreibt, muss es erneuern.',
  other: 'Dem Zertifikat von {host} wird nicht vertraut ({code}); die Adresse prüfen oder es erneuern.',
};

const signInAddresses = {
  server: 'Die Adresse von „{server}“',
  'sign-in': 'Die Adresse der Anmeldung',
  redirect: 'Eine Adresse der Anmeldung',
} as const;

export const serverWords: Words<ServerReasons> = {
  exited: ({ of, code }) =>
    `${whose[of]} hat sich mit Code ${code ?? 'unbekannt'} beendet und nichts auf stderr geschrieben.`,
  'exited-saying': ({ of, code }) => `${whose[of]} hat sich mit Code ${code ?? 'unbekannt'} beendet: {cause}.`,
  'exited-because': ({ of, code }) => `${whose[of]} hat sich mit Code ${code ?? 'unbekannt'} beendet: {why}.`,
  killed: ({ of }) => `${whose[of]} wurde von {signal} beendet.`,
  'closed-input': 'Er hat seine Eingabe geschlossen.',
  'closed-output': 'Er hat seine Ausgabe geschlossen.',
  'input-full': 'Er hat seine Eingabe nicht gelesen: {mib} MiB warten darauf.',
  'line-too-long': 'Er hat eine Zeile von mehr als {mib} MiB geschickt.',
  'was-stopped': 'Er wurde gestoppt.',
  'no-answer': 'Er antwortet auf nichts: {pings} Pings in Folge.',
  'handshake-failed': 'Sein Handshake ist fehlgeschlagen: {why}.',
  'handshake-timed-out': ({ why, said }) =>
    `Er hat den Handshake in {seconds} s nicht beantwortet${why ? ': {why}' : said === null ? ' und nichts geschrieben, was sagt, warum; ihm unter Konfiguration mehr Zeit geben oder in sein Log sehen' : '; er schrieb: {said}'}.`,
  'no-handshake': ({ why }) => `Seine Antwort auf initialize ist keine${why ? ': {why}' : ''}.`,
  'unusable-answer': 'Seine Antwort auf {method} ist nicht zu gebrauchen: {why}.',
  'list-failed':
    '{method} schlägt fehl: {why}; was er sonst anbietet, ist zu gebrauchen, und danach wird von selbst wieder gefragt.',
  'other-versions': 'Er spricht MCP {said}; Pilothouse spricht {spoken}.',

  'no-start-folder':
    'Den Ordner „{folder}“, in dem „{command}“ laufen soll, gibt es nicht; ihn anlegen oder „cwd“ berichtigen.',
  'not-executable':
    '„{command}“ darf nicht ausgeführt werden: es ist kein Programm, oder seine Rechte verbieten es; ein anderes nennen oder es ausführbar machen (chmod +x).',
  'start-failed': '„{command}“ ließ sich nicht starten: {why}; den Befehl berichtigen.',
  'no-interpreter':
    '„{command}“ gibt es, aber der Interpreter, den die erste Zeile nennt, wurde nicht gefunden; diesen installieren.',
  'no-such-program': '„{command}“ gibt es nicht; den Pfad berichtigen.',
  'not-on-path': ({ path, windows, from }) =>
    `„{command}“ wurde ${windows ? 'als Programm (.exe, .cmd, .bat) ' : ''}im PATH (${
      path === null ? 'leer' : '{path}'
    }) nicht gefunden; ${from === null ? 'es' : '{from} ({at})'} installieren oder einen absoluten Pfad angeben.`,
  'runner-not-started':
    'Sein Runner ließ sich nicht starten: {why}; Pilothouse neu installieren oder andere Programme schließen.',
  'runner-of-other-version': 'Sein Runner gehört zu einer anderen Version; Pilothouse neu installieren.',
  'replaced-while-running': 'Pilothouse wurde auf der Platte ersetzt, während es lief; neu starten.',
  'needs-secret': 'Er braucht das Geheimnis „{secret}“; es in den Einstellungen unter Geheimnisse setzen.',
  'no-wasm-folders':
    'Unter {system} bekommt ein WASI-Modul keine Ordner, weil sie sich nicht abschließen ließen; seine Ordner entfernen oder es als Befehl „wasmtime run --dir ORDNER DATEI“ hinzufügen.',
  'batch-file-name':
    '„{path}“ kann nicht der Pfad einer Batch-Datei sein; sie ohne Anführungs- und Prozentzeichen benennen',
  'batch-line-break':
    'das Argument „{argument}“ enthält einen Zeilenumbruch, der die Befehlszeile einer Batch-Datei abschneidet',
  'work-folder-in-project':
    'Sein Ordner {folder} liegt in einem anderen Projekt ({project}), dessen Programme statt der eigenen laufen könnten; Pilothouse mit einem --home außerhalb davon starten oder in der Konfiguration des Servers einen Ordner nennen.',
  'work-folder-no-folder': '{folder} ist kein eigener Ordner; ihn wegräumen.',
  'work-folder-of-other': '{folder} gehört dem Benutzer {uid}; ihn wegräumen.',

  'own-hub-address':
    '{host} ist dieses Pilothouse selbst, das sich ohne Ende selbst fragen würde; damit verbinden sich Agenten.',
  'own-hub-command':
    'Sein Befehl führt zu diesem Pilothouse selbst zurück, das sich ohne Ende selbst fragen würde; damit verbinden sich Agenten.',
  'own-hub-behind':
    'Er führt zu diesem Pilothouse zurück, das unter seinen eigenen Servern steht; Pilothouse dort herausnehmen, oder nur eines von beiden behalten.',
  'server-is-own-hub': '„{name}“ kommt nicht hinzu: {why}.',

  'waits-for-turn': 'Er wartet, bis er an der Reihe ist: höchstens {atOnce} Server starten gleichzeitig.',
  'automatic-start': 'Automatischer Start {attempt} von {of} in 10 Minuten: {why}.',
  'try-again': 'Versuch {attempt}, ihn wieder zu erreichen: {why}.',
  'gave-up': 'Er ist nach {starts} automatischen Starts noch einmal abgestürzt: {why}.',
  'waits-for-you': 'Er wird nicht von selbst neu gestartet, weil er genauso enden würde: {why}.',
  'fetching-package': ({ runner, said }) =>
    `${{ npx: 'npx', uvx: 'uvx', docker: 'Docker' }[runner]} holt {name}${said === null ? '' : ': {said}'}.`,
  'not-approved': ({ what }) =>
    what === 'address'
      ? 'An ihn wird nichts geschickt, bevor seine Adresse freigeschaltet ist.'
      : 'Nichts von ihm läuft, bevor sein Befehl freigeschaltet ist.',
  'approval-changed': ({ what }) =>
    `${approvedThings[what]} ist nicht mehr so wie freigeschaltet; alles lesen und neu freischalten.`,
  'approval-by-names': ({ what }) =>
    `Er wurde nach den Namen seiner ${what === 'headers' ? 'Header' : 'Variablen'} freigeschaltet; jetzt gehören ihre Werte dazu, also diese lesen und ihn neu freischalten.`,

  'asks-to-sign-in': '{host} verlangt eine Anmeldung (HTTP {status}).',
  'session-forgotten': '{host} hat diese Verbindung vergessen (HTTP 404).',
  'host-away': ({ said }) => `${answered(said)}; es ist nicht erreichbar, später noch einmal versuchen.`,
  'host-refused': ({ status, said }) => `${answered(said)}; ${remedyFor(status)}.`,
  'no-mcp': '{host} hat mit etwas geantwortet, das kein MCP ist ({why}); die Adresse prüfen.',
  'nothing-listens': 'Auf {host} hört niemand ({code}); den Server starten oder seine Adresse prüfen.',
  'no-address': 'Einen Host {host} gibt es nicht ({code}); den Namen prüfen.',
  'not-looked-up': 'Die Adresse von {host} ließ sich nicht nachschlagen ({code}); das Netz prüfen.',
  'no-route': 'Zu {host} führt kein Weg ({code}); das Netz prüfen und das VPN, falls es eines braucht.',
  'host-silent': '{host} antwortet nicht ({code}); das Netz, den Port und die Firewall prüfen.',
  'no-tls': '{host} spricht kein TLS ({code}); in der Adresse http:// schreiben oder einen anderen Port.',
  'certificate-not-trusted': ({ so, names }) =>
    certificates[so ?? 'other'].replace('{for}', names ? ' (es ist für {names})' : ''),
  'connection-broke': 'Die Verbindung zu {host} ist abgerissen ({cause}); das Netz prüfen, und ob der Server läuft.',
  'stream-broke': '{host} ist nicht mehr erreichbar: sein Stream ist abgerissen und nicht wiedergekommen.',
  'answer-cut-off': '{host} hat seine Antwort beendet, bevor sie vollständig war.',
  'not-taken': 'Er hat nicht angenommen, was ihm geschickt wurde: {mib} MiB warten darauf.',

  'sign-in-again': 'Sie wurde neu begonnen, bevor sie zu Ende war.',
  'sign-in-late': 'Niemand hat sich in der Zeit dafür angemeldet.',
  'sign-in-no-address': 'Es ist keine Adresse dafür genannt.',
  'sign-in-refused': ({ code }) => `Sie wurde abgelehnt (${code === null ? 'ohne Code' : '{code}'}).`,
  'sign-in-granted-nothing': 'Es wurde nichts gewährt.',
  'sign-in-done': 'Die Anmeldung bei {server} ist gelungen. Diese Seite kann geschlossen werden.',
  'sign-in-failed': 'Die Anmeldung bei {server} ist fehlgeschlagen. {why}. In Pilothouse neu beginnen.',
  'sign-in-not-ours': 'Das ist nicht die Antwort auf eine Anmeldung, die Pilothouse begonnen hat. Dort neu beginnen.',
  'sign-in-over': 'Die Zeit für diese Anmeldung ist um. In Pilothouse neu beginnen.',
  'sign-in-other-account': 'Diese Anmeldung gehört einem anderen Konto dieses Rechners.',
  'sign-in-asker-unknown':
    'Von wem diese Anfrage kommt, ist nicht zu erkennen. Die Adresse öffnen, die Pilothouse zeigt.',
  'nothing-here': 'Hier ist nichts.',
  'sign-in-address': ({ of }) =>
    `${signInAddresses[of]} ist „{address}“, und die wird nicht geöffnet: sie muss mit https:// beginnen und darf keinen Benutzer nennen.`,

  'sandbox-by': 'Eine Sandbox macht auf diesem Rechner {program}.',
  'sandbox-forbidden':
    'Dieses System lässt bubblewrap keine Sandbox machen ({why}); Benutzer-Namensräume ohne Rechte erlauben.',
  'no-bubblewrap': 'Eine Sandbox braucht bubblewrap, das nicht gefunden wurde; das Paket „bubblewrap“ installieren.',
  'no-sandbox-exec': 'Eine Sandbox braucht /usr/bin/sandbox-exec, das nicht gefunden wurde; dieses macOS hat keines.',
  'no-sandbox-on-windows':
    'Unter Windows gibt es keine Sandbox für Server; diesen Server ohne eine oder in einem Container betreiben.',
  'folder-over-link':
    'Der Ordner „{folder}“ wird über den Link „{link}“ erreicht, der dort liegt, wo der Server schreiben darf; den Link entfernen oder „{place}“ selbst freigeben.',
  'writes-its-program':
    'Sein Programm führt über „{own}“ zu {places}, und dort darf der Server selbst schreiben, also bekommt er das nicht zu sehen; es ihm unter seinen Ordnern freigeben oder ihn nicht in „{folder}“ schreiben lassen.',

  'version-not-fixed': ({ runner, version }) =>
    `${version === null ? 'Es ist keine Version genannt' : '{version} nennt keine feste Version'}: jeder Start kann ${
      runner === 'docker' ? 'ein anderes Image' : 'ein anderes Paket'
    } ausführen als das freigeschaltete; besser ${examples[runner]}.`,
  'secret-in-argument':
    'In Argument {at} steht, was nach einem Geheimnis aussieht, und jedes Programm dieses Rechners kann es lesen, solange der Server läuft; es in eine Variable legen, wenn der Server eine nimmt.',
  'secret-in-address':
    'In seiner Adresse steht, was nach einem Geheimnis aussieht und mit ihr gezeigt wird; es wenn möglich in einen Header legen.',
  'runs-other-code':
    'Durch {names} kann sein Programm anderen Code ausführen, als sein Befehl zeigt; vor dem Freischalten lesen, was ihm gegeben wird.',
  'its-folder': 'seinen Ordner',

  'ended-during-call': 'Der Server „{server}“ hat während dieses Aufrufs geendet. {why}.',
  'server-entered': ({ state, agent, why }) =>
    `${entered[state]}${agent === null ? '' : ' für {agent}'}${why === null ? '' : ': {why}.'}`,
  'log-lines-left-out': '{lines} weitere Zeilen kamen auf einmal und fehlen hier.',
  'server-away': ({ state }) => `Der Server „{server}“ ${away[state]}.`,
  'no-environment-group': '„{name}“ ist keine Gruppe von Variablen; eine von {groups} nennen.',
  'no-server': 'Einen Server „{server}“ gibt es nicht; ihn in Pilothouse unter Server hinzufügen.',
  'too-many-runs':
    '{most} Agenten haben je einen eigenen Lauf dieses Servers, und mehr werden nicht gestartet; einen trennen oder einen Lauf für alle teilen.',
};

function remedyFor(status: number): string {
  if (status === 403) return 'seine Header prüfen, und was das Konto dort darf';
  if (status === 404 || status === 405)
    return 'die Adresse prüfen, und ob es Streamable HTTP oder das ältere SSE spricht';
  if (status === 429) return 'es möchte weniger Aufrufe, einen Moment warten';
  if (status >= 500) return 'der Fehler liegt dort, später noch einmal versuchen';
  return 'die Adresse und seine Header prüfen';
}
