// The last link: a call that went through a page and was answered. The doctor's last step judges by the same.
import { formatWhen } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { type Judgement, proven, untried, waits } from './judgement.ts';

/** The newest answer of a page of one browser. */
export interface AnswerFact {
  readonly at: number;
  readonly tool: string;
  /** Since when that browser is connected; null while it is not. */
  readonly since: number | null;
  /** It shows a page that could answer now. */
  readonly hasPage: boolean;
}

interface Before {
  readonly agent: Judgement;
  readonly extension: Judgement;
}

/** An older proof is none any more. */
const provesMs = 24 * 3_600_000;

/** `question` is what waits for the user, as a sentence; null while nothing does. */
export function answerStep(
  answers: readonly AnswerFact[],
  question: string | null,
  before: Before,
  now: number,
): Judgement {
  const newest = answers.toSorted((one, other) => other.at - one.at);
  const current = newest.filter(({ at, since }) => since !== null && at >= since && now - at < provesMs);
  const good = current.find(({ hasPage }) => hasPage);
  if (good) return proven(t('{tool} was answered at {time}.', { tool: good.tool, time: formatWhen(good.at, now) }));
  if (question !== null) return untried(t('A question waits for you: {question}.', { question }));
  const [last] = newest;
  if (last && current.includes(last))
    return untried(t('Last one at {time}. No page is open now.', { time: formatWhen(last.at, now) }));
  if (last) return untried(t('Last one at {time}. None since.', { time: formatWhen(last.at, now) }));
  if (before.agent.state !== 'proven') return waits(t('It waits for an agent that is connected.'));
  if (before.extension.state !== 'proven') return waits(t('It waits for an extension that is connected.'));
  return untried(t('Give your agent a first task; the answer shows here.'));
}
