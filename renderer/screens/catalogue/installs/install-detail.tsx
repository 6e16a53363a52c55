// One install: its progress over its form and its tools, and beside them what will run, its walls, who may use it, and the approval.
import { Play, Square } from 'lucide-react';
import { installPath } from '../../../frame/catalogue-paths.ts';
import { isCommand, useShortcut } from '../../../frame/keys.ts';
import { goTo } from '../../../frame/route.ts';
import { ActButton } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { DetailPane, PaneHead } from '../../../parts/layout.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { Progress } from '../../../parts/progress.tsx';
import { Status } from '../../../parts/shape.tsx';
import { shareOf } from '../../../store/installs.ts';
import { t } from '../../../words/language.ts';
import { wayWords } from '../catalogue-words.ts';
import { CommandText, Warnings } from '../entry/what-will-run.tsx';
import { ApproveBox, WhoMayUseIt } from './approve-box.tsx';
import { InstallForm } from './install-form.tsx';
import { InstallTools } from './install-tools.tsx';
import { InstallUpdates } from './install-updates.tsx';
import { InstallWalls } from './install-walls.tsx';
import { phaseWords } from './phase-words.ts';
import { ProgressSteps } from './progress-steps.tsx';
import { type InstallActs, useInstallActs } from './use-install-acts.ts';
import type { Install } from '../../../../contract/schemas/installs.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';

export function InstallDetail({ install }: { install: Install }) {
  const { servers } = useSnapshot();
  const acts = useInstallActs(install);
  const share = shareOf(install.phase);
  useInstallKeys(acts);
  return (
    <DetailPane
      fixed
      className="fill install-detail"
      label={t('Install of {name}', { name: acts.name })}
      onClose={() => goTo('catalogue', installPath())}
      head={<InstallHead install={install} acts={acts} />}
    >
      {share === null || share === 1 ? null : (
        <Progress label={t('How far {name} is', { name: acts.name })} share={share} />
      )}
      <div className="install-halves">
        <InstallMiddle install={install} acts={acts} />
        <InstallSide install={install} acts={acts} server={servers[install.serverId]} />
      </div>
    </DetailPane>
  );
}

interface HalfProps {
  readonly install: Install;
  readonly acts: InstallActs;
}

/** What comes of it by itself, over what the user has to say. */
function InstallMiddle({ install, acts }: HalfProps) {
  const mayFill = install.fields.length > 0 && install.phase.kind !== 'ready';
  return (
    <div className="scrolls" tabIndex={-1}>
      {acts.known ? <InstallUpdates install={install} /> : null}
      {acts.known && install.phase.kind === 'ready' ? null : (
        <section aria-label={t('Progress')}>
          <PaneHead title={t('Progress')} note={mayFill ? t('fill in the form meanwhile') : ''} />
          <ProgressSteps install={install} />
        </section>
      )}
      <InstallForm install={install} />
      <InstallTools install={install} acts={acts} />
    </div>
  );
}

/** What is approved. */
function InstallSide({ install, acts, server }: HalfProps & { readonly server: Server | undefined }) {
  return (
    <div className="install-side">
      <div className="scrolls" tabIndex={-1}>
        <section className="section" aria-label={t('What will run')}>
          <h3>{t('What will run')}</h3>
          <CommandText text={install.commandLine} />
          <Warnings label={t('Good to know')} reasons={install.warnings} />
          <Pinned install={install} />
        </section>
        {server ? <InstallWalls server={server} /> : null}
        <WhoMayUseIt />
      </div>
      {server ? <ApproveBox server={server} acts={acts} /> : null}
    </div>
  );
}

function useInstallKeys(acts: InstallActs): void {
  useShortcut(
    event => isCommand(event) && event.key === '.' && !document.querySelector('[role="dialog"]'),
    () => acts.cancel?.(),
  );
  useShortcut(
    event => isCommand(event) && event.key === 'Enter' && !document.querySelector('[role="dialog"]'),
    () => {
      if (!acts.added) acts.approve();
    },
  );
}

function InstallHead({ install, acts }: { install: Install; acts: InstallActs }) {
  const { tone, word } = phaseWords(install.phase);
  return (
    <>
      <span className="two-lines fill">
        <span className="line">
          <h2 className="ellipsis">
            <Foreign text={acts.name} />
          </h2>
          <span className="tag">{wayWords[install.kind]}</span>
          <Foreign text={install.version} className="subtle text-xs" max={30} />
        </span>
        <small className="mono ellipsis">
          <Foreign text={install.origin.name} />
        </small>
      </span>
      {acts.added ? null : <Status tone={tone}>{word}</Status>}
      {acts.resume ? (
        <ActButton icon={Play} onClick={acts.resume}>
          {t('Go on')}
        </ActButton>
      ) : null}
      {acts.stop ? (
        <ActButton icon={Square} onClick={acts.stop}>
          {t('Stop')}
        </ActButton>
      ) : null}
      {acts.cancel ? (
        <ActButton title={t('Cancel; nothing of it stays (Ctrl .)')} onClick={acts.cancel}>
          {t('Cancel')}
        </ActButton>
      ) : null}
    </>
  );
}

/** What it is held to: nothing that says so moves by itself. */
function Pinned({ install: { integrity, version, origin, kind, phase } }: { install: Install }) {
  if (kind === 'remote') return null;
  if (integrity === null && phase.kind !== 'ready')
    return (
      <p className="note-line">
        {t('Held to version {version}. Its checksum is known once it has been fetched.', { version })}
      </p>
    );
  return (
    <p className="note-line">
      {integrity === null
        ? t('Held to version {version}. Its registry gives nothing to check its content by.', { version })
        : t('Held to version {version} and its content, {integrity}. A newer one is shown, never taken by itself.', {
            version,
            integrity: integrity.length > 22 ? `${integrity.slice(0, 14)}…${integrity.slice(-4)}` : integrity,
          })}
      {origin.kind === 'bundle'
        ? ` ${origin.signedBy === null ? t('The bundle is not signed.') : t('Signed by {by}.', { by: origin.signedBy })}`
        : ''}
    </p>
  );
}
