// The sheet in which something planned is filled in and installed: its foot is the same whatever it comes from.
import { Download } from 'lucide-react';
import { ActButton } from '../../../parts/button.tsx';
import { SideSheet } from '../../../parts/side-sheet.tsx';
import { t } from '../../../words/language.ts';
import { AddFormBody, addFormId } from './add-form.tsx';
import type { ReactNode } from 'react';
import type { Plan } from '../entry/use-entry.ts';
import type { AddForm } from './use-add-form.ts';

interface PlannedSheetProps {
  readonly title: string;
  readonly mark?: ReactNode;
  readonly about: ReactNode;
  readonly form: AddForm;
  readonly plan: Plan;
  /** Why it cannot be installed; null where it can. */
  readonly blocked: string | null;
  readonly onClose: () => void;
  /** What is read before the form. */
  readonly children: ReactNode;
}

export function PlannedSheet({ form, plan, blocked, children, ...sheet }: PlannedSheetProps) {
  return (
    <SideSheet
      {...sheet}
      note={t('Nothing runs before you approve it; Cancel leaves nothing behind.')}
      action={
        <ActButton
          look="primary"
          icon={Download}
          type="submit"
          form={addFormId}
          disabled={blocked !== null || form.busy}
          title={blocked ?? undefined}
        >
          {t('Install')}
        </ActButton>
      }
    >
      {children}
      <AddFormBody form={form} plan={plan} />
    </SideSheet>
  );
}
