// Shows every path and the whole content before a manifest is written, and whose place it takes.
import { ActButton } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { useAct, usePanelParts } from '../../../parts/panel-context.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { SideSheet } from '../../../parts/side-sheet.tsx';
import { useAnswer } from '../../../parts/use-request.ts';
import { useSending } from '../../../parts/use-sending.ts';
import { addNotice } from '../../../store/panel-store.ts';
import { t } from '../../../words/language.ts';
import type { ManifestHostId, ManifestRow } from '../../../../contract/schemas/manifests.ts';

interface ManifestSheetProps {
  readonly title: string;
  readonly browserId: string;
  readonly host: ManifestHostId;
  readonly onClose: () => void;
  readonly onWritten?: () => void;
}

export function ManifestSheet({ title, browserId, host, onClose, onWritten }: ManifestSheetProps) {
  const { link, store } = usePanelParts();
  const [rows, , listSaid] = useAnswer(
    `manifest ${browserId} ${host}`,
    async hub => (await hub.request('manifests:list', {})).rows,
  );
  const row = rows?.find(candidate => candidate.browserId === browserId && candidate.host === host);
  const { said, busy, send } = useSending();
  const act = useAct();
  const replace = (row?.replaces.length ?? 0) > 0;
  const write = async () => {
    const answer = await link.request('manifests:install', { browserId, host, replace });
    onWritten?.();
    const { name } = answer.row;
    const undo = () =>
      void act('manifests:uninstall', { browserId, host }, t('The manifest of {name} was removed.', { name }));
    addNotice(store, 'done', t('The manifest of {name} was written.', { name }), { label: t('Undo'), run: undo });
    onClose();
  };
  return (
    <SideSheet
      title={title}
      about={row ? <Foreign className="mono" text={row.paths.join(', ')} /> : t('Looking for its place.')}
      onClose={onClose}
      note={
        replace ? t('Give back puts back what was there, byte for byte.') : t('Switching off removes exactly this.')
      }
      action={
        <ActButton look="primary" disabled={busy || !row} onClick={() => void send(write)} data-first>
          {replace ? t('Replace') : t('Write the manifest')}
        </ActButton>
      }
    >
      {row ? <WhatIsWritten row={row} /> : null}
      <div className="section">
        <Said sentence={said ?? listSaid} />
      </div>
    </SideSheet>
  );
}

function WhatIsWritten({ row: { paths, content, replaces } }: { row: ManifestRow }) {
  return (
    <>
      <div className="section">
        <h3>{t('{count, plural, one {File} other {Files}}', { count: paths.length })}</h3>
        <PathList label={t('Files that will be written')} paths={paths} />
      </div>
      <div className="section">
        <h3>{t('Content')}</h3>
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
    <div className="section">
      <h3>{t('Takes the place of')}</h3>
      <PathList
        label={t('Manifests that are kept and put back')}
        paths={rows.map(({ place, program }) => program ?? place)}
      />
      <p className="subtle text-xs mt-1">
        {t('A copy is kept with Pilothouse’s data; switching off puts it back as it was.')}
      </p>
    </div>
  );
}

function PathList({ label, paths }: { label: string; paths: readonly string[] }) {
  return (
    <ul className="grid gap-1 text-xs" aria-label={label}>
      {paths.map(path => (
        <li key={path} className="mono wrap-anywhere">
          <Foreign text={path} />
        </li>
      ))}
    </ul>
  );
}
