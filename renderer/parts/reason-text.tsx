// What the hub says, in the language of the panel, with each text from outside isolated.
import { reasonPieces } from '../words/reason-words.ts';
import { Foreign } from './foreign.tsx';
import type { Reason } from '../../contract/reasons.ts';

/** `max` characters of each text from outside, cut in the middle. */
export function ReasonText({ reason, max }: { reason: Reason; max: number }) {
  return reasonPieces(reason).map((part, at) =>
    typeof part === 'string' ? part : <Foreign key={at} text={part.foreign} max={max} middle />,
  );
}
