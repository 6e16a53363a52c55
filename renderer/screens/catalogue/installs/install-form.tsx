// The form of an install: filled in while its package is fetched, and changed later. Secrets that are kept are never shown.
import { PaneHead } from '../../../parts/layout.tsx';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { useDraft } from '../../../parts/use-draft.ts';
import { useSending } from '../../../parts/use-sending.ts';
import { t } from '../../../words/language.ts';
import { AskedFields } from '../form/asked-fields.tsx';
import { changedValues, firstTrouble, firstValues } from '../form/field-values.ts';
import type { Install } from '../../../../contract/schemas/installs.ts';

export function InstallForm({ install }: { install: Install }) {
  const { link } = usePanelParts();
  const { fields, values: stored, kept, missing, serverId } = install;
  const draft = useDraft({ values: firstValues(fields, stored), kept });
  const { said, send } = useSending();
  const save = () =>
    void send(async () => {
      await link.request('installs:fill', { serverId, values: changedValues(fields, draft.value.values, stored) });
      draft.reset();
    });
  return (
    <section aria-label={t('What it asks')}>
      <PaneHead title={t('What it asks')} note={fields.length === 0 ? t('nothing') : openWords(missing.length)} />
      {fields.length === 0 ? null : (
        <>
          <AskedFields
            fields={fields}
            values={draft.value.values}
            kept={kept}
            onValues={values => draft.change({ values })}
          />
          <SaveBar
            draft={draft}
            blocked={firstTrouble(fields, draft.value.values)}
            note={t('It then waits for your approval of what it has become.')}
            onSave={save}
          />
          {said === null ? null : (
            <div className="px-4 py-2">
              <Said sentence={said} />
            </div>
          )}
        </>
      )}
    </section>
  );
}

function openWords(open: number): string {
  if (open === 0) return t('all that it needs is filled in');
  return t('{count, plural, one {# value is} other {# values are}} still open', { count: open });
}
