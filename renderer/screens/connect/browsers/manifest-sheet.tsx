// Shows every path and the whole content before a manifest is written, and whose place it takes.
import { type ReactNode, useState } from 'react';
import { ActButton } from '../../../parts/button.tsx';
import { Segmented } from '../../../parts/choices.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { useAct, usePanelParts } from '../../../parts/panel-context.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { SideSheet } from '../../../parts/side-sheet.tsx';
import { useAnswer } from '../../../parts/use-request.ts';
import { useSending } from '../../../parts/use-sending.ts';
import { addNotice } from '../../../store/panel-store.ts';
import { t } from '../../../words/language.ts';
import { MachineWide } from './machine-wide.tsx';
import type { ManifestHostId, ManifestRow } from '../../../../contract/schemas/manifests.ts';

interface ManifestSheetProps {
  readonly title: string;
  readonly browserId: string;
  readonly host: ManifestHostId;
  /** What is shown first: for this user where it is absent. */
  readonly forMachine?: boolean;
  readonly onClose: () => void;
  readonly onWritten?: () => void;
}

/** For this user, which is written here, or for the whole machine, which an administrator writes. */
export function ManifestSheet(props: ManifestSheetProps) {
  const [forMachine, setForMachine] = useState(props.forMachine ?? false);
  const choice = (
    <div className="section">
      <Segmented
        label={t('For whom')}
        value={forMachine ? 'machine' : 'me'}
        onChoose={value => setForMachine(value === 'machine')}
        choices={[
          { value: 'me', label: t('For me') },
          { value: 'machine', label: t('For the whole machine') },
        ]}
      />
    </div>
  );
  if (!forMachine) return <OwnSheet {...props} choice={choice} />;
  const { title, browserId, host, onClose } = props;
  return (
    <SideSheet title={title} about={t('for every user of this machine')} onClose={onClose}>
      {choice}
      <MachineWide browserId={browserId} host={host} />
    </SideSheet>
  );
}

function OwnSheet(props: ManifestSheetProps & { readonly choice: ReactNode }) {
  const { title, browserId, host, onClose, choice } = props;
  const [rows, , listSaid] = useAnswer(
    `manifest ${browserId} ${host}`,
    async hub => (await hub.request('manifests:list', {})).rows,
  );
  const row = rows?.find(candidate => candidate.browserId === browserId && candidate.host === host);
  const { said, busy, run } = useWrite(props, row);
  const replace = row !== undefined && row.replaces.length > 0;
  return (
    <SideSheet
      title={title}
      about={row ? <Foreign className="mono" text={row.paths.join(', ')} /> : t('Looking for its place.')}
      onClose={onClose}
      note={
        replace ? t('Give back puts back what was there, byte for byte.') : t('Switching off removes exactly this.')
      }
      action={
        <ActButton look="primary" disabled={busy || !row} onClick={run} data-first>
          {replace ? t('Replace') : t('Write the manifest')}
        </ActButton>
      }
    >
      {choice}
      {row ? <WhatIsWritten row={row} /> : null}
      <div className="section">
        <Said sentence={said ?? listSaid} />
      </div>
    </SideSheet>
  );
}

function useWrite({ browserId, host, onClose, onWritten }: ManifestSheetProps, row: ManifestRow | undefined) {
  const { link, store } = usePanelParts();
  const { said, busy, send } = useSending();
  const act = useAct();
  const write = async () => {
    const replace = row !== undefined && row.replaces.length > 0;
    // What cannot be read or leads nowhere is nobody's that would be asked for.
    const isUnwell = !replace && row !== undefined && !['absent', 'ours'].includes(row.state);
    const answer = await (isUnwell
      ? link.request('manifests:repair', { browserId, host })
      : link.request('manifests:install', { browserId, host, replace }));
    onWritten?.();
    const { name } = answer.row;
    const undo = () =>
      void act('manifests:uninstall', { browserId, host }, t('The manifest of {name} was removed.', { name }));
    addNotice(store, 'done', t('The manifest of {name} was written.', { name }), { label: t('Undo'), run: undo });
    onClose();
  };
  return { said, busy, run: () => void send(write) };
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
