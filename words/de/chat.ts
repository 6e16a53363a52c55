// What chat says, in German.
import type { ChatReasons } from '../../contract/chat-reasons.ts';
import type { Words } from '../reason.ts';

export const chatWords: Words<ChatReasons> = {
  'no-chat': 'Diese Unterhaltung gibt es nicht; sie wurde gelöscht.',
  'no-chat-turn': 'Diesen Beitrag gibt es in der Unterhaltung nicht; sie neu öffnen.',
  'no-chat-file': 'Diese Datei gibt es in der Unterhaltung nicht; sie neu anhängen.',
  'no-chat-call': 'Diesen Aufruf gibt es in der Antwort nicht; die Unterhaltung neu öffnen.',
  'chat-writes': 'In dieser Unterhaltung wird gerade geantwortet; das stoppen oder das Ende abwarten.',
  'chat-clears': 'Diese Unterhaltung wird gerade geleert; gleich noch einmal fragen.',
  'chat-not-used-up':
    'Diese Antwort hat nicht wegen eines verbrauchten Budgets geendet, oder es folgen schon andere; neu fragen.',
  'too-many-chat-files': 'Zu einer Frage gehören höchstens {most} Dateien; einige weglassen.',
  'chat-file-too-large': '{file} hat {bytes} Bytes, höchstens {most} lassen sich anhängen; einen Teil davon anhängen.',
  'chat-no-pictures': '{model} kann keine Bilder lesen.',
  'chat-no-such-files': '{file} ist weder Text noch Bild, deshalb bekam sie kein Modell.',
  'chat-files-too-many':
    '{file} tritt hinter neueren Dateien zurück: mit einer Antwort gehen höchstens {most} Bytes davon; neu anhängen.',
  'chat-no-model': 'Für den Chat ist kein Modell gewählt; unter Modelle eines wählen.',
  'chat-model-gone': 'Das Modell {model} gibt es nicht mehr; ein anderes wählen.',
  'chat-said-nothing': '{model} hat nichts geantwortet; neu fragen oder ein anderes Modell wählen.',
  'chat-cut-short': '{model} hat seine Antwort an der Token-Grenze beendet.',
  'chat-call-over-budget': 'Dieser Aufruf wurde nicht gemacht: alle {max} Aufrufe dieser Antwort sind verbraucht.',
  'chat-no-such-tool': 'Es gibt kein Tool „{tool}“ unter denen, die diese Antwort bekam.',
  'chat-asker-gone': 'Wer gefragt hat, ist nicht mehr verbunden.',
  'chat-at-rest': 'In dieser Unterhaltung wurde eine Weile nichts gefragt.',
  'chat-removed': 'Die Unterhaltung wurde gelöscht.',
  'client-built-in':
    '{client} gehört zu Pilothouse und hat keinen Zugang, der sich entziehen ließe; seine Regeln entziehen oder ihn anhalten.',
};
