// What the hub says, in the language of the panel, with every text from outside in it kept apart.
import { Fragment } from 'react';
import { reasonParts } from '../words/reason-words.ts';
import { Foreign } from './foreign.tsx';
import type { Reason } from '../../contract/reasons.ts';
import type { ReasonPart } from '../../words/reason.ts';

export function ReasonText({ reason, className }: { readonly reason: Reason; readonly className?: string }) {
  return (
    <span className={className}>
      <ReasonParts parts={reasonParts(reason)} />
    </span>
  );
}

interface ReasonPartsProps {
  readonly parts: readonly ReasonPart[];
  /** Characters to keep of each text from outside. */
  readonly max?: number;
}

/** A sentence keeps its order as long as it is shown, so the place of a part tells it. */
export function ReasonParts({ parts, max }: ReasonPartsProps) {
  return parts.map((part, at) => (
    <Fragment key={at}>
      {typeof part === 'string' ? (
        part
      ) : (
        <Foreign text={part.foreign} lines className="lines" {...(max !== undefined && { max })} />
      )}
    </Fragment>
  ));
}
