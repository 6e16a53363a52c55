// The reaper: whatever an agent left behind is closed, after a question.
import { Trash2 } from 'lucide-react';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { useAct } from '../../parts/panel-context.tsx';
import { t } from '../../words/language.ts';

export function CloseOrphans({ count }: { count: number }) {
  const act = useAct();
  if (count === 0) return null;
  return (
    <ConfirmButton
      icon={Trash2}
      label={t('Close orphans')}
      title={t('Close {count, plural, one {# tab} other {# tabs}} without owner?', { count })}
      text={t('Their agents have left. The browser closes them, with whatever is typed in there.')}
      onConfirm={() => void act('tabs:close-orphans', {}, t('The tabs without owner were closed.'))}
    />
  );
}
