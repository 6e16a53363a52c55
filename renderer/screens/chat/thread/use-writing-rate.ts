// How fast an answer is written, from how its text has grown over the last seconds; an estimate, as four letters make about a token.
import { useEffect, useEffectEvent, useState } from 'react';
import { estimateTokens } from '../../../words/token-words.ts';
import type { ChatStep } from '../../../../contract/schemas/chat.ts';

interface Sample {
  readonly at: number;
  readonly chars: number;
}

/** So many of them are looked back. */
const kept = 6;
const stepMs = 500;

/** Tokens a second; null while nothing grows. */
export function useWritingRate(steps: readonly ChatStep[]): number | null {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const take = useEffectEvent(() =>
    setSamples(before => [...before.slice(1 - kept), { at: Date.now(), chars: writtenChars(steps) }]),
  );
  useEffect(() => {
    const timer = setInterval(() => take(), stepMs);
    return () => clearInterval(timer);
  }, []);
  return writingRate(samples);
}

function writtenChars(steps: readonly ChatStep[]): number {
  return steps.reduce((sum, step) => sum + (step.kind === 'text' ? step.text.length + step.reasoning.length : 0), 0);
}

export function writingRate(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at <= first.at || last.chars <= first.chars) return null;
  return (estimateTokens(last.chars - first.chars) * 1000) / (last.at - first.at);
}
