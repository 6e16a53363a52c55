// A sentence with pieces from outside: each of them stands isolated, so that none can turn or hide another.
import { Foreign } from './foreign.tsx';
import type { Part } from '../words/sentence-words.ts';

interface PartsProps {
  readonly parts: readonly Part[];
  /** What stands between them. */
  readonly between?: string;
}

export function Parts({ parts, between = '' }: PartsProps) {
  return parts.map(({ text, foreign }, at) => (
    <span key={at}>
      {at === 0 ? '' : between}
      {foreign ? <Foreign text={text} /> : text}
    </span>
  ));
}
