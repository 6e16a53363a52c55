// The limits of a provider as they are typed.
import { t } from '../../../words/language.ts';
import type { ModelLimits } from '../../../../contract/schemas/models.ts';

export interface LimitsForm {
  readonly atOnce: string;
  readonly timeoutSeconds: string;
  /** Empty is no limit. */
  readonly tokensPerDay: string;
}

export function limitsForm({ atOnce, timeoutSeconds, tokensPerDay }: ModelLimits): LimitsForm {
  return {
    atOnce: String(atOnce),
    timeoutSeconds: String(timeoutSeconds),
    tokensPerDay: tokensPerDay === null ? '' : String(tokensPerDay),
  };
}

/** Only of a form without trouble. */
export function limitsOf({ atOnce, timeoutSeconds, tokensPerDay }: LimitsForm): ModelLimits {
  return {
    atOnce: Number(atOnce),
    timeoutSeconds: Number(timeoutSeconds),
    tokensPerDay: tokensPerDay.trim() === '' ? null : Number(tokensPerDay),
  };
}

/** What keeps it from being saved, as a sentence; null where nothing does. */
export function limitsTrouble({ atOnce, timeoutSeconds, tokensPerDay }: LimitsForm): string | null {
  if (!isWhole(atOnce, 100)) return t('“{text}” is no number of answers; enter 1 to 100.', { text: atOnce });
  if (!isWhole(timeoutSeconds, 3_600))
    return t('“{text}” is no time to answer; enter 1 to 3600 seconds.', { text: timeoutSeconds });
  if (tokensPerDay.trim() !== '' && !isWhole(tokensPerDay, Number.MAX_SAFE_INTEGER))
    return t('“{text}” is no number of tokens; enter 1 or more, or nothing.', { text: tokensPerDay });
  return null;
}

function isWhole(text: string, most: number): boolean {
  return /^\s*\d+\s*$/.test(text) && Number(text) >= 1 && Number(text) <= most;
}
