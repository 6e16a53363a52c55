// What became of an act that was not done, in the language of the page: the hub says it in English, and why as a code with its facts.
import { isReason } from '../../../../contract/reason.ts';
import { browserWords } from '../../../../words/de/browsers.ts';
import { chatWords } from '../../../../words/de/chat.ts';
import { requestWords } from '../../../../words/de/requests.ts';
import { siteWords } from '../../../../words/de/sites.ts';
import { hasWords, type ReasonWords, reasonText } from '../../../../words/reason.ts';
import { ActRefused } from '../act-refused.ts';
import { locale, words } from './words.ts';

/** Of what the companion's own pages ask for; what else there is belongs to the panel. */
const texts = { ...browserWords, ...chatWords, ...requestWords, ...siteWords };
const german: ReasonWords = { and: ' und ', texts: texts as ReasonWords['texts'] };

export function faultText(error: unknown): string {
  if (!(error instanceof ActRefused)) return unsaid(error instanceof Error ? error.message : String(error));
  const { fault } = error;
  if (fault.kind === 'anew') return words.ended.anew;
  if (fault.kind === 'no-hub') return words.ended.noHub;
  const kind = isReason(fault.reason) ? fault.reason.kind : null;
  if (kind === 'site-question-changed') return words.ended.changed;
  if (kind === 'site-question-ended') return words.ended.elsewhere;
  return hubSentence(fault.reason, fault.message);
}

/** What the hub says in place of an answer. */
export function hubSentence(reason: unknown, message: string): string {
  if (locale !== 'de' || !isReason(reason) || !hasWords(german, reason)) return unsaid(message);
  return words.ended.failed(reasonText(german, reason));
}

/** English is for who reads it. */
function unsaid(message: string): string {
  return locale === 'de' ? words.ended.failedUnsaid : words.ended.failed(message);
}
