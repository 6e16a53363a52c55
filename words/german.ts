// What the hub says, in German, for the panel, the tray, notifications and the command line.
import { hubWords } from './de/hub.ts';
import { manifestWords } from './de/manifests.ts';
import { refusalWords } from './de/refusals.ts';
import { requestWords } from './de/requests.ts';
import { ruleChangeWords } from './de/rule-changes.ts';
import { serverWords } from './de/servers.ts';
import type { ReasonWords } from './reason.ts';

export const german: ReasonWords = {
  and: ' und ',
  texts: {
    ...hubWords,
    ...manifestWords,
    ...refusalWords,
    ...requestWords,
    ...ruleChangeWords,
    ...serverWords,
    foreign: '{text}',
    several: '{reasons}',
  },
};
