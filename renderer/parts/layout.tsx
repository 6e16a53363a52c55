// The pieces every screen is laid out with: its toolbar, pane heads, facts, figures, and what stands where nothing is yet.
import { X } from 'lucide-react';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import type { ReactNode } from 'react';

export function ScreenBar({ title, note, children }: { title: string; note?: string; children?: ReactNode }) {
  return (
    <div className="toolbar">
      <h1>{title}</h1>
      {note ? <span className="note">{note}</span> : null}
      <span className="fill" />
      {children}
    </div>
  );
}

export function PaneHead({ title, note, children }: { title: string; note?: ReactNode; children?: ReactNode }) {
  return (
    <div className="pane-head">
      <h2>{title}</h2>
      {note === undefined ? null : <span className="note ellipsis">{note}</span>}
      <span className="fill" />
      {children}
    </div>
  );
}

export type Fact = readonly [term: string, value: ReactNode];

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(([term, value]) => (
        <div key={term} className="contents">
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Figures side by side, each with a quiet word behind it. */
export function Figures({
  figures,
  className,
}: {
  figures: readonly (readonly [string, string, string?])[];
  className: string;
}) {
  return (
    <dl className={className}>
      {figures.map(([term, value, more]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            {value} {more ? <small>{more}</small> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function Empty({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      <p>{text}</p>
      {children ? <div className="actions">{children}</div> : null}
    </div>
  );
}

interface DetailPaneProps {
  readonly label: string;
  readonly className?: string;
  readonly onClose: () => void;
  readonly head: ReactNode;
  readonly children: ReactNode;
  /** Fills the pane and scrolls inside, instead of as a whole. */
  readonly fixed?: boolean;
}

/** The pane beside a list; in a narrow window it lies over it. Escape closes it from anywhere (see `useListKeys`). */
export function DetailPane({ label, className, onClose, head, children, fixed }: DetailPaneProps) {
  return (
    <section className={`pane detail ${className ?? 'fill'}`} aria-label={label}>
      <div className="detail-head">
        {head}
        <Button
          look="ghost"
          size="small"
          icon={X}
          aria-label={t('Close detail')}
          title={t('Close detail (Escape)')}
          onClick={onClose}
        />
      </div>
      <div className={`scrolls ${fixed ? 'fixed-body' : ''}`} tabIndex={-1}>
        {children}
      </div>
    </section>
  );
}
