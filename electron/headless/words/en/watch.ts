// What `pilothouse agents`, `tabs`, `mode`, `tools` and `trace` say, in English.
import { counted } from '../counted.ts';
import type { WatchWords } from '../watch-words.ts';

export const watchWords: WatchWords = {
  noAgents: 'No agents.',
  agentStates: { connected: 'connected', gone: 'gone' },
  calls: (calls, refused) => `${counted(calls, 'call', 'calls')}, ${refused} refused`,
  noTabs: 'No tabs.',
  you: 'you',
  nobody: 'nobody',
  modeIs: (mode, since) => `Agents: ${mode}, since ${since}.`,
  noTools: 'No tools.',
  reads: 'reads',
  acts: 'acts',
  on: 'on',
  off: 'off',
  offForSome: 'off for some',
  held: { new: 'held back, new', changed: 'held back, changed', refused: 'held back, refused' },
  toolIs: (tool, on, client) => `Tool ${tool} is ${on ? 'on' : 'off'}${client === null ? '' : ` for ${client}`}.`,
  noArguments: 'The arguments are no JSON object; write --arguments \'{"name": "value"}\', or - for standard input.',
  notCalled: 'The call was not carried out.',
  otherContent: type => `(${type}; --json has all of it)`,
  outcomes: {
    pending: 'in flight',
    waiting: 'waits',
    ok: 'ok',
    error: 'error',
    refused: 'refused',
    cancelled: 'cancelled',
    none: 'notification',
  },
  noFilter: (part, why) => `The filter cannot be read at ${JSON.stringify(part)}: ${why}`,
};
