// How long a call may wait for something in a page, so that it still says itself what it has waited for in vain.
import type { ToolContext } from './tool.ts';

/** To look once more, and to answer; of little time, a part of it. */
const answerSeconds = 1;
const answerPart = 0.2;

/** Infinite where its asker named no time. */
export function waitableSeconds({ endsAt }: Pick<ToolContext, 'endsAt'>): number {
  const left = Math.max(0, (endsAt - performance.now()) / 1_000);
  return left - Math.min(answerSeconds, left * answerPart);
}

/** For a sentence. */
export function toldSeconds(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
