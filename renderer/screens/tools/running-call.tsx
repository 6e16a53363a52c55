// A call under way: how long it has taken so far.
import { PaneHead } from '../../parts/layout.tsx';
import { useNow } from '../../parts/panel-context.tsx';
import { Status } from '../../parts/shape.tsx';
import { formatSpan } from '../../words/format.ts';
import { t } from '../../words/language.ts';

export function Running({ since }: { since: number }) {
  const now = useNow();
  return (
    <PaneHead
      title={t('Result')}
      note={
        <span className="line">
          <Status tone="waiting">{t('in flight')}</Status>
          <span>{formatSpan(now - since)}</span>
        </span>
      }
    />
  );
}
