// What `pilothouse agents`, `tabs`, `mode`, `tools` and `trace` say, in German.
import { counted } from '../counted.ts';
import type { WatchWords } from '../watch-words.ts';

const modes = { running: 'laufen', 'read-only': 'lesen nur', paused: 'pausieren', stopped: 'sind gestoppt' } as const;

export const watchWords: WatchWords = {
  noAgents: 'Keine Agenten.',
  agentStates: { connected: 'verbunden', gone: 'gegangen' },
  calls: (calls, refused) => `${counted(calls, 'Aufruf', 'Aufrufe')}, ${refused} abgelehnt`,
  noTabs: 'Keine Tabs.',
  you: 'du',
  nobody: 'niemand',
  modeIs: (mode, since) => `Agenten ${modes[mode]}, seit ${since}.`,
  noTools: 'Keine Tools.',
  reads: 'liest',
  acts: 'handelt',
  on: 'an',
  off: 'aus',
  offForSome: 'für einige aus',
  held: { new: 'zurückgehalten, neu', changed: 'zurückgehalten, geändert', refused: 'zurückgehalten, abgelehnt' },
  toolIs: (tool, on, client) => `Tool ${tool} ist ${on ? 'an' : 'aus'}${client === null ? '' : ` für ${client}`}.`,
  noArguments:
    'Die Argumente sind kein JSON-Objekt; --arguments \'{"name": "value"}\' angeben, oder - für die Standardeingabe.',
  notCalled: 'Der Aufruf wurde nicht ausgeführt.',
  otherContent: type => `(${type}; --json zeigt alles)`,
  outcomes: {
    pending: 'unterwegs',
    waiting: 'wartet',
    ok: 'ok',
    error: 'Fehler',
    refused: 'abgelehnt',
    cancelled: 'abgebrochen',
    none: 'Mitteilung',
  },
  noFilter: (part, why) => `Der Filter ist bei ${JSON.stringify(part)} nicht lesbar: ${why}`,
};
