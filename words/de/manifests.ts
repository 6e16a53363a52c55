// What is said of native messaging manifests, in German.
import type { ManifestReasons, Reason } from '../../contract/reasons.ts';
import type { Words } from '../reason.ts';

const again = {
  read: 'noch einmal versuchen',
  write: 'wieder einschalten',
  remove: 'wieder ausschalten',
} as const;

const failed = {
  read: 'ließ sich nicht lesen',
  write: 'ließ sich nicht schreiben',
  remove: 'ließ sich nicht entfernen',
} as const;

const undone = (verb: keyof typeof again) =>
  verb === 'write' ? '{place} wurde nicht ersetzt' : '{place} wurde nicht zurückgegeben';

export const manifestWords: Words<ManifestReasons> = {
  'manifest-failed': ({ verb, why }) => `{place} ${failed[verb]}: {why}. ${remedyOf(why)}, dann ${again[verb]}.`,
  'manifest-not-kept': ({ verb }) =>
    `${undone(verb)}, weil sich keine Kopie aufbewahren ließ: {why}. Die Ursache beheben, dann ${again[verb]}.`,
  'manifest-copy-fault': ({ verb }) => `${undone(verb)}: {why}. Das wegräumen, dann ${again[verb]}.`,
  'copy-folder-is-link': '{path} ist ein symbolischer Link, in dem keine Kopie aufbewahrt wird',
  'copy-not-there': 'die Kopie fehlt, nachdem sie geschrieben wurde',
  'copy-changed': 'die Kopie {path} ist nicht, was aufbewahrt wurde',
  'not-as-put-back': 'es enthält nicht, was eben zurückgegeben wurde',
  'key-holds-no-text': 'es enthält keinen Text',
  'file-in-the-way': '{path} ist eine Datei, kein Ordner',
  'folder-in-the-way': 'es ist ein Ordner, keine Datei',
  'disk-read-only': 'der Datenträger kann nur gelesen werden',
  'disk-full': 'der Datenträger ist voll',
  'no-right': ({ verb, folder }) =>
    `{user} darf ${folder === null ? 'dort' : 'in {folder}'} nicht ${{ read: 'lesen', write: 'schreiben', remove: 'entfernen' }[verb]}`,
  'place-of-user': ({ what, owner }) =>
    `${what === 'file' ? 'die Datei' : 'der Ordner'} gehört ${owner === 0 ? 'root' : 'dem Benutzer {owner}'}`,

  'relay-not-read': 'Das Relay {file} ließ sich nicht lesen: {why}. Pilothouse bauen, dann neu starten.',
  'launcher-not-written': ({ why }) =>
    `{path} ließ sich nicht schreiben: {why}. ${why.kind === 'file-in-the-way' ? 'Sie wegräumen' : 'Den Ordner beschreibbar machen'}, dann Pilothouse neu starten.`,
  'is-symbolic-link': 'es ist ein symbolischer Link',
  'path-backslash':
    'Node kann {path} nicht starten, weil der Pfad einen Backslash enthält; es an einen Pfad ohne einen verschieben.',
  'path-double-quote': 'Der Pfad {path} enthält ein doppeltes Anführungszeichen; einen ohne eines wählen.',
  'path-line-break': 'Der Pfad {path} enthält einen Zeilenumbruch; es an einen Pfad ohne einen verschieben.',
  'receipts-not-read': ({ code }) =>
    `Die Belege in {path} ließen sich nicht lesen: ${code === null ? 'es ist nicht, was Pilothouse geschrieben hat' : '{code}'}. Die Datei wegräumen, dann noch einmal versuchen.`,
  'no-such-browser': ({ extension }) =>
    `Einen Browser „{browser}“${extension === null ? '' : ' für {extension}'} gibt es nicht; einen von {known} nennen.`,
  'no-gecko-id': 'Die Firefox-Erweiterungs-ID ist leer; die Gecko-ID des Begleiters angeben.',
  'no-chromium-id': '„{id}“ ist keine Chromium-Erweiterungs-ID; 32 Buchstaben von a bis p angeben.',

  'browser-unknown':
    '{path} ließ sich nicht ansehen, also ist unklar, ob {browser} hier ist. Einschalten versucht es trotzdem.',
  'manifest-ready': 'Bereit zum Verbinden. Einschalten schreibt {places}.',
  'browser-sandboxed':
    '{browser} läuft in einer Sandbox, die kein Relay startet ({path}). Seinen Begleiter mit einem Code verbinden oder ihn als Paket installieren.',
  'browser-not-here':
    'Kein {browser} auf diesem Rechner: {path} gibt es nicht. {browser} einmal öffnen, dann noch einmal nachsehen.',
  'manifest-ours': 'Installiert und geprüft. {browser} startet {launcher}.',
  'manifest-shared': ({ others }) =>
    `{browser} ist verbunden, weil {others} denselben Ort ${others.length === 1 ? 'liest' : 'lesen'}. Zum Entfernen {others} ausschalten.`,
  'manifest-missing': '{path} fehlt. Wieder einschalten, um die Datei zu schreiben.',
  'manifest-link':
    '{path} ist ein symbolischer Link, der nicht von Pilothouse ist. Wieder einschalten ersetzt den Link; worauf er zeigt, bleibt.',
  'manifest-drift': ({ differing }) =>
    `{path} wurde geändert: ${
      differing.length === 0 ? 'der Text ist anders' : `{differing} ${differing.length > 1 ? 'sind' : 'ist'} anders`
    }. Wieder einschalten stellt es her.`,
  'key-drift': '{path} wurde geändert: der Pfad ist anders. Wieder einschalten stellt ihn her.',
  'launcher-gone': 'Der Starter fehlt oder ist nicht ausführbar: {path}. Reparieren schreibt ihn neu.',
  'manifest-path-gone': 'Der Pfad fehlt: er zeigt auf {path}. Wieder einschalten repariert ihn.',
  'manifest-unknown':
    '{path} ist nicht von Pilothouse. Reparieren bewahrt eine Kopie auf und schreibt unsere Datei; Ausschalten stellt es wieder her.',
  'manifest-foreign':
    '{browser} startet {program}, nicht Pilothouse. Reparieren bewahrt eine Kopie von {place} auf und schreibt unsere Datei; Ausschalten stellt sie wieder her.',
  'manifest-puts-back': 'Ausschalten stellt her, was vorher da war.',
  'manifest-belongs': 'Gehört zu {program}. Ersetzen bewahrt eine Kopie auf, und Ausschalten stellt sie her.',
  'manifest-belongs-unknown':
    '{path} ist nicht von Pilothouse. Ersetzen bewahrt eine Kopie auf, und Ausschalten stellt sie her.',
  'manifest-foreign-link': '{path} ist ein symbolischer Link, der nicht ersetzt wird. Ihn wegräumen, dann einschalten.',
  'manifest-changing':
    '{path} enthält nicht, was eben geschrieben wurde. Das Programm schließen, das es ändert, dann wieder einschalten.',
  'manifest-left': '{path} wurde seitdem geändert und bleibt, wie es ist; was vorher da war, liegt in {copy}.',
  'manifest-lost': '{path} wurde entfernt; was vorher da war, ließ sich nicht herstellen, weil {copy} fehlt.',
  'home-of-other':
    'Pilothouse läuft als root, aber {home} gehört dem Benutzer {owner}. Pilothouse als dieser Benutzer starten, dann noch einmal versuchen.',
};

/** What helps, by the cause. */
function remedyOf(why: Reason): string {
  switch (why.kind) {
    case 'file-in-the-way':
      return 'Sie wegräumen';
    case 'folder-in-the-way':
      return 'Ihn wegräumen';
    case 'disk-read-only':
      return 'Ihn beschreibbar machen';
    case 'disk-full':
      return 'Platz schaffen';
    case 'no-right':
      return `Es für ${why.folder === null ? 'die Datei' : 'den Ordner'} erlauben`;
    case 'place-of-user':
      return 'Den Besitzer auf {why.user} ändern';
    default:
      return 'Die Ursache beheben';
  }
}
