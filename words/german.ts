// What the hub says, in German, for the panel, the tray, notifications and the command line.
import { agentWords } from './de/agents.ts';
import { desktopWords } from './de/desktop.ts';
import { hubWords } from './de/hub.ts';
import { importWords } from './de/imports.ts';
import { manifestWords } from './de/manifests.ts';
import { programWords } from './de/programs.ts';
import { requestWords } from './de/requests.ts';
import { serverWords } from './de/servers.ts';
import type { ReasonWords } from './reason.ts';

export const german: ReasonWords = {
  and: ' und ',
  texts: {
    ...agentWords,
    ...desktopWords,
    ...hubWords,
    ...importWords,
    ...manifestWords,
    ...programWords,
    ...requestWords,
    ...serverWords,
    foreign: '{text}',
    several: '{reasons}',
  },
};
