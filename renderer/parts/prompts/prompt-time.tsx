// How risky a question is and how long it waits: the line below its sentence, and the line that runs out along its lower edge.
import { formatAge, formatCountdown } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { riskWords, scopeWords } from '../../words/scope-words.ts';
import type { Prompt } from '../../../contract/schemas/permissions.ts';

interface TimeLeftProps {
  readonly prompt: Pick<Prompt, 'askedAt' | 'expiresAt' | 'calls'>;
  readonly now: number;
}

interface PromptTimeProps {
  readonly prompt: Prompt;
  readonly now: number;
}

const riskNames = { low: t('Low risk'), medium: t('Medium risk'), high: t('High risk') } as const;

export function RiskAndTime({ prompt, now }: PromptTimeProps) {
  const { risk } = scopeWords(prompt.scope);
  const times = { age: formatAge(prompt.askedAt, now), left: formatCountdown(prompt.expiresAt - now) };
  return (
    <>
      <span className={`risk ${risk}`}>{riskNames[risk]}</span>
      <span className="ellipsis">{riskWords(prompt.scope)}</span>
      <span className="fill" />
      <span className="whitespace-nowrap">
        {prompt.calls > 0 ? t('asked {age}, refused in {left}', times) : t('asked {age}, closes in {left}', times)}
      </span>
    </>
  );
}

export function TimeLeft({ prompt: { askedAt, expiresAt, calls }, now }: TimeLeftProps) {
  const left = expiresAt - now;
  const time = { left: formatCountdown(left) };
  const share = Math.max(0, Math.min(1, left / (expiresAt - askedAt)));
  return (
    <div
      className="time-left"
      role="timer"
      aria-label={calls > 0 ? t('Refused in {left}', time) : t('Closes in {left}', time)}
    >
      <i style={{ width: `${share * 100}%` }} />
    </div>
  );
}
