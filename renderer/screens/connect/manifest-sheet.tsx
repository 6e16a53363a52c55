// Shows every path and the whole content before a manifest is written.
import { ActButton } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { usePanelParts } from '../../parts/panel-context.tsx';
import { Said, Sheet } from '../../parts/sheet.tsx';
import { useSending } from '../../parts/use-sending.ts';
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
  const { said, busy, send } = useSending();
  const isReplacing = row.replaces.length > 0;
  const write = async () => {
    const { browserId, host } = row;
    const answer = await link.request('manifests:install', { browserId, host, replace: isReplacing });
    onChange(answer.row);
    addNotice(store, 'done', t('The manifest of {name} was written.', { name: row.name }));
    onClose();
  };
  return (
    <Sheet
      open
      title={title}
      text={t('Nothing is written yet. This is what will be written, and where.')}
      onClose={onClose}
      action={
        <ActButton look="primary" disabled={busy} onClick={() => void send(write)}>
          {isReplacing ? t('Replace') : t('Write the manifest')}
        </ActButton>
      }
    >
      <WhatIsWritten row={row} />
      <Said sentence={said} />
    </Sheet>
  );
}

function WhatIsWritten({ row: { paths, content, replaces } }: { row: ManifestRow }) {
  return (
    <>
      <div>
        <h3 className="label-text">{t('{count, plural, one {File} other {Files}}', { count: paths.length })}</h3>
        <PathList label={t('Files that will be written')} paths={paths} />
      </div>
      <div>
        <h3 className="label-text">{t('Content')}</h3>
        <pre className="well code p-2" aria-label={t('Content of the manifest')}>
          <Foreign text={content} lines />
        </pre>
      </div>
      {replaces.length > 0 ? <Replaced rows={replaces} /> : null}
    </>
  );
}

function Replaced({ rows }: { rows: ManifestRow['replaces'] }) {
  return (
    <div>
      <h3 className="label-text">{t('Takes the place of')}</h3>
      <PathList
        label={t('Manifests that are kept and put back')}
        paths={rows.map(({ place, program }) => program ?? place)}
      />
      <p className="subtle text-xs">
        {t('A copy is kept with Pilothouse’s data; switching off puts it back as it was.')}
      </p>
    </div>
  );
}

function PathList({ label, paths }: { label: string; paths: readonly string[] }) {
  return (
    <ul className="grid gap-1" aria-label={label}>
      {paths.map(path => (
        <li key={path} className="mono wrap-anywhere">
          <Foreign text={path} />
        </li>
      ))}
    </ul>
  );
}
