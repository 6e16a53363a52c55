// Somebody who waits to be let in: who that is, what is known of them, and the buttons that answer.
import { Shape } from './shape.tsx';
import type { ReactNode } from 'react';

interface PendingRowProps {
  readonly who: ReactNode;
  readonly known: ReactNode;
  readonly children: ReactNode;
}

export function PendingRow({ who, known, children }: PendingRowProps) {
  return (
    <li className="wash attention line px-4 py-2 text-xs flex-wrap">
      <span className="text-attention">
        <Shape tone="attention" />
      </span>
      <span className="two-lines fill">
        <span className="strong">{who}</span>
        <small>{known}</small>
      </span>
      {children}
    </li>
  );
}
