// Why an entry cannot or should not be taken, before anything else is read of it.
import { Foreign } from '../../../parts/foreign.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { t } from '../../../words/language.ts';
import type { Entry } from '../../../../contract/schemas/catalogue.ts';

export function EntryTrouble({ entry: { forbidden, status, statusMessage } }: { entry: Entry }) {
  if (forbidden)
    return (
      <div className="state crashed" role="group" aria-label={t('Forbidden')}>
        <Shape tone="crashed" />
        <b>{t('Forbidden by the policy')}</b>
        <p>
          <ReasonText reason={forbidden} />
        </p>
      </div>
    );
  if (status === 'active') return null;
  return (
    <div className="state attention" role="group" aria-label={t('State')}>
      <Shape tone="attention" />
      <b>{status === 'withdrawn' ? t('Withdrawn by its publisher') : t('Deprecated by its publisher')}</b>
      <p>
        {statusMessage === '' ? (
          t('It gives no reason. What is installed of it stays and runs on.')
        ) : (
          <Foreign text={statusMessage} lines />
        )}
      </p>
    </div>
  );
}
