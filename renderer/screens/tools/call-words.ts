// How a call of the user's ended, and what is asked before one that acts.
import { formatBytes, formatDuration } from '../../words/format.ts';
import { t, tIn } from '../../words/language.ts';
import { ruleName } from '../../words/rule-words.ts';
import type { Outcome } from '../../../contract/schemas/trace.ts';
import type { Replayed } from '../../../contract/schemas/trace-tools.ts';
import type { Tone } from '../../words/tone.ts';

export function callWords(outcome: Outcome): { tone: Tone; word: string } {
  switch (outcome) {
    case 'ok':
      return { tone: 'running', word: 'ok' };
    case 'refused':
      return { tone: 'crashed', word: tIn('call', 'refused') };
    case 'cancelled':
      return { tone: 'stopped', word: tIn('call', 'cancelled') };
    default:
      return { tone: 'crashed', word: tIn('call', 'error') };
  }
}

/** `231 ms, 412 kB`; of what was refused who refused it. */
export function callNote({ outcome, latencyMs, rule }: Replayed, bytes: number): string {
  if (outcome === 'refused') return rule === null ? '' : t('by {rule}', { rule: ruleName(rule) });
  const took = formatDuration(latencyMs);
  return bytes === 0 ? took : `${took}, ${formatBytes(bytes)}`;
}

/** What is not drawn, and how much of it there is. */
export function dataSentence(what: 'picture' | 'sound' | 'file', type: string, size: number): string {
  const bytes = formatBytes(size);
  if (type === '') return t('Data without a type, not shown: {bytes}', { bytes });
  if (what === 'picture') return t('A picture that is not shown: {type}, {bytes}', { type, bytes });
  if (what === 'sound') return t('A sound that is not played: {type}, {bytes}', { type, bytes });
  return t('A file that is not shown: {type}, {bytes}', { type, bytes });
}
