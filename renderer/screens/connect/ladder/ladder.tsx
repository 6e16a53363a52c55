// The ladder: five links from the hub to a page, what is known of each, and one button at the link that is next.
import { Circle, CircleCheck, Clock, type LucideIcon, Square } from 'lucide-react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { formatCount } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { RemedyButton, type RemedyProps } from './remedy-button.tsx';
import type { Judgement, StepId } from './judgement.ts';
import type { Step } from './steps.ts';

const icons: Readonly<Record<Judgement['state'], LucideIcon>> = {
  proven: CircleCheck,
  failed: Square,
  waits: Clock,
  untried: Circle,
};
const tones = { proven: 'running', failed: 'crashed', waits: 'waiting', untried: 'stopped' } as const;
const said = { proven: t('proven'), failed: t('broken'), waits: t('waits'), untried: t('not tried') } as const;

export const stepTitles: Readonly<Record<StepId, string>> = {
  hub: t('Hub'),
  agent: t('Agent'),
  browser: t('Browser'),
  extension: t('Extension'),
  answer: t('Answer from a page'),
};

interface LadderProps extends Pick<RemedyProps, 'onRemedy'> {
  readonly steps: readonly Step[];
  readonly onGo: (step: StepId) => void;
}

export function Ladder({ steps, onGo, onRemedy }: LadderProps) {
  return (
    <ol className="chain" aria-label={t('From the hub to an answer')}>
      {steps.map((step, at) => (
        <Link key={step.id} step={step} at={at} onGo={onGo} onRemedy={onRemedy} />
      ))}
    </ol>
  );
}

interface LinkProps extends Pick<LadderProps, 'onGo' | 'onRemedy'> {
  readonly step: Step;
  readonly at: number;
}

function Link({ step: { id, state, text, remedy, isNext }, at, onGo, onRemedy }: LinkProps) {
  const Icon = icons[state];
  return (
    <li className={`${tones[state]} ${state}`} aria-current={isNext ? 'step' : undefined}>
      <button type="button" className="chain-title" data-step={at + 1} onClick={() => onGo(id)}>
        <Icon aria-hidden="true" />
        <span className="ellipsis">{stepTitles[id]}</span>
        <span className="visually-hidden">{said[state]}</span>
      </button>
      <p title={text}>{visibleText(text)}</p>
      {isNext && remedy ? <RemedyButton key={remedy.kind} remedy={remedy} onRemedy={onRemedy} /> : null}
    </li>
  );
}

/** How far the chain reaches, for the toolbar. */
export function ladderSentence(steps: readonly Step[]): string {
  const green = steps.filter(({ state }) => state === 'proven').length;
  const broken = steps.find(({ state }) => state === 'failed');
  const values = { green: formatCount(green), all: formatCount(steps.length) };
  return broken
    ? t('{green} of {all} steps are green; “{step}” is broken', { ...values, step: stepTitles[broken.id] })
    : t('{green} of {all} steps are green', values);
}
