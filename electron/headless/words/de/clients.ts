// What `pilothouse clients` says, in German.
import { counted } from '../counted.ts';
import type { ClientWords } from '../client-words.ts';

export const clientWords: ClientWords = {
  configStates: {
    absent: 'nicht auf diesem Rechner',
    manual: 'von Hand einzufügen',
    'not-connected': 'nicht verbunden',
    connected: 'verbunden',
    outdated: 'neu zu verbinden',
    gone: 'der Eintrag fehlt',
    broken: 'die Datei ist fehlerhaft',
    unreadable: 'die Datei bleibt, wie sie ist',
  },
  absentAgents: (count, others) =>
    `${others ? counted(count, 'weiterer bekannter Agent ist', 'weitere bekannte Agenten sind') : `Die ${count} bekannten Agenten sind`} nicht auf diesem Rechner; --all zeigt auch sie.`,
  restartIt: pid => `verbunden, neu zu starten: Prozess ${pid} weiß es noch nicht`,
  brokenAt: (line, column) => `die Datei ist fehlerhaft in Zeile ${line}, Spalte ${column}`,
  fileIs: (agent, file, state) => `${agent} (${file}): ${state}.`,
  tokenOnce: token => `Das Token, einmal gezeigt, für die Variable PILOTHOUSE_TOKEN: ${token}`,
  undoBy: (agent, version) => `pilothouse clients restore ${agent} --to ${version} macht es rückgängig.`,
  nothingWritten: 'Es wurde nichts geschrieben.',
  backupAt: path => `Die Datei, wie sie ist, käme nach ${path}.`,
  skippedLines: count => `… ${counted(count, 'Zeile', 'Zeilen')}`,
  toolListings: { whole: 'alle in der Liste', groups: 'Gruppen zum Öffnen', search: 'eine Suche' },
  toolCost: (tools, bytes, tokens) =>
    `${counted(tools, 'Definition', 'Definitionen')}, ${bytes} Bytes, etwa ${tokens} Token (geschätzt)`,
  seesHub: on => (on ? 'Er darf nach sich selbst fragen.' : 'Er darf nicht nach sich selbst fragen.'),
  noVersion: text =>
    `${text} ist keine Fassung; pilothouse clients restore mit --dry-run und --json zeigt, welche es gibt.`,
};
