// The form by which something is added: what will run, its name, what it asks for, its walls. Its package is fetched once it is begun.
import { Line } from '../../../parts/form-fields.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { WallsFields } from '../../../parts/walls-fields.tsx';
import { t } from '../../../words/language.ts';
import { PlannedCommand } from '../entry/what-will-run.tsx';
import { AskedFields } from './asked-fields.tsx';
import { openFields } from './field-values.ts';
import type { Plan } from '../entry/use-entry.ts';
import type { AddForm } from './use-add-form.ts';

export const addFormId = 'add-from-catalogue';

export function AddFormBody({ form, plan }: { form: AddForm; plan: Plan }) {
  return (
    <form
      id={addFormId}
      onSubmit={event => {
        event.preventDefault();
        void form.begin();
      }}
    >
      <section className="section" aria-label={t('What will run')}>
        <h3>{t('What will run')}</h3>
        <PlannedCommand plan={plan} />
      </section>
      <WhatItAsks form={form} fields={plan.fields} />
      <section aria-label={t('Name here')}>
        <div className="form-row asked-row">
          <span>
            <b>{t('Name here')}</b>
            <small className="subtle block">{t('its tools are called by it')}</small>
          </span>
          <Line label={t('Name')} value={form.name} onChange={form.setName} mono first={plan.fields.length === 0} />
        </div>
      </section>
      <section aria-label={t('Walls')}>
        <WallsFields form={form.walls} onChange={form.setWalls} />
      </section>
      <div className="px-4 py-2">
        <Said sentence={form.said ?? form.trouble} />
      </div>
    </form>
  );
}

function WhatItAsks({ form, fields }: { form: AddForm; fields: Plan['fields'] }) {
  return (
    <section aria-label={t('What it asks')}>
      <div className="pane-head">
        <h3>{t('What it asks')}</h3>
        <span className="note ellipsis">{openWords(fields, openFields(fields, form.values).length)}</span>
      </div>
      <AskedFields fields={fields} values={form.values} onValues={form.setValues} first />
    </section>
  );
}

function openWords({ length }: Plan['fields'], count: number): string {
  if (length === 0) return t('nothing');
  if (count === 0) return t('all that it needs is filled in');
  return t('{count, plural, one {# value is still open; it} other {# values are still open; they}} can come later', {
    count,
  });
}
