// Tabs of a detail: arrow keys move among them, and only the chosen one is drawn.
import { Tabs as RadixTabs } from 'radix-ui';
import { Shape } from './shape.tsx';
import type { ReactNode } from 'react';
import type { Tone } from '../words/tone.ts';

export interface TabPart<V extends string> {
  readonly value: V;
  readonly label: string;
  /** A quiet number behind the label. */
  readonly count?: number | null;
  /** A person should look here. */
  readonly asks?: boolean;
  /** Stands before the label. */
  readonly tone?: Tone;
  /** What stands in the toolbar while it is chosen; only where the tabs stand there too. */
  readonly actions?: () => ReactNode;
  readonly body: () => ReactNode;
}

interface TabsProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly onChoose: (value: V) => void;
  readonly parts: readonly TabPart<V>[];
  /** Of a screen that consists of its tabs: they stand in its toolbar. */
  readonly title?: string;
}

export function Tabs<V extends string>({ label, value, onChoose, parts, title }: TabsProps<V>) {
  const chosen = parts.find(part => part.value === value) ?? parts[0];
  const list = (
    <RadixTabs.List className={`tabs ${title === undefined ? '' : 'fill'}`} aria-label={label}>
      {parts.map(({ value: own, label: text, count, asks, tone }) => (
        <RadixTabs.Trigger key={own} value={own}>
          {tone ? (
            <span className={`tab-shape ${tone}`}>
              <Shape tone={tone} />
            </span>
          ) : null}
          {text}
          {count == null ? null : <small className={asks ? 'text-attention' : undefined}>{count}</small>}
        </RadixTabs.Trigger>
      ))}
    </RadixTabs.List>
  );
  return (
    <RadixTabs.Root className="tab-set" value={chosen?.value ?? value} onValueChange={next => onChoose(next as V)}>
      {title === undefined ? (
        list
      ) : (
        <div className="toolbar">
          <h1>{title}</h1>
          {list}
          {chosen?.actions ? <span className="fill" /> : null}
          {chosen?.actions?.()}
        </div>
      )}
      {chosen ? (
        <RadixTabs.Content key={chosen.value} value={chosen.value} className="tab-body" tabIndex={-1}>
          {chosen.body()}
        </RadixTabs.Content>
      ) : null}
    </RadixTabs.Root>
  );
}
