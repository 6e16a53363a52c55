// What `pilothouse browsers` says, in English.
import type { ManifestClaim } from '../../../../contract/schemas/browsers.ts';
import type { BrowserWords } from '../browser-words.ts';

const planned = {
  write: 'would write',
  replace: 'would keep a copy and replace',
  keep: 'is as it should be:',
  remove: 'would remove',
  'give-back': 'would give back',
  leave: 'would leave',
} as const;

const finished = {
  write: 'wrote',
  replace: 'kept a copy and replaced',
  keep: 'was as it should be:',
  remove: 'removed',
  'give-back': 'gave back',
  leave: 'left',
} as const;

const states = {
  pending: 'waits for your approval',
  connected: 'connected',
  away: 'away',
  denied: 'denied',
} as const;

export const browserWords: BrowserWords = {
  noBrowsers: 'No browser was found.',
  nothingToSwitch: 'There is nothing to do.',
  whichSystemBrowser: 'Say which browser --system is for: --browser with its id, as pilothouse browsers list has it.',
  browserLine: (id, name, text) => `${id}  ${name}: ${text}`,
  offeredFolder: (folder, program, pid) => `${folder}  (${program}, process ${pid}) can be added in the panel.`,
  knownBrowsers: 'Known to Pilothouse:',
  knownBrowser: (name, id, state) => `  ${name} (${id}), ${states[state]}`,
  step: (action, place, isDone) => `  ${(isDone ? finished : planned)[action]} ${place}`,
  claim: (place, program, state) => `  ${place}: ${program ?? 'no program'}, ${stateWords(state)}`,
};

function stateWords(state: ManifestClaim['programState']): string {
  switch (state.kind) {
    case 'runs':
      return `runs (process ${state.pids.join(', ')})`;
    case 'ready':
      return 'can be started';
    case 'missing':
      return 'is missing';
    case 'not-executable':
      return 'is not executable';
    case 'no-interpreter':
      return `needs ${state.interpreter}, which is missing`;
    case 'unknown':
      return 'could not be looked at';
    case 'none':
      return 'names none';
  }
}
