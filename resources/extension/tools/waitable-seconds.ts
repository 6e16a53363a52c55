// How long a call may wait for something in a page, so that it still says itself what it has waited for in vain.
import type { ToolContext } from './tool.ts';

/** To look once more, and to answer. */
const answerSeconds = 1;

/** Infinite where its asker named no time. */
export function waitableSeconds({ endsAt }: Pick<ToolContext, 'endsAt'>): number {
  return Math.max(0, (endsAt - performance.now()) / 1_000 - answerSeconds);
}
