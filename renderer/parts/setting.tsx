// A line of settings in a detail: what it is, a quiet sentence about it, and what changes it.
import type { ReactNode } from 'react';

interface SettingProps {
  readonly label: string;
  readonly note: ReactNode;
  /** Of the one field in it, which gets the focus when the line is clicked. */
  readonly as?: 'label';
  readonly children: ReactNode;
}

export function Setting({ label, note, as, children }: SettingProps) {
  const Line = as ?? 'div';
  return (
    <Line className="setting">
      <span>
        <b>{label}</b>
        <small>{note}</small>
      </span>
      {children}
    </Line>
  );
}
