// The disc with two letters that stands for a browser everywhere; agents have squares.
import { browserIdentity } from '../words/identity.ts';
import { Foreign } from './foreign.tsx';
import { useSnapshot } from './panel-context.tsx';
import type { CSSProperties } from 'react';

interface MarkProps {
  readonly browserId: string;
  readonly size?: 'small' | 'large';
}

export function BrowserMark({ browserId, size }: MarkProps) {
  const { colour, mono, active, kind } = browserIdentity(useSnapshot(), browserId);
  const style = { '--agent': colour === null ? 'var(--stopped)' : `var(--agent-${colour})` } as CSSProperties;
  return (
    <span
      className={`mark of-browser ${size ?? ''} ${active ? '' : 'inactive'}`}
      style={style}
      title={kind}
      aria-hidden="true"
    >
      {mono}
    </span>
  );
}

/** The mark and the name in one line. */
export function BrowserName({ browserId, className = '' }: { browserId: string; className?: string }) {
  const { name } = browserIdentity(useSnapshot(), browserId);
  return (
    <span className="cell">
      <BrowserMark browserId={browserId} size="small" />
      <Foreign text={name} className={`ellipsis ${className}`} />
    </span>
  );
}
