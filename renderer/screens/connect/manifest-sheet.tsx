// Shows every path and the whole content before a manifest is written.
import { useState } from 'react';
import { errorSentence } from '../../link/panel-error.ts';
import { ActButton, Button } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { usePanelParts } from '../../parts/panel-context.tsx';
import { Said, Sheet } from '../../parts/sheet.tsx';
import { addNotice } from '../../store/panel-store.ts';
import { t } from '../../words/language.ts';
import type { ManifestRow } from '../../../contract/schemas/manifests.ts';

interface ManifestSheetProps {
  readonly title: string;
  readonly row: ManifestRow;
  readonly onClose: () => void;
  readonly onChange: (row: ManifestRow) => void;
}

export function ManifestSheet({ title, row, onClose, onChange }: ManifestSheetProps) {
  const { link, store } = usePanelParts();
  const [said, setSaid] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const isReplacing = row.replaces.length > 0;
  const write = async () => {
    setBusy(true);
    try {
      const { browserId, host } = row;
      const answer = await link.request('manifests:install', { browserId, host, replace: isReplacing });
      onChange(answer.row);
      addNotice(store, 'done', t('The manifest of {name} was written.', { name: row.name }));
      onClose();
    } catch (error) {
      setSaid(errorSentence(error));
      setBusy(false);
    }
  };
  return (
    <Sheet
      open
      title={title}
      text={t('Nothing is written yet. This is what will be written, and where.')}
      onClose={onClose}
      footer={
        <>
          <ActButton look="primary" disabled={busy} onClick={() => void write()}>
            {isReplacing ? t('Replace') : t('Write the manifest')}
          </ActButton>
          <Button look="ghost" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <div>
        <h3 className="label-text">{t('{count, plural, one {File} other {Files}}', { count: row.paths.length })}</h3>
        <ul className="grid gap-1" aria-label={t('Files that will be written')}>
          {row.paths.map(path => (
            <li key={path} className="mono wrap-anywhere">
              <Foreign text={path} />
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h3 className="label-text">{t('Content')}</h3>
        <pre className="well code p-2" aria-label={t('Content of the manifest')}>
          <Foreign text={row.content} lines />
        </pre>
      </div>
      {isReplacing ? <Replaced rows={row.replaces} /> : null}
      <Said sentence={said} />
    </Sheet>
  );
}

function Replaced({ rows }: { rows: ManifestRow['replaces'] }) {
  return (
    <div>
      <h3 className="label-text">{t('Takes the place of')}</h3>
      <ul className="grid gap-1" aria-label={t('Manifests that are kept and put back')}>
        {rows.map(({ place, program }) => (
          <li key={place} className="mono wrap-anywhere">
            <Foreign text={program ?? place} />
          </li>
        ))}
      </ul>
      <p className="subtle text-xs">
        {t('A copy is kept with Pilothouse’s data; switching off puts it back as it was.')}
      </p>
    </div>
  );
}
