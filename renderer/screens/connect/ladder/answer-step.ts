// The last link: a call that went through a tab and was answered.
import { formatMinute } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { type Judgement, proven, untried, waits } from './judgement.ts';

/** The newest call through a tab that was answered. */
export interface PageAnswer {
  readonly at: number;
  /** The browser that it came through. */
  readonly browserId: string;
  readonly tool: string;
}

export interface AnswerFact {
  readonly last: PageAnswer | null;
  /** What a question asks that waits for the user, as a sentence; null while none does. */
  readonly question: string | null;
  /** Since when each browser that is connected has been, by its id. */
  readonly since: Readonly<Record<string, number>>;
}

/** An older proof is none any more. */
const provesMs = 24 * 3_600_000;

export function answerStep(
  { last, question, since }: AnswerFact,
  before: { readonly agent: Judgement; readonly extension: Judgement },
  now: number,
): Judgement {
  const time = last ? formatMinute(last.at) : '';
  const through = last ? since[last.browserId] : undefined;
  if (last && through !== undefined && last.at >= through && now - last.at < provesMs)
    return proven(t('{tool} was answered at {time}.', { tool: last.tool, time }));
  if (question !== null) return untried(t('A question waits for you: {question}.', { question }));
  if (last) return untried(t('Last one at {time}. None since.', { time }));
  if (before.agent.state !== 'proven') return waits(t('It waits for an agent that is connected.'));
  if (before.extension.state !== 'proven') return waits(t('It waits for an extension that is connected.'));
  return untried(t('Give your agent a first task; the answer shows here.'));
}
