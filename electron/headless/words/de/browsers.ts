// What `pilothouse browsers` says, in German.
import type { ManifestClaim } from '../../../../contract/schemas/browsers.ts';
import type { BrowserWords } from '../browser-words.ts';

const planned = {
  write: 'würde geschrieben:',
  replace: 'würde gesichert und ersetzt:',
  keep: 'ist, wie es sein soll:',
  remove: 'würde entfernt:',
  'give-back': 'würde zurückgegeben:',
  leave: 'würde gelassen:',
} as const;

const finished = {
  write: 'geschrieben:',
  replace: 'gesichert und ersetzt:',
  keep: 'war, wie es sein soll:',
  remove: 'entfernt:',
  'give-back': 'zurückgegeben:',
  leave: 'gelassen:',
} as const;

const states = {
  pending: 'wartet auf Freischaltung',
  connected: 'verbunden',
  away: 'fort',
  denied: 'abgelehnt',
} as const;

export const browserWords: BrowserWords = {
  noBrowsers: 'Kein Browser gefunden.',
  nothingToSwitch: 'Es ist nichts zu tun.',
  whichSystemBrowser:
    'Es fehlt, für welchen Browser --system gilt: --browser mit der Kennung, die pilothouse browsers list zeigt.',
  browserLine: (id, name, text) => `${id}  ${name}: ${text}`,
  offeredFolder: (folder, program, pid) => `${folder}  (${program}, Prozess ${pid}) lässt sich im Panel hinzufügen.`,
  knownBrowsers: 'Pilothouse bekannt:',
  knownBrowser: (name, id, state) => `  ${name} (${id}), ${states[state]}`,
  step: (action, place, isDone) => `  ${(isDone ? finished : planned)[action]} ${place}`,
  claim: (place, program, state) => `  ${place}: ${program ?? 'kein Programm'}, ${stateWords(state)}`,
};

function stateWords(state: ManifestClaim['programState']): string {
  switch (state.kind) {
    case 'runs':
      return `läuft (Prozess ${state.pids.join(', ')})`;
    case 'ready':
      return 'lässt sich starten';
    case 'missing':
      return 'fehlt';
    case 'not-executable':
      return 'ist nicht ausführbar';
    case 'no-interpreter':
      return `braucht ${state.interpreter}, das fehlt`;
    case 'unknown':
      return 'ließ sich nicht ansehen';
    case 'none':
      return 'nennt keines';
  }
}
