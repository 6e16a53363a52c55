// Why an agent is not connected any more, in German.
import type { AgentReasons } from '../../contract/agent-reasons.ts';
import type { Words } from '../reason.ts';

export const agentWords: Words<AgentReasons> = {
  'left-by-itself': 'Die andere Seite hat die Verbindung geschlossen.',
  'connection-failed': 'Die Verbindung ist abgebrochen: {cause}.',
  'frame-empty': 'Er hat einen leeren Frame gesendet; ein Frame trägt 1 bis {most} Byte.',
  'frame-too-large': 'Er hat einen Frame von {bytes} Byte gesendet, und höchstens {most} gehen.',
  'frame-stopped': 'Er hat {bytes} Byte eines Frames gesendet und {seconds} s lang nichts mehr.',
  'takes-nothing': 'Er liest nicht: {bytes} Byte warten auf ihn, und die Grenze ist {most}.',
  'left-socket': 'Der Fragende hat seinen Socket geschlossen und ist nicht wiedergekommen.',
  'left-http': 'Der Client hat seine HTTP-Verbindung beendet.',
  'left-sse': 'Der Client hat seine SSE-Verbindung beendet.',
  'left-page': 'Der Client hat seine Verbindung geschlossen.',
  'left-goodbye': 'Er hat sich verabschiedet.',
  'process-ended': ({ pid }) => `Sein Prozess${pid === null ? '' : ' {pid}'} hat geendet.`,
  'silent-for': 'Seit {minutes} Minuten wurde nichts gefragt.',
  'does-not-read': 'Der Client liest seine Antworten nicht.',
  unreadable: '{messages} Nachrichten in Folge ließen sich nicht als JSON lesen.',
  'other-abilities': 'Dasselbe Programm ist mit anderen Fähigkeiten gekommen.',
  'made-room': 'Er hat Platz gemacht: {most} Verbindungen sind hier offen.',
  'user-stopped': ({ of }) => `Der Benutzer hat ${of === 'agents' ? 'alle Agenten' : 'diesen Agenten'} gestoppt.`,
  'user-disconnected': 'Der Benutzer hat diesen Agenten getrennt.',
  'user-revoked': 'Der Benutzer hat diesen Zugang widerrufen.',
  'user-shut-out': 'Der Benutzer hat diesen Client ausgesperrt.',
  'user-renewed-secret': 'Der Benutzer hat ein neues Geheimnis für diesen Zugang gemacht.',
  'user-changed-token': 'Der Benutzer hat das Token von MCP über HTTP geändert.',
  'user-cancelled': 'Der Benutzer hat diesen Aufruf abgebrochen.',
  'call-ended': 'Der Aufruf hat geendet.',
  'endpoint-off': 'Dieser Zugang wurde ausgeschaltet.',
  'hub-stops': 'Der Hub wird beendet. Noch einmal aufrufen.',
  'hub-restarted': 'Der Hub wurde neu gestartet, und er ist noch nicht zurück.',
};
