// Which columns the trace table has, and in which order.
import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react';
import { Button } from '../../../parts/button.tsx';
import { Drop } from '../../../parts/drop.tsx';
import { t } from '../../../words/language.ts';
import { type ColumnChoice, type ColumnId, columnIds, firstColumns, withColumn, withMoved } from './column-choice.ts';
import { traceColumns } from './trace-cells.tsx';

interface ColumnMenuProps {
  readonly choice: ColumnChoice;
  readonly onChoice: (choice: ColumnChoice) => void;
}

export function ColumnMenu({ choice, onChoice }: ColumnMenuProps) {
  const hidden = columnIds.filter(id => !choice.shown.includes(id));
  return (
    <Drop label={t('Choose columns')} icon={Columns3}>
      <ul className="columns" aria-label={t('Columns')}>
        {[...choice.shown, ...hidden].map(id => (
          <ColumnLine key={id} id={id} choice={choice} onChoice={onChoice} />
        ))}
      </ul>
      <hr />
      <Button look="ghost" onClick={() => onChoice(firstColumns)}>
        {t('As they were first')}
      </Button>
    </Drop>
  );
}

function ColumnLine({ id, choice, onChoice }: ColumnMenuProps & { readonly id: ColumnId }) {
  const { head, title } = traceColumns[id];
  const at = choice.shown.indexOf(id);
  const last = choice.shown.length - 1;
  return (
    <li>
      <label className="check fill" title={title}>
        <input
          type="checkbox"
          checked={at >= 0}
          disabled={at >= 0 && last === 0}
          onChange={({ target }) => onChoice(withColumn(choice, id, target.checked))}
        />
        {head}
      </label>
      {at < 0 ? null : (
        <>
          <Button
            look="ghost"
            size="small"
            icon={ArrowUp}
            aria-label={t('{head} to the left', { head })}
            title={t('{head} to the left', { head })}
            disabled={at === 0}
            onClick={() => onChoice(withMoved(choice, id, -1))}
          />
          <Button
            look="ghost"
            size="small"
            icon={ArrowDown}
            aria-label={t('{head} to the right', { head })}
            title={t('{head} to the right', { head })}
            disabled={at === last}
            onClick={() => onChoice(withMoved(choice, id, 1))}
          />
        </>
      )}
    </li>
  );
}
