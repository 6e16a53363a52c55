// Who wrote a turn, when, which of its versions it is, and what can be done with it.
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { ActButton, Button } from '../../../parts/button.tsx';
import { useCopy } from '../../../parts/copy.tsx';
import { t } from '../../../words/language.ts';
import type { ReactNode } from 'react';
import type { ChatTurn } from '../../../../contract/schemas/chat.ts';

interface TurnHeadProps {
  readonly children: ReactNode;
  readonly version: ChatTurn['version'];
  readonly isBusy: boolean;
  readonly onChoose: (turnId: string) => void;
  /** The buttons, shown on hover and on focus. */
  readonly acts: ReactNode;
}

export function TurnHead({ children, version, isBusy, onChoose, acts }: TurnHeadProps) {
  return (
    <div className="turn-head">
      {children}
      <Versions version={version} isBusy={isBusy} onChoose={onChoose} />
      <span className="fill" />
      <span className="turn-acts">{acts}</span>
    </div>
  );
}

function Versions({
  version: { number, ids },
  isBusy,
  onChoose,
}: Pick<TurnHeadProps, 'version' | 'isBusy' | 'onChoose'>) {
  if (ids.length < 2) return null;
  const [earlier, later] = [ids[number - 2], ids[number]];
  const step = (id: string | undefined, label: string, icon: LucideIcon) => (
    <ActButton
      look="ghost"
      size="small"
      icon={icon}
      aria-label={label}
      title={isBusy ? t('An answer is being written') : label}
      disabled={id === undefined || isBusy}
      onClick={() => id !== undefined && onChoose(id)}
    />
  );
  return (
    <span className="versions">
      {step(earlier, t('Earlier version'), ChevronLeft)}
      {t('{number, number} of {count, number}', { number, count: ids.length })}
      {step(later, t('Later version'), ChevronRight)}
    </span>
  );
}

interface TurnActProps {
  readonly icon: LucideIcon;
  readonly label: string;
  /** Why it cannot be done now. */
  readonly not?: string | null;
  readonly onClick: () => void;
}

export function TurnAct({ icon, label, not = null, onClick }: TurnActProps) {
  return (
    <ActButton
      look="ghost"
      size="small"
      icon={icon}
      aria-label={label}
      title={not ?? label}
      disabled={not !== null}
      onClick={onClick}
    />
  );
}

export function CopyAct({
  icon,
  done,
  label,
  text,
  what,
}: {
  icon: LucideIcon;
  done: LucideIcon;
  label: string;
  text: string;
  what: string;
}) {
  const { copied, run } = useCopy(text, what);
  return (
    <Button
      look="ghost"
      size="small"
      icon={copied ? done : icon}
      aria-label={copied ? t('Copied') : label}
      title={copied ? t('Copied') : label}
      onClick={() => void run()}
    />
  );
}
