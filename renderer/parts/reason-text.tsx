// What the hub says, in the language of the panel, with every text from outside in it kept apart.
import { Fragment } from 'react';
import { reasonParts } from '../words/reason-words.ts';
import { Foreign } from './foreign.tsx';
import type { Reason } from '../../contract/reasons.ts';
import type { ReasonPart } from '../../words/reason.ts';

interface ReasonTextProps {
  readonly reason: Reason;
  readonly className?: string;
  /** Characters to keep of each text from outside, whose middle is cut. */
  readonly max?: number;
}

export function ReasonText({ reason, className, max }: ReasonTextProps) {
  return (
    <span className={className}>
      <ReasonParts parts={reasonParts(reason)} {...(max !== undefined && { max, middle: true })} />
    </span>
  );
}

interface ReasonPartsProps {
  readonly parts: readonly ReasonPart[];
  /** Characters to keep of each text from outside. */
  readonly max?: number;
  /** Keeps line feeds of texts from outside. */
  readonly lines?: boolean;
  /** What is cut off is its middle, not its end. */
  readonly middle?: boolean;
}

/** A sentence keeps its order as long as it is shown, so the place of a part tells it. */
export function ReasonParts({ parts, lines, ...cut }: ReasonPartsProps) {
  return parts.map((part, at) => (
    <Fragment key={at}>
      {typeof part === 'string' ? (
        part
      ) : (
        <Foreign text={part.foreign} {...(lines && { lines, className: 'lines' })} {...cut} />
      )}
    </Fragment>
  ));
}
