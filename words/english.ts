// What the hub says, in English: for agents, logs and programs, and for readers of English.
import { hubWords } from './en/hub.ts';
import { manifestWords } from './en/manifests.ts';
import { refusalWords } from './en/refusals.ts';
import { requestWords } from './en/requests.ts';
import { ruleChangeWords } from './en/rule-changes.ts';
import { serverWords } from './en/servers.ts';
import { reasonText } from './reason.ts';
import type { Reason } from '../contract/reasons.ts';
import type { ReasonWords } from './reason.ts';

export const english: ReasonWords = {
  and: ' and ',
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

export function inEnglish(reason: Reason): string {
  return reasonText(english, reason);
}
