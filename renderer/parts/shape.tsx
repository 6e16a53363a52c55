// A status as colour, shape and word.
import type { ReactNode } from 'react';
import type { Tone } from '../words/tone.ts';

const shapes: Readonly<Record<Tone, ReactNode>> = {
  running: <circle className="filled" cx="12" cy="12" r="7" />,
  attention: <path className="filled" d="M12 2.5 23 21.5H1z" />,
  crashed: <path className="filled" d="M4 4h16v16H4z" />,
  waiting: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7v5l3.5 2" />
    </>
  ),
  paused: <path className="filled" d="M5 4h5v16H5zM14 4h5v16h-5z" />,
  orphaned: <circle cx="12" cy="12" r="8.5" strokeDasharray="6 4.7" />,
  stopped: <circle cx="12" cy="12" r="7.5" />,
};

export function Shape({ tone }: { tone: Tone }) {
  return (
    <svg className="shape" viewBox="0 0 24 24" aria-hidden="true">
      {shapes[tone]}
    </svg>
  );
}

export function Status({ tone, children, title }: { tone: Tone; children: ReactNode; title?: string }) {
  return (
    <span className={`status ${tone}`} title={title}>
      <Shape tone={tone} />
      <span className="ellipsis">{children}</span>
    </span>
  );
}
