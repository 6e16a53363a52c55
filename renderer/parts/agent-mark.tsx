// The square with two letters that stands for an agent everywhere.
import { Foreign } from './foreign.tsx';
import type { CSSProperties } from 'react';
import type { Identity } from '../words/identity.ts';

interface MarkProps {
  readonly who: Pick<Identity, 'colour' | 'mono' | 'active'>;
  readonly size?: 'small' | 'large';
}

export function AgentMark({ who, size }: MarkProps) {
  const style = { '--agent': who.colour === null ? 'var(--stopped)' : `var(--agent-${who.colour})` } as CSSProperties;
  return (
    <span className={`mark ${size ?? ''} ${who.active ? '' : 'inactive'}`} style={style} aria-hidden="true">
      {who.mono}
    </span>
  );
}

/** The mark and the name in one line of a table. */
export function AgentName({ who }: { who: Identity }) {
  return (
    <span className="cell">
      <AgentMark who={who} size="small" />
      <Foreign text={who.name} className="ellipsis" />
    </span>
  );
}
