// The end of a form of settings: what is wrong with it, and saving, which tells what it does to what runs.

import { t } from '../words/language.ts';
import { ActButton, Button } from './button.tsx';
import { Said } from './sheet.tsx';
import type { Draft } from './use-draft.ts';

interface SaveBarProps<T> {
  readonly draft: Draft<T>;
  /** Why it cannot be saved as it is, or null. */
  readonly blocked: string | null;
  /** What follows from it. */
  readonly note: string;
  readonly onSave: () => void;
}

export function SaveBar<T>({ draft, blocked, note, onSave }: SaveBarProps<T>) {
  return (
    <>
      {blocked === null ? null : (
        <div className="px-4 py-2">
          <Said sentence={blocked} />
        </div>
      )}
      {draft.isChanged ? (
        <div className="line px-4 py-3 text-xs">
          <ActButton look="primary" disabled={blocked !== null} title={blocked ?? undefined} onClick={onSave}>
            {t('Save')}
          </ActButton>
          <Button look="ghost" onClick={draft.reset}>
            {t('Discard')}
          </Button>
          <span className="subtle">{note}</span>
        </div>
      ) : null}
    </>
  );
}
