// What a list says whose filter leaves nothing of it.
import { t } from '../words/language.ts';
import { Button } from './button.tsx';

/** `sentence` names the filter and how many it hides. */
export function NoMatch({ sentence, onClear }: { sentence: string; onClear: () => void }) {
  return (
    <p className="line subtle p-4 text-xs" role="status">
      <span>{sentence}</span>
      <Button size="small" look="ghost" onClick={onClear}>
        {t('Clear filter')}
      </Button>
    </p>
  );
}
