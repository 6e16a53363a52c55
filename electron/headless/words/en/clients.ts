// What `pilothouse clients` says, in English.
import { counted } from '../counted.ts';
import type { ClientWords } from '../client-words.ts';

export const clientWords: ClientWords = {
  configStates: {
    absent: 'not on this machine',
    manual: 'to be pasted',
    'not-connected': 'not connected',
    connected: 'connected',
    outdated: 'to be connected again',
    gone: 'its entry is gone',
    broken: 'its file is broken',
    unreadable: 'its file is left alone',
  },
  absentAgents: (count, others) =>
    `${others ? counted(count, 'other known agent is', 'other known agents are') : `The ${count} known agents are`} not on this machine; --all lists them too.`,
  restartIt: pid => `connected, restart it: process ${pid} does not know it yet`,
  brokenAt: (line, column) => `its file is broken at line ${line}, column ${column}`,
  fileIs: (agent, file, state) => `${agent} (${file}): ${state}.`,
  tokenOnce: token => `The token, shown once, for the variable PILOTHOUSE_TOKEN: ${token}`,
  undoBy: (agent, version) => `pilothouse clients restore ${agent} --to ${version} undoes it.`,
  nothingWritten: 'Nothing was written.',
  backupAt: path => `The file as it is would be kept in ${path}.`,
  skippedLines: count => `… ${counted(count, 'line', 'lines')}`,
  toolListings: { whole: 'each in its list', groups: 'groups to open', search: 'a search' },
  toolCost: (tools, bytes, tokens) =>
    `${counted(tools, 'definition', 'definitions')}, ${bytes} bytes, about ${tokens} tokens (estimated)`,
  seesHub: on => (on ? 'It may ask about itself.' : 'It may not ask about itself.'),
  noVersion: text => `${text} is no version; pilothouse clients restore with --dry-run and --json lists them.`,
};
