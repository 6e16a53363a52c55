// Buttons: plain ones, and those that change something and therefore rest while the hub is away.
import { t } from '../words/language.ts';
import { useLive } from './panel-context.tsx';
import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode } from 'react';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly look?: 'primary' | 'danger' | 'ghost' | 'active';
  readonly size?: 'small' | 'large';
  readonly icon?: LucideIcon;
  /** The key that does the same, shown inside. */
  readonly shortcut?: string;
  readonly children?: ReactNode;
}

export function Button({ look, size, icon: Icon, shortcut, children, ...rest }: ButtonProps) {
  const className = `button ${look ?? ''} ${size ?? ''} ${children === undefined ? 'icon-only' : ''}`;
  return (
    <button type="button" className={className} {...rest}>
      {Icon ? <Icon className="icon" aria-hidden="true" /> : null}
      {children}
      {shortcut ? <kbd className="keycap" data-key={shortcut} aria-hidden="true" /> : null}
    </button>
  );
}

/** A button that asks the hub for a change: once for a double click, whose second half may meet the row that moved up. */
export function ActButton({ disabled, title, onClick, ...rest }: ButtonProps) {
  const live = useLive();
  const reason = live ? title : t('The hub does not answer; nothing can be changed until it does.');
  const once: ButtonProps['onClick'] = event => {
    if (event.detail < 2) onClick?.(event);
    else event.stopPropagation();
  };
  return <Button {...rest} onClick={once} disabled={disabled === true || !live} title={reason} />;
}
