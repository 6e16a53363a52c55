// A sentence of the hub: its words in the language of the panel, and what is from outside kept apart.
import { Fragment } from 'react';
import { Foreign } from './foreign.tsx';
import type { ReasonPart } from '../../words/reason.ts';

interface ReasonTextProps {
  readonly parts: readonly ReasonPart[];
  /** Characters to keep of each text from outside. */
  readonly max?: number;
}

export function ReasonText({ parts, max }: ReasonTextProps) {
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
