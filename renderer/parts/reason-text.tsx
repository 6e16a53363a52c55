// What the hub says, with every text from outside in it kept apart.
import { reasonPieces } from '../words/reason-words.ts';
import { Foreign } from './foreign.tsx';
import type { Reason } from '../../contract/reasons.ts';

export function ReasonText({ reason, className }: { readonly reason: Reason; readonly className?: string }) {
  return (
    <span className={className}>
      {reasonPieces(reason).map((piece, at) =>
        // oxlint-disable-next-line react/no-array-index-key -- the pieces of one sentence have no other name
        typeof piece === 'string' ? piece : <Foreign key={at} text={piece.foreign} />,
      )}
    </span>
  );
}
