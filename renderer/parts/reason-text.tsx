// What the hub says, with every text from outside in it kept apart.
import { reasonPieces } from '../words/reason-words.ts';
import { Foreign } from './foreign.tsx';
import type { Reason } from '../../contract/reasons.ts';

interface ReasonTextProps {
  readonly reason: Reason;
  readonly className?: string;
  /** Characters to keep of each text from outside, whose middle is cut. */
  readonly max?: number;
}

/** A sentence keeps its order as long as it is shown, so the place of a piece tells it. */
export function ReasonText({ reason, className, max }: ReasonTextProps) {
  return (
    <span className={className}>
      {reasonPieces(reason).map((piece, at) =>
        typeof piece === 'string' ? (
          piece
        ) : (
          <Foreign key={at} text={piece.foreign} {...(max !== undefined && { max, middle: true })} />
        ),
      )}
    </span>
  );
}
